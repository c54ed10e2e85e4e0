package known

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/duration"
)

// All tables can be read, and each entry says what it means.
func TestTables(t *testing.T) {
	want := "apt-get aws condor_q condor_submit curl docker gcloud git podman qsub restic rsync " +
		"sbatch scancel scp squeue ssh wget"
	if got := strings.Join(Programs(), " "); got != want {
		t.Errorf("programs: %s, want %s", got, want)
	}
	for _, p := range Programs() {
		table, err := Read(p, "")
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if len(table.Entries) == 0 {
			t.Errorf("%s: no entries", p)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"# fine\n\npermanentt 1 x", `f:3:1: expected permanent, transient, after, unknown, source, ` +
			`provoked or include, found "permanentt"`},
		{"permanent x", "f:1:11: expected exit statuses, or a pattern such as '*nvalid partition*'" +
			`, found "x"`},
		{"  transient 1,x y", `f:1:13: expected exit statuses from 1 to 255, such as 75 or 1,2 or ` +
			`64-78, found "1,x"`},
		{"permanent 1", "f:1:12: expected what the failure means, in a few words, found the end of " +
			"the line"},
		{"permanent 1 '*x", `f:1:13: expected a pattern that a ' ends, found "'*x"`},
		{"permanent 1 'full' x", "f:1:13: expected a pattern with a *, since it is compared with a " +
			`whole line, found "'full'"`},
		{"after soon 1 x", `f:1:7: expected a duration such as 30s, or said, found "soon"`},
		{"after said or 1 y", `f:1:15: expected a duration such as 30s, or said, found "1"`},
		{"source", "f:1:7: expected the document that says so, found the end of the line"},
		{"provoked here", `f:1:10: expected the end of the line after provoked, found "here"`},
		{"include nosuch", `f:1:9: expected a program with a table, found "nosuch"`},
		{"include ssh with 7", "f:1:13: expected the end of the line, or as and a status, found " +
			`"with"`},
		{"include ssh as x", "f:1:16: expected exit statuses from 1 to 255, such as 75 or 1,2 or " +
			`64-78, found "x"`},
	} {
		_, err := parse("f", c[0], embedded)
		if err == nil || err.Error() != c[1] {
			t.Errorf("%q: %v, want %s", c[0], err, c[1])
		}
	}
}

// The first entry that fits decides.
func TestLook(t *testing.T) {
	entries, err := parse("prog", `
after said or 30s 1 '*busy*'  it is busy
unknown 1 '*perhaps*'         nobody knows
permanent 1,2                 it is wrong
transient '*later*'           it may pass
include restic
include restic as 7
`, embedded)
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{Program: "prog", Entries: entries}
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		status int
		text   string
		want   string
	}{
		{1, "server busy", "after said or 30s, 30s: it is busy"},
		{1, "server busy\nRetry-After: 7", "after said or 30s, 7s: it is busy"},
		{1, "server busy, try again in 5 minutes.", "after said or 30s, 5m: it is busy"},
		{1, "server busy (wait 90s)", "after said or 30s, 1m30s: it is busy"},
		{1, "retry-after: Fri, 27 Nov 2026 12:01:00 GMT\r\nbusy\r\n", "after said or 30s, 1m: it is busy"},
		{1, "retry-after: Fri, 27 Nov 2026 11:01:00 GMT\nbusy", "after said or 30s, 0s: it is busy"},
		{1, "perhaps", ""},
		{1, "", "permanent, 0s: it is wrong"},
		{2, "x", "permanent, 0s: it is wrong"},
		{3, "x", ""},
		{3, "a\nlater\nb", "transient, 0s: it may pass"},
		{11, "", "transient, 0s: the repository is locked"},
	} {
		got := ""
		if f, ok := table.Look(c.status, NewText(c.text), now); ok {
			got = f.verdict() + ", " + duration.Format(f.After) + ": " + f.Meaning
		}
		if got != c.want {
			t.Errorf("%d %q: %q, want %q", c.status, c.text, got, c.want)
		}
	}
}

