package cron

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestCount(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "er")
	step := func(job string, failed bool, want int) {
		t.Helper()
		if n, err := count(dir, job, failed); n != want || err != nil {
			t.Errorf("%s, failed %v: %d, %v, want %d", job, failed, n, err, want)
		}
	}
	step("lock a", false, 0)
	if _, err := os.Stat(dir); err == nil {
		t.Error("a success has made the directory")
	}
	step("lock a", true, 1)
	step("lock a", true, 2)
	step("lock b", true, 1)
	step("lock a", true, 3)
	step("lock a", false, 0)
	step("lock a", true, 1)
	step("lock b", true, 2)
}

// What is no count is said once, and then there is one.
func TestCountOfADamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName("lock a"))
	for _, text := range []string{"", "many", "-3", strings.Repeat("9", 30), "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "12\nrest of another file that is longer than any count is"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := count(dir, "lock a", true); err == nil || err.Error() != path+": no count" {
			t.Errorf("%q: %d, %v", text, n, err)
		}
		if n, err := count(dir, "lock a", true); n != 2 || err != nil {
			t.Errorf("%q: then %d, %v", text, n, err)
		}
	}
}

// A count with another name as well is refused, and so not written to.
func TestCountThatIsAHardLink(t *testing.T) {
	dir := t.TempDir()
	path, target := filepath.Join(dir, fileName("lock a")), filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(target, path); err != nil {
		t.Fatal(err)
	}
	if n, err := count(dir, "lock a", true); err == nil || err.Error() != path+": it has another name as well (a hard link): remove one of them" {
		t.Errorf("%d, %v", n, err)
	}
	if data, err := os.ReadFile(target); err != nil || string(data) != "precious\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// A link, a fifo and a file that somebody keeps locked are errors, and nothing is waited for.
func TestCountRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName("lock a"))
	target := filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	if n, err := count(dir, "lock a", true); err == nil {
		t.Errorf("a link: %d", n)
	}
	if data, _ := os.ReadFile(target); string(data) != "precious\n" {
		t.Errorf("the link's target is %q", data)
	}
	os.Remove(path)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := count(dir, "lock a", true); err == nil || err.Error() != path+": no regular file" {
		t.Errorf("a fifo: %d, %v", n, err)
	}
	os.Remove(path)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if n, err := count(dir, "lock a", true); err == nil || err.Error() != path+": somebody keeps it locked" {
		t.Errorf("a locked one: %d, %v", n, err)
	}
}

func TestStateDir(t *testing.T) {
	if os.Geteuid() == 0 {
		if got, err := stateDir([]string{"HOME=/home/x"}); got != "/var/lib/ftsh/cron" || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	if got, err := stateDir([]string{"HOME=/home/x", "XDG_STATE_HOME=/s"}); got != "/s/ftsh/cron" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
