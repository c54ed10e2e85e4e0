package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ftsh/internal/journal"
)

// run runs the command on a directory, and returns what it wrote, without times.
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
	filled(t, dir, "done", "try", opened, started, begun, journal.Record{Kind: journal.Succeeded, Attempt: 1, Output: &journal.Output{Size: 1, Text: "x"}}).Close()
	held := filled(t, dir, "held", "try", opened, started, begun)
	defer held.Close()
	if err := os.WriteFile(filepath.Join(dir, "bad"), []byte("{}\n{\"sum\":\"8a1b2c3d\",}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, status := run(t, dir, "list")
	if want := "a b   try  cut off, outcome unknown  1 attempt   TIME\nbad             new                   0 attempts  TIME\n" +
		"done  try  succeeded                 1 attempt   TIME\nheld  try  running                   1 attempt   TIME\n"; strings.Join(strings.Fields(out), " ") != strings.Join(strings.Fields(want), " ") || errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	out, errs, status = run(t, dir, "show", "done", "none")
	if want := "TIME  journal \"done\" try\nTIME  opened process 7 at s:1:1\nTIME  started id 3 times\nTIME  begun attempt 1\n" +
		"TIME  succeeded attempt 1 status 0 output of 1 bytes\n"; out != want || errs != "ftsh-state journal: none: no such file or directory\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if out, errs, status = run(t, dir, "adopt", "a b", "held"); out != "" || errs != "ftsh-state journal: held: another run has it, process 7\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if _, st, err := journal.Look(journal.System(), filepath.Join(dir, "a%20b")); err != nil || st.Hash != "" || st.Phase != journal.Running {
		t.Errorf("%+v, %v", st, err)
	}
	if out, errs, status = run(t, dir, "remove", "a b", "held"); out != "" || errs != "ftsh-state journal: held: another run has it, process 7\n" || status != 1 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
	if _, err := os.Stat(filepath.Join(dir, "a%20b")); !os.IsNotExist(err) {
		t.Error(err)
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
		if first, _, _ := strings.Cut(errs, "\n"); out != "" || first != "ftsh-state journal: "+want || status != 2 {
			t.Errorf("%s: %q, %q, %d", args, out, first, status)
		}
	}
	if out, errs, status := run(t, t.TempDir(), "--help"); out != usage || errs != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, errs, status)
	}
}
