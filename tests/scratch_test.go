//go:build linux

package tests

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// releases replaces a directory and a file again and again. Each release has three files of the same
// content.
const releases = `
i=$1
while :; do
    i=$((i + 1))
    try scratch data
        for f in a b c; do echo "$i" >"$FTSH_SCRATCH/$f"; done
    end
    try scratch file index
        echo "$i" >"$FTSH_SCRATCH"
        echo "$i" >>"$FTSH_SCRATCH"
    end
    [ "$i" != "$2" ] || exit 0
done
`

// Whenever the shell is killed, a reader sees a whole release, the old one or the new one. The next
// run removes what is left.
func TestKilledScratch(t *testing.T) {
	t.Parallel()
	sh := subject.Get(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "releases"), []byte(releases), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(from, to string) *exec.Cmd {
		cmd := exec.Command(sh.Path, append(slices.Clone(sh.Args), "releases", from, to)...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	if err := run("0", "1").Wait(); err != nil {
		t.Fatal(err)
	}
	left := 0
	for round := range 12 {
		cmd := run(strconv.Itoa(1000*(round+1)), "none")
		for old, guard := readRelease(t, dir), time.Now().Add(3*time.Minute); readRelease(t, dir) == old; {
			if time.Now().After(guard) {
				t.Fatal("no new release")
			}
			time.Sleep(time.Millisecond)
		}
		for end := time.Now().Add(rand.N(20 * time.Millisecond)); time.Now().Before(end); {
			readRelease(t, dir)
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Signal(syscall.SIGKILL)
		_ = cmd.Wait()
		readRelease(t, dir)
		if boxes, _ := filepath.Glob(filepath.Join(dir, ".*.scratch.*")); boxes != nil {
			left++
		}
	}
	t.Logf("%d of 12 kills left something", left)
	if err := run("0", "1").Wait(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"data", "index", "releases"}; !slices.Equal(names, want) {
		t.Errorf("left: %q, want %q", names, want)
	}
	readRelease(t, dir)
}

// readRelease reads the directory and the file as a program does that opens them once. It returns
// the contents of the file.
func readRelease(t *testing.T, dir string) string {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(dir, "index"))
	if n := len(index) / 2; err != nil || n == 0 || string(index[:n]) != string(index[n:]) {
		t.Fatalf("index: %q, %v", index, err)
	}
	data, err := os.OpenRoot(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	var first string
	for _, name := range []string{"a", "b", "c"} {
		text, err := fs.ReadFile(data.FS(), name)
		if err != nil && !isCurrent(data, filepath.Join(dir, "data")) {
			return string(index) // the directory is being removed now
		}
		if first == "" {
			first = string(text)
		}
		if err != nil || string(text) != first || first == "" {
			t.Fatalf("%s: %q, after %q: %v", name, text, first, err)
		}
	}
	return string(index)
}

// isCurrent reports whether a path still leads to the open directory.
func isCurrent(root *os.Root, path string) bool {
	opened, err := root.Stat(".")
	now, err2 := os.Lstat(path)
	return err == nil && err2 == nil && os.SameFile(opened, now)
}
