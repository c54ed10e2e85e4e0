package journal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func stampAt(sec int, boot string) Stamp {
	return Stamp{At: time.Unix(int64(sec), 0).UTC(), Boot: boot,
		Up: time.Duration(sec) * time.Second}
}

func TestLines(t *testing.T) {
	r := Record{N: 3, Since: 2, Kind: Begun, Stamp: stampAt(7, "b"), Attempt: 1, Word: "a\xff",
		Occurrence: 1}
	line, err := appendLine(nil, &r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"sum":"6f9f5734","n":3,"since":2,"kind":"begun","at":"1970-01-01T00:00:07Z","boot":"b","up":7000000000,` +
		`"attempt":1,"word":{"base64":"Yf8="},"occurrence":1,"status":0}` + "\n"
	if string(line) != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
	got, err := decode(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil || got.Word != "a\xff" || got.Attempt != 1 || !got.At.Equal(r.At) {
		t.Errorf("%+v, %v", got, err)
	}
}

// parsed returns the records of data.
func parsed(data []byte) (all []Record, good int, err error) {
	end, err := parse(io.NewSectionReader(bytes.NewReader(data), 0,
		int64(len(data))), func(r *Record) {
		all = append(all, *r)
	})
	return all, int(end), err
}

// filled makes a journal with records in the operating system's files, each record synced by
// itself, and returns its lines.
func filled(t *testing.T) (path string, lines []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a", "b", "step")
	j, err := Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range []Kind{Opened, Started, Begun, Failed} {
		if err := j.Append(Record{Kind: k, Stamp: stampAt(i, "b"), Attempt: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
}

func TestTornTailsAreCutOff(t *testing.T) {
	for _, tail := range []string{"", "x", "{\"sum\":\"", "\x00\x00\x00", "\x00garbage\n",
		"half\x00\x00\n\x00"} {
		path, lines := filled(t)
		good := strings.Join(lines, "") + "\n"
		if err := os.WriteFile(path, []byte(good+tail), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := Open(System(), path, "step", "try")
		if err != nil {
			t.Fatalf("%q: %v", tail, err)
		}
		if n := j.next; n != 5 {
			t.Errorf("%q: %d records", tail, n)
		}
		data, _ := os.ReadFile(path)
		if string(data) != good {
			t.Errorf("%q: left %q", tail, data)
		}
		j.Close()
	}
}

func TestDamageIsAnError(t *testing.T) {
	path, lines := filled(t)
	lines[2] = strings.Replace(lines[2], "begun", "bogus", 1)
	lines[3] = strings.Replace(lines[3], "begun", "bogus", 1)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(System(), path, "step", "try")
	var damage *DamageError
	if !errors.As(err, &damage) || err.Error() != "damaged: line 4: its checksum is wrong" {
		t.Error(err)
	}
}

// Any flipped bit in the last record is damage, and the file stays as it is. This holds for a flip
// turning a newline into another character, another character into a newline, or a blank into a
// zero.
func TestAFlippedBitIsDamage(t *testing.T) {
	for _, kind := range []Kind{Failed, Succeeded, Complete} {
		path, _ := filled(t)
		j, err := Open(System(), path, "step", "try")
		if err != nil {
			t.Fatal(err)
		}
		last := Record{Kind: kind, Stamp: stampAt(9, "b"), Attempt: 1, Error: "a * J @ b"}
		if kind == Succeeded {
			last.Output = &Output{Size: 5, text: strings.NewReader("a * J")}
		}
		if err := j.Append(last); err != nil {
			t.Fatal(err)
		}
		j.Close()
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		start := bytes.LastIndexByte(content[:len(content)-1], '\n') + 1
		for bit := start * 8; bit < len(content)*8; bit++ {
			flipped := bytes.Clone(content)
			flipped[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(path, flipped, 0o600); err != nil {
				t.Fatal(err)
			}
			want := "damaged: line 6: its checksum is wrong"
			if bit/8 == len(content)-1 {
				want = "damaged: line 6: it has another character instead of its newline"
			}
			j, err := Open(System(), path, "step", "try")
			if err == nil || err.Error() != want {
				t.Errorf("%s, bit %d: %v", kind, bit-start*8, err)
			}
			if err == nil {
				j.Close()
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, flipped) {
				t.Fatalf("%s, bit %d: the file was changed, %v", kind, bit-start*8, err)
			}
			if all, s, err := Peek(System(), path); err == nil || len(all) != 5 || s.Attempts != 1 {
				t.Fatalf("%s, bit %d: what is before it is not read: %d records, %v", kind,
					bit-start*8, len(all), err)
			}
		}
	}
}

// A record without its newline is torn, cut off at any length.
func TestARecordWithoutItsEndIsTorn(t *testing.T) {
	path, lines := filled(t)
	before := strings.Join(lines[:4], "")
	for n := range len(lines[4]) + 1 { // the last line has lost its newline
		if err := os.WriteFile(path, []byte(before+lines[4][:n]), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := Open(System(), path, "step", "try")
		if err != nil || j.next != 4 {
			t.Fatal(n, err)
		}
		j.Close()
		if now, err := os.ReadFile(path); err != nil || string(now) != before {
			t.Fatalf("%d: left %q, %v", n, now, err)
		}
	}
}

// A file named by mistake keeps its content. A journal without a whole line left is damaged, not
// torn.
func TestOtherFilesAreLeftAlone(t *testing.T) {
	_, lines := filled(t)
	crlf := strings.ReplaceAll(strings.Join(lines, ""), "\n", "\r\n")
	for content, want := range map[string]string{
		"text":                              "it is not a journal",
		"text\n\x00\x00":                    "it is not a journal",
		"{\"sum\":1}\n{\"sum\":2}\n":        "it is not a journal",
		"\x00" + strings.Repeat("x", 1<<17): "it is not a journal",
		crlf:                                "damaged: line 1: its checksum is wrong",
		"{\"sum\":\"":                       "",
		"{\"su":                             "",
		"\x00\x00,\"kind\":\"begun\"}\n":    "",
	} {
		path := filepath.Join(t.TempDir(), "step")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := Open(System(), path, "step", "try")
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", content, err)
			} else {
				j.Close()
			}
			continue
		}
		if data, _ := os.ReadFile(path); err == nil || err.Error() != want ||
			string(data) != content {
			t.Errorf("%.30q: %v, left %.30q", content, err, data)
		}
		err = Erase(System(), path, func(string) error { return nil })
		if removed := content == crlf; (err == nil) != removed {
			t.Errorf("%.30q: %v", content, err)
		}
	}
	path, _ := filled(t)
	if err := os.WriteFile(path+".1", []byte("a manual page"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".out-side", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Anew(); err == nil || !strings.HasSuffix(err.Error(),
		"step.1: it is not a journal, and blocks the journal's name") {
		t.Error(err)
	}
	if err := Erase(System(), path, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for _, kept := range []string{".1", ".out-side"} {
		if _, err := os.Stat(path + kept); err != nil {
			t.Error(err)
		}
	}
}

func TestOneAtATime(t *testing.T) {
	path, _ := filled(t)
	j, err := Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(Record{Kind: Opened, Pid: 4711}); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(System(), path, "step", "try"); !errors.Is(err, ErrLocked) ||
		err.Error() != "another run is using it: process 4711" {
		t.Error(err)
	}
	j.Close()
	j, err = Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
	j.Close()
}

func TestManyAppendTogether(t *testing.T) {
	path, _ := filled(t)
	j, err := Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			for _, k := range []Kind{Begun, Succeeded} {
				if err := j.Append(Record{Kind: k, Word: Text(rune('a' + i)),
					Occurrence: 1}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	j.Close()
	if j, err = Open(System(), path, "step", "try"); err != nil || j.next != 205 {
		t.Error(err, j.next)
	}
	j.Close()
}

func TestAnewKeepsTheOldOne(t *testing.T) {
	path, _ := filled(t)
	j, err := Open(System(), path, "step", "try")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		text := bytes.Repeat([]byte("0123456789abcdef"), 1<<16+1)
		large, err := j.Keep(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(Record{Kind: Succeeded, Output: large}); err != nil {
			t.Fatal(err)
		}
		var given []byte
		if err := j.Give(large, func(p []byte) error {
			given = append(given, p...)
			return nil
		}); err != nil || !bytes.Equal(given, text) {
			t.Error(len(given), err)
		}
		if j, err = j.Anew(); err != nil || j.next != 0 {
			t.Fatal(err)
		}
	}
	j.Close()
	var files []string
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), "-")
		files = append(files, name)
	}
	if got := strings.Join(files, " "); got != "step step.1 step.out" {
		t.Error(got)
	}
}

func TestPaths(t *testing.T) {
	for _, c := range []struct{ name, want, fails string }{
		{"submit-7", "/d/submit-7", ""},
		{"a.1", "/d/a%2E1", ""},
		{"a/b ü%", "/d/a%2Fb%20%C3%BC%25", ""},
		{"/x/../y.j", "/y.j", ""},
		{"./y", "/w/y", ""},
		{"../y", "/y", ""},
		{"..", "/d/%2E%2E", ""},
		{"cron", "/d/%63ron", ""}, // a directory of other state
		{"a@b07fe632-f9cf-42f6-9926-aabd697e8a9a", "/d/%61@b07fe632-f9cf-42f6-9926-aabd697e8a9a",
			""}, // a slot's file
		{"", "", `expected the name of a journal, found ""`},
		{strings.Repeat("x", 201), "",
			`the name of a journal has at most 200 bytes, encoded; found "` +
				strings.Repeat("x", 201) + `"`},
	} {
		got, err := Path(c.name, "/d", "/w")
		if got != c.want || err != nil && err.Error() != c.fails ||
			(err == nil) != (c.fails == "") {
			t.Errorf("%q: %q, %v", c.name, got, err)
		}
	}
	for _, c := range []struct {
		env  string
		root bool
		want string
	}{
		{"FTSH_JOURNAL_DIR=/a HOME=/h", true, "/a"},
		{"FTSH_JOURNAL_DIR=a", true, "/w/a"},
		{"FTSH_JOURNAL_DIR=/a FTSH_STATE_DIR=/b", true, "/a"},
		{"FTSH_STATE_DIR=/b HOME=/h XDG_STATE_HOME=/s", true, "/b"},
		{"FTSH_STATE_DIR=b HOME=/h XDG_STATE_HOME=/s", false, "/w/b"},
		{"HOME=/h XDG_STATE_HOME=/s", true, "/var/lib/ftsh"},
		{"HOME=/h XDG_STATE_HOME=/s", false, "/s/ftsh"},
		{"HOME=/h XDG_STATE_HOME=s", false, "/h/.local/state/ftsh"},
		{"", false, ""},
	} {
		got, err := Dir(func(name string) string {
			for f := range strings.FieldsSeq(c.env) {
				if k, v, _ := strings.Cut(f, "="); k == name {
					return v
				}
			}
			return ""
		}, c.root, "/w")
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", c.env, got, err)
		}
	}
}

