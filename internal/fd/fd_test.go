package fd

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

var bg = context.Background()

func tempWith(t *testing.T, data string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func open(t *testing.T, name string, flags int) File {
	t.Helper()
	f, err := Open(bg, AtCwd, name, flags, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// osOf returns the operating-system descriptor of f.
func osOf(f File) *descriptor { return f.(*descriptor) }

// fdOf is Fd for the test's own use, without handing the descriptor out.
func fdOf(f File) int { return osOf(f).number() }

func wantLine(t *testing.T, f File, want string, wantErr error) {
	t.Helper()
	line, err := f.ReadLine(bg, '\n', 0)
	if string(line) != want || err != wantErr {
		t.Fatalf("ReadLine = %q, %v; want %q, %v", line, err, want, wantErr)
	}
}

func offset(t *testing.T, f File) int64 {
	t.Helper()
	at, err := unix.Seek(fdOf(f), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestOpenIsHighAndCloexec(t *testing.T) {
	f := open(t, tempWith(t, "x"), unix.O_RDONLY)
	defer f.Release()
	n, err := f.Fd()
	if err != nil || n < 10 {
		t.Fatalf("Fd = %d, %v; want 10 or more", n, err)
	}
	flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0)
	if err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("flags %#x, %v; want close-on-exec", flags, err)
	}
}

func TestOpenError(t *testing.T) {
	_, err := Open(bg, AtCwd, filepath.Join(t.TempDir(), "none"), unix.O_RDONLY, 0)
	if err != syscall.ENOENT {
		t.Errorf("error %v, want ENOENT", err)
	}
}

func TestReleaseClosesOwnOnly(t *testing.T) {
	f := open(t, tempWith(t, "x"), unix.O_RDONLY)
	n, _ := f.Fd()
	f.Retain()
	f.Release()
	if _, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0); err != nil {
		t.Fatalf("closed with a reference left: %v", err)
	}
	w := Wrap(n, false)
	w.Release()
	if _, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0); err != nil {
		t.Fatalf("an inherited descriptor was closed: %v", err)
	}
	f.Release()
	if _, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0); err != syscall.EBADF {
		t.Fatalf("not closed with the last reference: %v", err)
	}
}

// ways are the ways to open a file.
func ways() map[string]func(context.Context, int, string, int, uint32) (File, error) {
	return map[string]func(context.Context, int, string, int, uint32) (File, error){
		"Open": Open,
		"OpenFor": func(ctx context.Context, dirfd int, path string, flags int,
			mode uint32) (File, error) {
			return OpenFor(ctx, true, dirfd, path, flags, mode)
		},
	}
}

func TestFifoOpenCancelled(t *testing.T) {
	name := fifo(t)
	for way, open := range ways() {
		for _, flags := range []int{unix.O_RDONLY, unix.O_WRONLY} {
			ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
			_, err := open(ctx, AtCwd, name, flags, 0)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s, flags %d: error %v, want deadline exceeded", way, flags, err)
			}
		}
	}
}

// The two ends meet, in whatever way each is opened, and though neither writes.
func TestFifoOpenMeets(t *testing.T) {
	for reader, openR := range ways() {
		for writer, openW := range ways() {
			t.Run(reader+writer, func(t *testing.T) {
				name := fifo(t)
				ctx, cancel := context.WithCancel(bg)
				defer cancel()
				var w File
				done := make(chan error)
				go func() {
					var err error
					w, err = openW(ctx, AtCwd, name, unix.O_WRONLY, 0)
					done <- err
				}()
				r, err := openR(ctx, AtCwd, name, unix.O_RDONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Release()
				if err := <-done; err != nil {
					t.Fatal(err)
				}
				for _, f := range []File{r, w} {
					n, _ := f.Fd()
					if flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFL, 0); err != nil ||
						flags&unix.O_NONBLOCK != 0 {
						t.Errorf("flags %#x, %v; want no O_NONBLOCK", flags, err)
					}
				}
				if _, err := w.Write(ctx, []byte("hello\nrest")); err != nil {
					t.Fatal(err)
				}
				w.Release()
				wantLine(t, r, "hello\n", nil)
				wantLine(t, r, "rest", io.EOF)
			})
		}
	}
}

// A writer that has come and gone counts as a writer.
func TestFifoOpenMeetsWhatIsGone(t *testing.T) {
	for way, open := range ways() {
		name := fifo(t)
		ctx, cancel := context.WithCancel(bg)
		go func() {
			if w, err := unix.Open(name, unix.O_WRONLY, 0); err == nil {
				unix.Close(w)
			}
		}()
		r, err := open(ctx, AtCwd, name, unix.O_RDONLY, 0)
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		wantLine(t, r, "", io.EOF)
		r.Release()
		cancel()
	}
}

