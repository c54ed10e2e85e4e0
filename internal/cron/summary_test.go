package cron

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.json")
	if err := replaceFile(path, "one\n"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := replaceFile(path, "two\n"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 10)
	if n, _ := reader.Read(buf); string(buf[:n]) != "one\n" {
		t.Errorf("who had it open reads %q", buf[:n])
	}
	st, err := os.Stat(path)
	if data, _ := os.ReadFile(path); err != nil || string(data) != "two\n" ||
		st.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, %v", data, st.Mode(), err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".*")); len(names) != 0 {
		t.Errorf("left behind: %q", names)
	}
}

// A link to a file is refused, wherever it leads, and stays unchanged. A link to a fifo is
// followed, unless it belongs to another user.
func TestReplaceFileThroughALink(t *testing.T) {
	dir := t.TempDir()
	precious, link := filepath.Join(dir, "precious"), filepath.Join(dir, "link")
	if err := os.WriteFile(precious, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := link + ": a symbolic link: name the file itself"
	for _, target := range []string{"precious", "nothing", dir} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if err := replaceFile(link, "x\n"); err == nil || err.Error() != refused {
			t.Errorf("%s: %v", target, err)
		}
		if to, err := os.Readlink(link); err != nil || to != target {
			t.Errorf("%s: the link leads to %q, %v", target, to, err)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(precious); err != nil || string(data) != "precious\n" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "nothing")); err == nil {
		t.Error("a file was made through a link")
	}
	if err := os.Symlink("/dev/null", link); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(link, "x\n"); err != nil {
		t.Error(err)
	}
	if os.Geteuid() != 0 {
		return // no other user's link can be made
	}
	if err := os.Lchown(link, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(link, "x\n"); err == nil ||
		err.Error() != link+": another user's symbolic link: name the file itself" {
		t.Error(err)
	}
}

// Devices and fifos are written to, not replaced. A fifo without a reader is an error, without a
// wait.
func TestReplaceFileThatIsNone(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(fifo, "x\n"); err == nil || err.Error() != fifo+": nobody reads it" {
		t.Error(err)
	}
	r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := replaceFile(fifo, "x\n"); err != nil {
		t.Error(err)
	}
	buf := make([]byte, 10)
	if n, err := r.Read(buf); string(buf[:n]) != "x\n" {
		t.Errorf("%q, %v", buf[:n], err)
	}
	if err := replaceFile(fifo, strings.Repeat("x", 1<<20)); err == nil {
		t.Error("a full fifo has taken a mebibyte")
	}
	if err := replaceFile("/dev/null", "x\n"); err != nil {
		t.Error(err)
	}
	if st, err := os.Stat("/dev/null"); err != nil || st.Mode()&os.ModeCharDevice == 0 {
		t.Error("/dev/null has been replaced")
	}
	if err := replaceFile(dir, "x\n"); err == nil || err.Error() != "open "+dir+": is a directory" {
		t.Error(err)
	}
	if err := replaceFile(filepath.Join(dir, "missing", "s"), "x\n"); err == nil {
		t.Error("a file in no directory")
	}
}