func TestElapsed(t *testing.T) {
	for _, c := range []struct {
		now, then     Stamp
		passed, moved time.Duration
	}{
		{stampAt(9, "b"), stampAt(7, "b"), 2 * time.Second, 0},
		{Stamp{At: time.Unix(1, 0), Boot: "b", Up: 9}, Stamp{At: time.Unix(5, 0), Boot: "b", Up: 7},
			2, 0},
		{stampAt(9, "b"), stampAt(7, "c"), 2 * time.Second, 0},
		{stampAt(7, "b"), stampAt(9, "c"), 0, 2 * time.Second},
		{stampAt(9, ""), stampAt(7, ""), 2 * time.Second, 0},
	} {
		if d, back := c.now.Elapsed(c.then); d != c.passed || back != c.moved {
			t.Errorf("%v - %v: %v, %v", c.now, c.then, d, back)
		}
	}
}

func TestReplay(t *testing.T) {
	left := func(sec int) *time.Duration { d := time.Duration(sec) * time.Second; return &d }
	all := []Record{
		{Kind: Header, Block: "try"},
		{Kind: Opened, Stamp: stampAt(0, "b"), Mark: "m1"},
		{Kind: Started, Stamp: stampAt(0, "b"), ID: "id", Hash: "h", Times: 3,
			Limit: 60 * time.Second, Left: left(60)},
		{Kind: Begun, Stamp: stampAt(1, "b"), Attempt: 1, Left: left(59)},
		{Kind: Failed, Stamp: stampAt(2, "b"), Attempt: 1, Status: 7, Error: "e",
			Delay: 10 * time.Second, Policy: &Policy{Failures: 1}, Left: left(58)},
		{Kind: Opened, Stamp: stampAt(5, "b"), Mark: "m2"},
		{Kind: Begun, Stamp: stampAt(12, "b"), Attempt: 2, Left: left(48)},
		{Kind: Ended, Stamp: stampAt(60, "b"), Status: 124, Reason: "deadline", Unsure: true},
		{Kind: Opened, Stamp: stampAt(61, "b")},
		{Kind: Started, Stamp: stampAt(61, "b"), ID: "id", Hash: "h2"},
		{Kind: Begun, Stamp: stampAt(62, "b"), Attempt: 1},
		{Kind: Succeeded, Stamp: stampAt(63, "b"), Attempt: 1},
		{Kind: Complete, Stamp: stampAt(64, "b")},
	}
	at := func(n int) State { return Replay(all[:n]) }
	if s := at(0); s.Phase != New || s.Unsure {
		t.Errorf("%+v", s)
	}
	s := at(6)
	if s.Phase != Running || s.Unsure || s.Runs != 2 || s.Attempts != 1 || s.Status != 7 ||
		s.Policy.Failures != 1 || s.Mark != "m2" {
		t.Errorf("%+v", s)
	}
	// Rebooted: the wall clock shows a gap of two seconds.
	now := Stamp{At: time.Unix(7, 0), Boot: "c", Up: time.Second}
	if d, ok, _ := s.Remaining(now); d != 53*time.Second || !ok {
		t.Error(d, ok)
	}
	if d := s.Owed(now); d != 5*time.Second {
		t.Error(d)
	}
	if _, _, back := s.Remaining(Stamp{At: time.Unix(3, 0), Boot: "c"}); back != 2*time.Second {
		t.Error(back)
	}
	if s := at(7); !s.Unsure || s.Attempts != 2 || s.Delay != 0 {
		t.Errorf("%+v", s)
	}
	if s := at(9); s.Phase != Over || !s.Unsure {
		t.Errorf("%+v", s)
	}
	if s := at(10); s.Phase != Running || !s.Unsure || s.Attempts != 0 || s.Hash != "h2" ||
		s.Left != nil {
		t.Errorf("%+v", s)
	}
	if s := at(12); s.Phase != Done || s.Unsure || s.Success.Attempt != 1 {
		t.Errorf("%+v", s)
	}
	if s := at(13); s.Phase != Completed {
		t.Errorf("%+v", s)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("{\"sum\":\"00000000\",\"n\":0}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, good, err := parsed(data)
		if err == nil && (good > len(data) || len(all) > 0 && good == 0) {
			t.Error(len(all), good)
		}
		Replay(all)
	})
}