// A connection that breaks in the middle of a submission is no mistake in the description, though
// condor_submit says so, too.
func TestBrokenSubmission(t *testing.T) {
	table, err := Read("condor_submit", "")
	if err != nil {
		t.Fatal(err)
	}
	const mistake = "ERROR: on Line 14 of submit file: \n" +
		"ERROR: Failed to parse command file (line 14).\n"
	for text, want := range map[string]string{
		mistake: "permanent",
		"ERROR: Failed submission for job 35.-1 - aborting entire submit\n\n" +
			"ERROR: Failed to queue job.\n\n" + mistake: "transient",
	} {
		f, _ := table.Look(1, NewText(text), time.Time{})
		if got := f.verdict(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestProgramOf(t *testing.T) {
	for _, c := range [][2]string{
		{"/usr/bin/curl -f x", "curl"}, {"sudo -u git rsync a b", "rsync"},
		{"env A=b -u C nice -n 5 curl x", "curl"}, {"timeout -k 5 -s INT 10s curl x", "curl"},
		{"nohup prog curl", "prog"}, {"sudo", "sudo"}, {"sudo -u curl", "sudo"},
		{"command -v curl", "command"}, {"ionice -c3 -p 7", "ionice"}, {"ionice -c 3 curl", "curl"},
		{"timeout --signal KILL 10s /bin/curl x", "curl"}, {"env - curl", "curl"},
		{"detach busybox wget x", "wget"}, {"sudo -n -- apt-get update", "apt-get"},
		{"", ""}, {"xargs curl", "xargs"}, {"sudo A=b git pull", "git"},
	} {
		if got := ProgramOf(strings.Fields(c[0])); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// The user's entries come first. A file that others may have written, or with a mistake, is left
// out, and reported once.
func TestUsersTable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "curl")
	write := func(text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	look := func() (string, string) {
		t.Helper()
		var l Library
		table, err := l.Table("curl", dir)
		said := ""
		if err != nil {
			said = strings.ReplaceAll(err.Error(), dir, "DIR")
			if _, err := l.Table("curl", dir); err != nil {
				t.Errorf("reported twice: %v", err)
			}
		}
		f, ok := table.Look(6, NewText(""), time.Now())
		if !ok {
			return "", said
		}
		return f.Meaning, said
	}
	const built = "the name of the host is not found at the moment"
	for _, c := range []struct {
		text         string
		mode         os.FileMode
		means, error string
	}{
		{"permanent 6 no such host here", 0o600, "no such host here", ""},
		{"permanent 6 no such host here", 0o644, "no such host here", ""},
		{"unknown 6 who knows", 0o600, "", ""},
		{"permanent 99 another", 0o600, built, ""},
		{"permanent 6 no such host here\n#" + strings.Repeat("x", 1<<20-32) + "\n", 0o600,
			"no such host here", ""},
		{"permanent 6 no such host here\n#" + strings.Repeat("x", 1<<20-31) + "\n", 0o600, built,
			"DIR/curl: expected 1 MiB at most, found more"},
		{"permanent 6 x", 0o622, built, "open DIR/curl: others may write to it (mode 0622): chmod go-w"},
		{"permanent 6", 0o600, built, "DIR/curl:1:12: expected what the failure means, in a few " +
			"words, found the end of the line"},
	} {
		write(c.text, c.mode)
		if means, err := look(); means != c.means || err != c.error {
			t.Errorf("%.80q (%#o): %q, %q; want %q, %q", c.text, c.mode, means, err, c.means, c.error)
		}
	}
	write("permanent 6 no such host here", 0o600)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if means, err := look(); means != built ||
		err != "open DIR: others may write to it (mode 0777): chmod go-w" {
		t.Errorf("a directory of others: %q, %q", means, err)
	}
}

func TestDir(t *testing.T) {
	for _, c := range []struct{ known, config, home, want string }{
		{"", "", "", ""}, {"", "", "/home/a", "/home/a/.config/ftsh/known"},
		{"", "/c", "/home/a", "/c/ftsh/known"}, {"", "c", "/home/a", "/home/a/.config/ftsh/known"},
		{"k", "/c", "/home/a", "/pwd/k"}, {"/k", "/c", "/home/a", "/k"},
	} {
		value := map[string]string{"FTSH_KNOWN_DIR": c.known, "XDG_CONFIG_HOME": c.config,
			"HOME": c.home}
		got := Dir(func(name string) string { return value[name] }, "/pwd")
		if got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
