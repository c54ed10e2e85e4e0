//go:build linux

package tests

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ftsh/internal/subject"
)

// shell is built once for all tests here.
var shell subject.Build

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == forkStorm {
		beForkStorm()
	}
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// need finds programs, or fails the test.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Fatalf("%v (.ci/run installs it)", err)
		}
	}
}

// A pair runs the same work under dash and under ftsh from the same paths, so the outputs and files
// can be compared byte for byte. The shell is one link, the directory one name, and both are used
// in turn.
type pair struct {
	top    string
	dash   string
	tested subject.Shell
	prefix []string // arguments of a shell in its place
}

func newPair(t *testing.T) *pair {
	need(t, "dash")
	dash, err := exec.LookPath("dash")
	if err != nil {
		t.Fatal(err)
	}
	sh := shell.Get(t)
	return &pair{top: t.TempDir(), dash: dash, tested: sh, prefix: sh.Args}
}

// An outcome is the result of one shell.
type outcome struct {
	stdout, stderr string
	status         int
	files          map[string]string // path → mode and content afterwards
}

// each prepares the directory, runs the command line made by argv from the shell's path, and
// collects the outcome: first under dash, then under ftsh.
func (p *pair) each(t *testing.T, prepare func(dir string), argv func(sh string) []string,
	env ...string) (dash, ftsh outcome) {
	t.Helper()
	link, dir := filepath.Join(p.top, "ftsh"), filepath.Join(p.top, "work")
	one := func(target string, prefix []string) outcome {
		for _, path := range []string{link, dir} {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		prepare(dir)
		words := argv(link)
		if words[0] == link {
			words = append(append([]string{link}, prefix...), words[1:]...)
		}
		return runIn(t, dir, words, env)
	}
	return one(p.dash, nil), one(p.tested.Path, p.prefix)
}

func runIn(t *testing.T, dir string, words, env []string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	tmp := t.TempDir()
	cmd.Env = append([]string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + dir, "LC_ALL=C.UTF-8",
		"TZ=UTC", "TMPDIR=" + tmp}, env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	o := outcome{stdout: mask(stdout.String(), tmp), stderr: mask(stderr.String(), tmp),
		status: cmd.ProcessState.ExitCode(), files: tree(t, dir)}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("%v left %v in TMPDIR (%v)", words, left, err)
	}
	return o
}

// mask hides the name of the temporary directory, different in each run.
func mask(s, tmp string) string { return strings.ReplaceAll(s, tmp, "TMPDIR") }

// tree reads all files below dir.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := ""
		switch {
		case info.Mode().IsRegular():
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			text = string(b)
		case info.Mode()&fs.ModeSymlink != 0:
			if text, err = os.Readlink(p); err != nil {
				return err
			}
		}
		files[rel] = info.Mode().String() + "\n" + text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// compare reports the differences between the outcomes.
func compare(t *testing.T, dash, ftsh outcome) {
	t.Helper()
	if dash.status != ftsh.status {
		t.Errorf("status: dash %d, ftsh %d", dash.status, ftsh.status)
	}
	if d := difference(dash.stdout, ftsh.stdout); d != "" {
		t.Errorf("stdout: %s", d)
	}
	if d := difference(dash.stderr, ftsh.stderr); d != "" {
		t.Errorf("stderr: %s", d)
	}
	for name, want := range dash.files {
		got, ok := ftsh.files[name]
		if !ok {
			t.Errorf("%s: only dash made it", name)
		} else if d := difference(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	for name := range ftsh.files {
		if _, ok := dash.files[name]; !ok {
			t.Errorf("%s: only ftsh made it", name)
		}
	}
}

// difference returns the first line with a difference, or "".
func difference(dash, ftsh string) string {
	if dash == ftsh {
		return ""
	}
	a, b := strings.Split(dash, "\n"), strings.Split(ftsh, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "line " + strconv.Itoa(i+1) + "\n    dash: " + clip(a[i]) + "\n    ftsh: " +
				clip(b[i])
		}
	}
	return strconv.Itoa(len(a)) + " lines under dash, " + strconv.Itoa(len(b)) +
		" under ftsh; the longer ends\n    " +
		clip(strings.Join(append(a, b...)[max(len(a), len(b))-1:], "\n"))
}

func clip(s string) string {
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return strconv.Quote(s)
}