// Records with right checksums may be from another version, or forged.
func FuzzReplay(f *testing.F) {
	for _, r := range []Record{
		{Kind: Header, Format: Format, Name: "n", Block: "forall"},
		{N: 1, Kind: Started, ID: "id", Limit: 1, Left: new(time.Duration)},
		{N: 2, Kind: Succeeded, Word: "\xff", Occurrence: 1, Output: &Output{Size: 1,
			text: strings.NewReader("x")}}, {N: 3, Kind: Failed, Policy: &Policy{}},
	} {
		line, err := appendLine(nil, &r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line[restAt:len(line)-1], int64(5))
	}
	f.Fuzz(func(t *testing.T, rest []byte, up int64) {
		var data []byte
		for i, block := range []string{"try", "forany", "forall"} {
			head, err := appendLine(nil, &Record{Kind: Header, Format: Format, Block: block})
			if err != nil {
				t.Fatal(err)
			}
			data = append(data[:0], head...)
			for range i + 1 {
				data = append(append(append(append(data, sumStart...), sum(rest)...), sumEnd...),
					rest...)
				data = append(data, '\n')
			}
			all, _, _ := parsed(data)
			s := Replay(all)
			now := Stamp{At: time.Unix(up, 0), Up: time.Duration(up)}
			if left, ok, back := s.Remaining(now); left < 0 || back < 0 || !ok && left != 0 {
				t.Error(left, back)
			}
			if d := s.Owed(now); d < 0 {
				t.Error(d)
			}
			_, _ = s.Describe(true)+s.Describe(false), s.Counts()
		}
	})
}
