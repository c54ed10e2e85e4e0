package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/journal"
)

// run runs the command on a directory, and returns its output without times.
func run(t *testing.T, dir string, args ...string) (out, errs string, status int) {
	t.Helper()
	var o, e strings.Builder
	status = Main(append([]string{"--journal-dir", dir}, args...), strings.NewReader(""), &o, &e)
	when := regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?`)
	return when.ReplaceAllString(o.String(), "TIME"), e.String(), status
}

// filled makes a journal of records.
func filled(t *testing.T, dir, name, block string, records ...journal.Record) *journal.Journal {
	t.Helper()
	path, err := journal.Path(name, dir, "/")
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(journal.System(), path, name, block)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		r.Stamp = journal.Now(time.Now())
		if err := j.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

func TestJournals(t *testing.T) {
	dir := t.TempDir()
	opened := journal.Record{Kind: journal.Opened, Pid: 7, Place: "s:1:1"}
	started := journal.Record{Kind: journal.Started, ID: "id", Hash: "h", Times: 3}
	begun := journal.Record{Kind: journal.Begun, Attempt: 1}
	filled(t, dir, "a b", "try", opened, started, begun).Close()
	done := filled(t, dir, "done", "try", opened, started, begun)
	output, err := done.Keep(strings.NewReader("x"), 1)
	if err == nil {
		err = done.Append(journal.Record{Kind: journal.Succeeded, Attempt: 1,
			Stamp: journal.Now(time.Now()), Output: output})
	}
	if err != nil {
		t.Fatal(err)
	}
	done.Close()
	held := filled(t, dir, "held", "try", opened, started, begun)
	defer held.Close()
	for name, text := range map[string]string{"bad": "{}\n{\"sum\":\"8a1b2c3d\",}\n", "empty": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, status := run(t, dir, "list")
	if want := "a b   try  cut off, outcome unknown  1 attempt   TIME\nbad             it is not a " +
		"journal\n" +
		"done  try  succeeded                 1 attempt   TIME\nempty new 0 attempts\nheld  try  " +
		"running                   1 attempt   TIME\n"; strings.Join(strings.Fields(out),
		" ") != strings.Join(strings.Fields(want), " ") || errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	out, errs, status = run(t, dir, "show", "done", "none")
	if want := "TIME  journal \"done\" try\nTIME  opened process 7 at s:1:1\nTIME  started id 3 " +
		"times\nTIME  begun attempt 1\n" +
		"TIME  succeeded attempt 1 status 0 output of 1 bytes\n"; out != want ||
		errs != "ftsh-state journal: none: no such file or directory\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if out, errs, status = run(t, dir, "adopt", "a b", "held"); out != "" ||
		errs != "ftsh-state journal: held: another run is using it: process 7\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if _, st, err := journal.Peek(journal.System(), filepath.Join(dir, "a%20b")); err != nil ||
		st.Hash != "" || st.Phase != journal.Running {
		t.Errorf("%+v, %v", st, err)
	}
	if out, errs, status = run(t, dir, "remove", "a b", "held"); out != "" ||
		errs != "ftsh-state journal: held: another run is using it: process 7\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if _, err := os.Stat(filepath.Join(dir, "a%20b")); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// Neither a name nor the content of a journal has an effect on a terminal or leaves its line.
func TestNothingForATerminal(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir, "a\nb\x1b\xff ü\\", "try", journal.Record{Kind: journal.Opened, Pid: 7,
		Place: "s\x07:1:1"},
		journal.Record{Kind: journal.Ended, Status: 1, Error: "'\x1b[31mred': not found"}).Close()
	out, _, _ := run(t, dir, "list")
	shown, _, _ := run(t, dir, "show", "a\nb\x1b\xff ü\\")
	if want := `a\nb\x1b\xff ü\ try failed 0 attempts TIME`; strings.Join(strings.Fields(out),
		" ") != want {
		t.Errorf("%q", out)
	}
	if want := "TIME  journal \"a\\nb\\x1b\\xff ü\\\\\" try\nTIME  opened process 7 at " +
		"s\\a:1:1\nTIME  ended status 1 '\\x1b[31mred': not found\n"; shown != want {
		t.Errorf("%q", shown)
	}
}

// A file that is no journal, or no longer one, stays unchanged. Only remove removes a former
// journal.
func TestWhatIsNoJournal(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir, "good", "try", journal.Record{Kind: journal.Opened},
		journal.Record{Kind: journal.Started, ID: "id"},
		journal.Record{Kind: journal.Begun, Attempt: 1}).Close()
	good, err := os.ReadFile(filepath.Join(dir, "good"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"text": "important\n", "binary": "\x00\x01\x02", "short": "{", "other": `{"a":1}`,
		"damaged": strings.Replace(string(good), "started", "stopped", 1),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("good", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	const no, irregular, line3 = "it is not a journal", "not a regular file",
		"damaged: line 3: its checksum is wrong"
	for name, want := range map[string]string{
		"text": no, "binary": no, "other": no, "dir": irregular, "link": irregular,
		"fifo": irregular, "damaged": line3,
	} {
		for _, verb := range []string{"show", "adopt", "remove"} {
			_, errs, status := run(t, dir, verb, name)
			switch {
			case verb == "remove" && name == "damaged":
				if errs != "" || status != 0 {
					t.Errorf("%s %s: %q, %d", verb, name, errs, status)
				}
			case errs != "ftsh-state journal: "+name+": "+want+"\n" || status != 1:
				t.Errorf("%s %s: %q, %d", verb, name, errs, status)
			}
		}
		if name == "damaged" || files[name] == "" {
			continue
		}
		if now, err := os.ReadFile(filepath.Join(dir, name)); string(now) != files[name] {
			t.Errorf("%s: %q, %v", name, now, err)
		}
	}
	if _, errs, status := run(t, dir, "adopt",
		"short"); errs != "ftsh-state journal: short: nothing has begun\n" || status != 1 {
		t.Errorf("%q, %d", errs, status)
	}
}

func TestWrongWords(t *testing.T) {
	for args, want := range map[string]string{
		"":         "expected list, show, remove or adopt, found nothing",
		"frob":     `expected list, show, remove or adopt, found "frob"`,
		"list x":   "list takes no names",
		"show":     "show: expected the name of a journal, found nothing",
		"--frob x": "flag provided but not defined: -frob",
	} {
		out, errs, status := run(t, t.TempDir(), strings.Fields(args)...)
		if first, _, _ := strings.Cut(errs, "\n"); out != "" ||
			first != "ftsh-state journal: "+want || status != 2 {
			t.Errorf("%s: %q, %q, %d", args, out, first, status)
		}
	}
	if out, errs, status := run(t, t.TempDir(), "--help"); out != usage || errs != "" ||
		status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
}