// fifo makes a fifo.
func fifo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestPipeReadCancelled(t *testing.T) {
	r, w, err := Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	defer w.Release()
	ctx, cancel := context.WithTimeout(bg, 10*time.Millisecond)
	defer cancel()
	if _, err := r.Read(ctx, make([]byte, 1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Read: %v", err)
	}
	if _, err := r.ReadLine(ctx, '\n', 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ReadLine: %v", err)
	}
}

func TestPipeWriteCancelledWhenFull(t *testing.T) {
	for _, nowait := range []bool{true, false} {
		r, w, err := Pipe()
		if err != nil {
			t.Fatal(err)
		}
		osOf(w).noNowait.Store(!nowait)
		ctx, cancel := context.WithTimeout(bg, time.Second) // a busy machine fills it by then
		n, err := w.Write(ctx, make([]byte, 1<<20))
		cancel()
		if n != 65536 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("nowait %v: Write = %d, %v; want 65536 and the deadline", nowait, n, err)
		}
		r.Release()
		w.Release()
	}
}

func TestPipeWriteLargeToSlowReader(t *testing.T) {
	for _, nowait := range []bool{true, false} {
		r, w, err := Pipe()
		if err != nil {
			t.Fatal(err)
		}
		osOf(r).noNowait.Store(!nowait)
		osOf(w).noNowait.Store(!nowait)
		want := strings.Repeat("0123456789abcdef", 20000)
		go func() {
			defer w.Release()
			ctx, cancel := context.WithCancel(bg)
			defer cancel()
			w.Write(ctx, []byte(want))
		}()
		var got strings.Builder
		buf := make([]byte, 5000)
		for {
			n, err := r.Read(bg, buf)
			got.Write(buf[:n])
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if got.String() != want {
			t.Errorf("nowait %v: %d bytes arrived differently", nowait, got.Len())
		}
		r.Release()
	}
}

func TestWriteWithoutReaderIsEPIPE(t *testing.T) {
	r, w, err := Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Release()
	r.Release()
	if _, err := w.Write(bg, []byte("x")); err != syscall.EPIPE {
		t.Errorf("error %v, want EPIPE", err)
	}
}

func TestNeverSetsNonblock(t *testing.T) {
	r, w, err := Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	defer w.Release()
	ctx, cancel := context.WithTimeout(bg, 5*time.Millisecond)
	defer cancel()
	w.Write(ctx, make([]byte, 100000))
	r.ReadLine(bg, '\n', 10)
	for _, f := range []File{r, w} {
		n, _ := f.Fd()
		flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFL, 0)
		if err != nil || flags&unix.O_NONBLOCK != 0 {
			t.Errorf("flags %#x, %v", flags, err)
		}
	}
}

func TestReadLineFile(t *testing.T) {
	f := open(t, tempWith(t, "one\ntwo\n\nlast"), unix.O_RDONLY)
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	wantLine(t, f, "two\n", nil)
	wantLine(t, f, "\n", nil)
	wantLine(t, f, "last", io.EOF)
	wantLine(t, f, "", io.EOF)
}

func TestReadLineLong(t *testing.T) {
	long := strings.Repeat("x", 300000)
	f := open(t, tempWith(t, long+"\nshort\n"), unix.O_RDONLY)
	defer f.Release()
	wantLine(t, f, long+"\n", nil)
	wantLine(t, f, "short\n", nil)
}

func TestReadLineLimitAndDelim(t *testing.T) {
	f := open(t, tempWith(t, "abcdef:gh"), unix.O_RDONLY)
	defer f.Release()
	for _, want := range []string{"abcd", "ef:", "gh"} {
		line, err := f.ReadLine(bg, ':', 4)
		if string(line) != want || err != nil && want != "gh" {
			t.Fatalf("ReadLine = %q, %v; want %q", line, err, want)
		}
	}
}

func TestOffsetIsExactOnceHandedOut(t *testing.T) {
	f := open(t, tempWith(t, "one\ntwo\nthree\nfour\n"), unix.O_RDONLY)
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	if _, err := f.Fd(); err != nil {
		t.Fatal(err)
	}
	if at := offset(t, f); at != 4 {
		t.Fatalf("offset %d after Fd, want 4", at)
	}
	wantLine(t, f, "two\n", nil)
	if at := offset(t, f); at != 8 {
		t.Fatalf("offset %d after a shared read, want 8", at)
	}
	// Another process skips a line.
	unix.Seek(fdOf(f), 6, 1)
	wantLine(t, f, "four\n", nil)
	wantLine(t, f, "", io.EOF)
}

