package fd

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// The null device has a descriptor only for a process, and one for each File.
func TestNullTakesADescriptorOnlyForAProcess(t *testing.T) {
	const out = unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC
	w, w2 := open(t, "/dev/null", out), open(t, "/dev/null", out|unix.O_APPEND)
	r := open(t, "/dev/null", unix.O_RDONLY)
	for _, f := range []File{w, w2, r} {
		if _, ok := f.(*null); !ok {
			t.Fatalf("opened as %T", f)
		}
	}
	if n, err := w.Write(bg, []byte("text")); n != 4 || err != nil || w.Mode() != Writable {
		t.Errorf("write: %d, %v; mode %v", n, err, w.Mode())
	}
	if n, err := w.Read(bg, make([]byte, 1)); n != 0 || err != syscall.EBADF {
		t.Errorf("read of a file for writing: %d, %v", n, err)
	}
	if n, err := r.Read(bg, make([]byte, 1)); n != 0 || err != io.EOF || r.Mode() != Readable {
		t.Errorf("read: %d, %v; mode %v", n, err, r.Mode())
	}
	if n, err := r.Write(bg, []byte("text")); n != 0 || err != syscall.EBADF {
		t.Errorf("write to a file for reading: %d, %v", n, err)
	}
	wantLine(t, r, "", io.EOF)
	a, err := w.Fd()
	if err != nil {
		t.Fatal(err)
	}
	b, err := w2.Fd()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := w.Fd(); again != a || a == b {
		t.Errorf("descriptors %d, %d and %d", a, again, b)
	}
	if flags, err := unix.FcntlInt(uintptr(b), unix.F_GETFL, 0); err != nil ||
		flags&(unix.O_ACCMODE|unix.O_APPEND) != unix.O_WRONLY|unix.O_APPEND {
		t.Errorf("flags %#o, %v", flags, err)
	}
	w.Retain().Release()
	if _, err := unix.FcntlInt(uintptr(a), unix.F_GETFD, 0); err != nil {
		t.Errorf("closed too early: %v", err)
	}
	for _, f := range []File{w, w2, r} {
		f.Release()
	}
	if _, err := unix.FcntlInt(uintptr(a), unix.F_GETFD, 0); err == nil {
		t.Errorf("descriptor %d is left open", a)
	}
}

// Whatever else is asked of the path, or lies there, is opened like any other file.
func TestNullOnlyAsUsual(t *testing.T) {
	if f := openNull("/dev/null", unix.O_RDWR|unix.O_CREAT); f != nil {
		t.Error("both ways")
	}
	if f := openNull("/dev/null", unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL); f != nil {
		t.Error("with O_EXCL")
	}
	name := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink("/dev/null", name); err != nil {
		t.Fatal(err)
	}
	if f := openNull(name, unix.O_WRONLY); f != nil {
		t.Error("by a link")
	}
	var st unix.Stat_t
	if err := unix.Stat("/dev/null", &st); err != nil || !isNull(&st) {
		t.Fatalf("/dev/null: %v, %+v", err, st)
	}
	st.Mode &^= 0o022
	if isNull(&st) {
		t.Error("with a mode of its own")
	}
	if err := unix.Stat("/dev/zero", &st); err == nil && isNull(&st) {
		t.Error("/dev/zero")
	}
}
