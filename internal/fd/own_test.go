//go:build linux

package fd

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

func TestOwnAt(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, target := range map[string]string{
		"out": "/dev/stdout", "again": "out", "dev": "/dev", "fds": "/proc/self/fd",
		"up":   "../" + filepath.Base(dir) + "/out",
		"loop": "loop", "file": "/dev/null", "nowhere": "missing", "mine": "/proc/self/fd/7",
		"other": "/proc/1/fd/1",
		"exe":   "/proc/self/exe", "word": "/proc/self/fd/x", "slash": "/proc/self/fd/7/",
		"pid": "/proc/" + strconv.Itoa(os.Getpid()) + "/fd/8", "thread": "/proc/thread-self/fd/9",
	} {
		if err := os.Symlink(target, in(name)); err != nil {
			t.Fatal(err)
		}
	}
	d, err := OpenDir(AtCwd, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	// Descriptor 7 is open, so that the paths exist; its file does not matter when a link is read.
	seven, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer seven.Close()
	for _, n := range []int{7, 8, 9} {
		if _, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0); err != nil {
			if err := unix.Dup3(int(seven.Fd()), n, unix.O_CLOEXEC); err != nil {
				t.Fatal(err)
			}
			defer unix.Close(n)
		}
	}
	for path, want := range map[string]int{
		"out": 1, "again": 1, "./again": 1, "dev/stderr": 2, "dev//./stdin": 0, "fds/2": 2, "up": 1,
		"mine":      7,
		in("again"): 1, "/dev//stdout": 1, "/proc/self/fd/2": 2, "pid": 8, "thread": 9,
		"loop": -1, "file": -1, "nowhere": -1, "missing": -1, "other": -1, "exe": -1, "word": -1,
		"slash": -1, "": -1, "/": -1,
		"/dev/null": -1, "fds": -1,
	} {
		n, ok := OwnAt(d.Fd(), path)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%q: descriptor %d, want %d", path, n, want)
		}
	}
}

func TestOpenForTruncatesNoOwnDescriptor(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	path := ownFds + strconv.Itoa(int(f.Fd()))
	for _, owned := range []bool{false, true} {
		_, err = OpenFor(t.Context(), owned, AtCwd, path, unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC,
			0o666)
		if own := Own(0); !errors.As(err, &own) || int(own) != int(f.Fd()) {
			t.Errorf("owned %v: %v", owned, err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	// Another process's descriptor is a file like any other; /proc/self/exe is one under another
	// name.
	if _, err := OpenFor(t.Context(), true, AtCwd, "/proc/self/exe", unix.O_RDONLY, 0); err != nil {
		t.Error(err)
	}
}