func TestSyncAndReleaseGiveBack(t *testing.T) {
	f := open(t, tempWith(t, "one\ntwo\nthree\n"), unix.O_RDONLY)
	twin, err := unix.FcntlInt(uintptr(fdOf(f)), unix.F_DUPFD_CLOEXEC, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(twin)
	at := func() int64 { at, _ := unix.Seek(twin, 0, 1); return at }
	wantLine(t, f, "one\n", nil)
	f.Sync()
	if at() != 4 {
		t.Errorf("offset %d after Sync, want 4", at())
	}
	wantLine(t, f, "two\n", nil)
	f.Release()
	if at() != 8 {
		t.Errorf("offset %d after Release, want 8", at())
	}
}

func TestReadAndWriteAfterReadLine(t *testing.T) {
	f := open(t, tempWith(t, "one\ntwo\nthree\n"), unix.O_RDWR)
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	var b [2]byte
	if n, err := f.Read(bg, b[:]); n != 2 || err != nil || string(b[:]) != "tw" {
		t.Fatalf("Read = %d %q, %v", n, b, err)
	}
	if _, err := f.Write(bg, []byte("O")); err != nil {
		t.Fatal(err)
	}
	wantLine(t, f, "\n", nil)
	wantLine(t, f, "three\n", nil)
}

func TestReadLineGrowingFile(t *testing.T) {
	name := tempWith(t, "one\n")
	f := open(t, name, unix.O_RDONLY)
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	wantLine(t, f, "", io.EOF)
	a := open(t, name, unix.O_WRONLY|unix.O_APPEND)
	a.Write(bg, []byte("two\n"))
	a.Release()
	wantLine(t, f, "two\n", nil)
}

func TestReadLinePipeLeavesTheRest(t *testing.T) {
	r, w, err := Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	w.Write(bg, []byte("one\ntwo\nthree\nfour"))
	w.Release()
	wantLine(t, r, "one\n", nil)
	wantLine(t, r, "two\n", nil)
	n, err := r.Fd()
	if err != nil {
		t.Fatal(err)
	}
	var b [6]byte
	if c, err := unix.Read(n, b[:]); c != 6 || err != nil || string(b[:]) != "three\n" {
		t.Fatalf("another reader got %q, %v; want three", b[:c], err)
	}
	wantLine(t, r, "four", io.EOF)
}

func TestReadLinePipeInPieces(t *testing.T) {
	for _, never := range []bool{false, true} {
		r, w, err := Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if never {
			osOf(r).kind.Store(uint32(KindDevice)) // byte by byte
		}
		go func() {
			defer w.Release()
			for _, s := range []string{"a", "b", "c\nd", "e\n"} {
				w.Write(bg, []byte(s))
				time.Sleep(time.Millisecond)
			}
		}()
		wantLine(t, r, "abc\n", nil)
		wantLine(t, r, "de\n", nil)
		wantLine(t, r, "", io.EOF)
		r.Release()
	}
}

func TestChildSharesOffset(t *testing.T) {
	f := open(t, tempWith(t, "one\ntwo\nthree\n"), unix.O_RDONLY)
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	n, _ := f.Fd()
	dup, err := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, 10)
	if err != nil {
		t.Fatal(err)
	}
	in := os.NewFile(uintptr(dup), "in")
	defer in.Close()
	cmd := exec.Command("dash", "-c", "read x; echo $x")
	cmd.Stdin = in
	out, err := cmd.Output()
	if err != nil || string(out) != "two\n" {
		t.Fatalf("child read %q, %v", out, err)
	}
	wantLine(t, f, "three\n", nil)
}

func TestBadDescriptor(t *testing.T) {
	f := open(t, tempWith(t, "x"), unix.O_RDONLY)
	if _, err := f.Write(bg, []byte("y")); err != syscall.EBADF {
		t.Errorf("write to a read-only descriptor: %v, want EBADF", err)
	}
	f.Release()
	r, w, _ := Pipe()
	defer r.Release()
	defer w.Release()
	if _, err := w.Read(bg, make([]byte, 1)); err != syscall.EBADF {
		t.Errorf("read from the write end: %v, want EBADF", err)
	}
	if _, err := w.ReadLine(bg, '\n', 0); err != syscall.EBADF {
		t.Errorf("ReadLine from the write end: %v, want EBADF", err)
	}
	// As on a kernel without RWF_NOWAIT for pipes.
	r.(*descriptor).noNowait.Store(true)
	w.(*descriptor).noNowait.Store(true)
	if _, err := w.Read(bg, make([]byte, 1)); err != syscall.EBADF {
		t.Errorf("read from the write end: %v, want EBADF", err)
	}
	if _, err := r.Write(bg, []byte("y")); err != syscall.EBADF {
		t.Errorf("write to the read end: %v, want EBADF", err)
	}
	src := FromBytes("x")
	if _, err := src.Write(bg, []byte("y")); err != syscall.EBADF {
		t.Errorf("write to a here-document: %v, want EBADF", err)
	}
	dir := open(t, t.TempDir(), unix.O_RDONLY)
	defer dir.Release()
	if _, err := dir.Read(bg, make([]byte, 1)); err != syscall.EISDIR {
		t.Errorf("read of a directory: %v, want EISDIR", err)
	}
}
