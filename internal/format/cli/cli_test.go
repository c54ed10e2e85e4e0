package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	crooked  = "try 3 times\na\nend\n"
	straight = "try 3 times\n    a\nend\n"
	wrong    = "if a\n"
)

// run runs ftsh-fmt.
func run(in string, args ...string) (out, errs string, status int) {
	var o, e bytes.Buffer
	status = Main(args, strings.NewReader(in), &o, &e)
	return o.String(), e.String(), status
}

// script makes a file.
func script(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestStandardInput(t *testing.T) {
	for _, c := range []struct {
		in, args, out, errs string
		status              int
	}{
		{crooked, "", straight, "", 0},
		{crooked, "-i 0", "try 3 times\n\ta\nend\n", "", 0},
		{crooked, "--i=2", "try 3 times\n  a\nend\n", "", 0},
		{straight, "-d", "", "", 0},
		{crooked, "-d", "diff <standard input>.orig <standard input>\n--- <standard " +
			"input>.orig\n+++ <standard input>\n@@ -1,3 +1,3 @@\n try 3 times\n-a\n+    a\n end\n",
			"", 1},
		{wrong, "", wrong, "<standard input>:2:1: left as it is: syntax error: expected " +
			"\"then\", found end of file\n", 1},
		{wrong, "-d", "", "<standard input>:2:1: left as it is: syntax error: expected \"then\", " +
			"found end of file\n", 1},
		{"", "", "", "", 0},
		{"", "-w", "", "ftsh-fmt: -w needs files: it cannot write to standard input\n" + usage,
			2},
		{"", "-x", "", "ftsh-fmt: flag provided but not defined: -x\n" + usage, 2},
		{"", "-i 17", "", "ftsh-fmt: -i 17: at most 16\n" + usage, 2},
		{"", "-h", usage, "", 0},
	} {
		out, errs, status := run(c.in, strings.Fields(c.args)...)
		if out != c.out || errs != c.errs || status != c.status {
			t.Errorf("%q %s: status %d\n%s\n%s", c.in, c.args, status, out, errs)
		}
	}
}

func TestWrite(t *testing.T) {
	path := script(t, "a script", crooked, 0o751)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if out, errs, status := run("", link, "-w"); out != "" || errs != "" || status != 0 {
		t.Fatalf("%s%s%d", out, errs, status)
	}
	info, err := os.Lstat(path)
	if got := read(t, path); err != nil || got != straight || info.Mode() != 0o751 {
		t.Errorf("%v %v\n%s", err, info.Mode(), got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is none any more")
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
	before, _ := os.Stat(path)
	if _, _, status := run("", "-w", path); status != 0 {
		t.Error(status)
	}
	if after, _ := os.Stat(path); !os.SameFile(before, after) {
		t.Error("a file that does not change was written")
	}
}

func TestWriteAndDiff(t *testing.T) {
	path := script(t, "s", crooked, 0o644)
	out, errs, status := run("", "-w", "-d", path)
	if !strings.Contains(out, "-a\n+    a\n") || errs != "" || status != 0 ||
		read(t, path) != straight {
		t.Errorf("%s%s%d", out, errs, status)
	}
}

// A file left as it is, or not readable, keeps no other from being formatted.
func TestSeveralFiles(t *testing.T) {
	good, bad := script(t, "good", crooked, 0o644), script(t, "bad", wrong, 0o644)
	none := filepath.Join(t.TempDir(), "none")
	out, errs, status := run("", "-w", bad, none, good)
	want := bad + ":2:1: left as it is: syntax error: expected \"then\", found end of " +
		"file\nftsh-fmt: lstat " + none + ": no such file or directory\n"
	if out != "" || errs != want || status != 2 {
		t.Errorf("%q %d\n%s\nwant\n%s", out, status, errs, want)
	}
	if read(t, good) != straight || read(t, bad) != wrong {
		t.Error("the good one is to be formatted, the bad one not")
	}
}

func TestNotWritten(t *testing.T) {
	t.Run("hard links", func(t *testing.T) {
		path := script(t, "s", crooked, 0o644)
		if err := os.Link(path, path+"2"); err != nil {
			t.Fatal(err)
		}
		_, errs, status := run("", "-w", path)
		if want := "ftsh-fmt: " + path + ": not written: it has several names (hard links), " +
			"and a new file would have only one\n"; errs != want || status != 2 ||
			read(t, path) != crooked {
			t.Errorf("%d %s", status, errs)
		}
	})
	t.Run("changed meanwhile", func(t *testing.T) {
		path := script(t, "s", crooked, 0o644)
		f, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("somebody else\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := f.replace(straight); err == nil ||
			err.Error() != path+": not written: it has changed meanwhile" {
			t.Error(err)
		}
		if names, _ := os.ReadDir(filepath.Dir(path)); read(t, path) != "somebody else\n" ||
			len(names) != 1 {
			t.Errorf("%q %v", read(t, path), names)
		}
	})
	t.Run("a file that may not be written", func(t *testing.T) {
		if os.Getuid() == 0 {
			t.Skip("root may")
		}
		path := script(t, "s", crooked, 0o444)
		if _, errs, status := run("", "-w", path); errs != "ftsh-fmt: "+path+": not written: open "+
			path+": permission denied\n" || status != 2 || read(t, path) != crooked {
			t.Errorf("%d %s", status, errs)
		}
	})
	t.Run("a directory", func(t *testing.T) {
		dir := t.TempDir()
		if _, errs, status := run("", "-w", dir); errs != "ftsh-fmt: "+dir+": not a regular file\n" ||
			status != 2 {
			t.Errorf("%d %s", status, errs)
		}
	})
	t.Run("a full disk", func(t *testing.T) {
		var errs bytes.Buffer
		if status := Main(nil, strings.NewReader(crooked), full{}, &errs); status != 2 ||
			errs.String() != "ftsh-fmt: standard output: full\n" {
			t.Errorf("%d %s", status, errs.String())
		}
	})
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestTwoDashes(t *testing.T) {
	path := script(t, "-w", crooked, 0o644)
	t.Chdir(filepath.Dir(path))
	if out, errs, status := run("", "--", "-w"); out != straight || errs != "" || status != 0 {
		t.Errorf("%s%s%d", out, errs, status)
	}
}
