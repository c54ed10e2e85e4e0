package cron

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// minute is longer than any machine is frozen.
const minute = time.Minute

func TestCount(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "er")
	step := func(job string, failed bool, want int) {
		t.Helper()
		if n, err := (&counter{dir, minute}).count(job, failed); n != want || err != nil {
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

// A damaged count is reported once, and then is valid again.
func TestCountOfADamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName("lock a"))
	for _, text := range []string{"", "many", "-3", strings.Repeat("9", 30),
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"12\nrest of another file that is longer than any count is"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := (&counter{dir, minute}).count("lock a", true); err == nil ||
			err.Error() != path+": no count" {
			t.Errorf("%q: %d, %v", text, n, err)
		}
		if n, err := (&counter{dir, minute}).count("lock a", true); n != 2 || err != nil {
			t.Errorf("%q: then %d, %v", text, n, err)
		}
	}
}

// A count with a second name is refused, and is not written to.
func TestCountThatIsAHardLink(t *testing.T) {
	dir := t.TempDir()
	path, target := filepath.Join(dir, fileName("lock a")), filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(target, path); err != nil {
		t.Fatal(err)
	}
	if n, err := (&counter{dir, minute}).count("lock a", true); err == nil ||
		err.Error() != "open "+path+
			": it has another name as well (a hard link): remove one of them" {
		t.Errorf("%d, %v", n, err)
	}
	if data, err := os.ReadFile(target); err != nil || string(data) != "precious\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// A link, a fifo and a file kept locked by somebody are errors, without a wait.
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
	if n, err := (&counter{dir, minute}).count("lock a", true); err == nil {
		t.Errorf("a link: %d", n)
	}
	if data, _ := os.ReadFile(target); string(data) != "precious\n" {
		t.Errorf("the link's target is %q", data)
	}
	os.Remove(path)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := (&counter{dir, minute}).count("lock a", true); err == nil ||
		err.Error() != "open "+path+": not a regular file" {
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
	if n, err := (&counter{dir, 0}).count("lock a", true); err == nil ||
		err.Error() != path+": another process keeps it locked" {
		t.Errorf("a locked one: %d, %v", n, err)
	}
}

// Two first failures at once are both counted: neither finds an unfinished file of the other.
func TestFirstCountsAtOnce(t *testing.T) {
	for range 20 {
		dir := filepath.Join(t.TempDir(), "deep")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if n, err := (&counter{dir, minute}).count("lock a", true); err != nil || n < 1 ||
					n > 8 {
					t.Errorf("%d, %v", n, err)
				}
			})
		}
		all.Wait()
		if n, err := (&counter{dir, minute}).count("lock a", true); n != 9 || err != nil {
			t.Errorf("then %d, %v", n, err)
		}
		names, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(names) != 1 {
			t.Errorf("left: %v, %v", names, err)
		}
	}
}

// No count is begun in a directory where others may write.
func TestCountInADirectoryOfOthers(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o770); err != nil {
		t.Fatal(err)
	}
	want := "open " + dir + ": others may write to it (mode 0770): chmod go-w"
	if n, err := (&counter{dir, minute}).count("lock a", true); err == nil || err.Error() != want {
		t.Errorf("%d, %v", n, err)
	}
}

func TestStateDir(t *testing.T) {
	root := "/s/ftsh/cron"
	if os.Geteuid() == 0 {
		root = "/var/lib/ftsh/cron"
	}
	for env, want := range map[string]string{
		"HOME=/home/x XDG_STATE_HOME=/s":                   root,
		"HOME=/home/x XDG_STATE_HOME=/s FTSH_STATE_DIR=/f": "/f/cron",
	} {
		if got, err := stateDir(strings.Fields(env)); got != want || err != nil {
			t.Errorf("%s: %s, %v", env, got, err)
		}
	}
}
