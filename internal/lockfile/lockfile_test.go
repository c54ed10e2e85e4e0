package lockfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// write makes a file and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// open opens a file for the duration of the test.
func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := Open(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	target := write(t, dir, "target", "precious\n")
	link, fifo, hard := filepath.Join(dir, "link"), filepath.Join(dir, "fifo"),
		filepath.Join(dir, "hard")
	if err := errors.Join(os.Symlink(target, link), syscall.Mkfifo(fifo, 0o600),
		os.Link(target, hard)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		link: "not a regular file",
		fifo: "not a regular file",
		dir:  "not a regular file",
		hard: "it has another name as well (a hard link): remove one of them",
	} {
		for _, flags := range []int{os.O_RDONLY, os.O_RDWR | os.O_CREATE} {
			if _, err := Open(path, flags, 0o600); err == nil ||
				err.Error() != "open "+path+": "+want {
				t.Errorf("%v", err)
			}
		}
	}
	if f, err := OpenAny(hard, os.O_RDWR, 0); err != nil {
		t.Errorf("OpenAny: %v", err)
	} else {
		f.Close()
	}
	if _, err := Open(filepath.Join(dir, "none"), os.O_RDWR, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	if _, err := Open(link, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("exclusively: %v", err)
	}
}

func TestLocks(t *testing.T) {
	path := write(t, t.TempDir(), "lock", "")
	a, b := open(t, path), open(t, path)
	if err := Try(a); err != nil {
		t.Fatal(err)
	}
	if err := Try(b); err != ErrLocked {
		t.Errorf("a second lock: %v", err)
	}
	over, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if err := Within(over, b, time.Millisecond); err == nil || err.Error() != "enough" {
		t.Errorf("waited in vain: %v", err)
	}
	taken := make(chan error)
	go func() { taken <- Within(t.Context(), b, time.Millisecond) }()
	Free(a)
	if err := <-taken; err != nil {
		t.Errorf("waited: %v", err)
	}
	Free(b)
	if err := errors.Join(Share(a), Share(b)); err != nil {
		t.Errorf("shared: %v", err)
	}
	Free(a)
	Free(b)
	if err := Wait(a); err != nil {
		t.Error(err)
	}
}

func TestCurrent(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", "")
	f := open(t, path)
	if !Current(f, path) {
		t.Error("it is not")
	}
	if err := os.Rename(write(t, dir, "b", ""), path); err != nil {
		t.Fatal(err)
	}
	if Current(f, path) || Current(f, filepath.Join(dir, "b")) {
		t.Error("it still is")
	}
}

// Of several processes making a file at once, one succeeds, and nobody finds it without its
// content.
func TestMakeAtOnce(t *testing.T) {
	for range 20 {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		write(t, dir, "a.new", "of a process that was killed")
		var all sync.WaitGroup
		var made atomic.Int32
		for range 8 {
			all.Go(func() {
				f, err := Make(path, "content\n", Wait)
				if err == nil {
					made.Add(1)
					f.Close()
				} else if !errors.Is(err, fs.ErrExist) {
					t.Error(err)
				}
				if text, err := os.ReadFile(path); string(text) != "content\n" || err != nil {
					t.Errorf("%q, %v", text, err)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 1 {
			t.Errorf("made %d times", n)
		}
		if names, err := filepath.Glob(dir + "/*"); err != nil || len(names) != 1 {
			t.Errorf("left: %v, %v", names, err)
		}
	}
}

// Others find the file locked.
func TestMakeLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f, err := Make(path, "", Try)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Try(open(t, path)); err != ErrLocked {
		t.Errorf("%v", err)
	}
	if !Current(f, path) {
		t.Error("another file was made")
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", "old\n")
	fill := func(f *os.File) error {
		_, err := f.WriteString("new\n")
		return errors.Join(err, f.Chmod(0o640))
	}
	no := errors.New("no")
	for _, err := range []error{
		Replace(path, ".a.*", func(*os.File) error { return no }, nil),
		Replace(path, ".a.*", fill, func() error { return no }),
	} {
		if text, e := os.ReadFile(path); !errors.Is(err, no) || string(text) != "old\n" ||
			e != nil {
			t.Errorf("%v: %q, %v", err, text, e)
		}
	}
	if err := Replace(path, ".a.*", fill, nil); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(path)
	info, err2 := os.Stat(path)
	if string(text) != "new\n" || err != nil || err2 != nil || info.Mode() != 0o640 {
		t.Errorf("%q, %v, %v", text, info, errors.Join(err, err2))
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
		t.Errorf("left: %v, %v", names, err)
	}
}

func TestFill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{"one\n", "", "three, which is longer\n"} {
		if err := errors.Join(Reserve(path), Fill(path, text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); string(got) != text || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
}
