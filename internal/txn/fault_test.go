package txn

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

// failureChannel returns a Failure and its channel.
func failureChannel() (chan error, Failure) {
	c := make(chan error, 10)
	return c, func(err error) { c <- err }
}

// recorded returns an Input of text; its directory has no room before place is called.
func recorded(t *testing.T, text string) (in *Input, place func()) {
	t.Helper()
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = w.Write(context.Background(), []byte(text))
		w.Release()
	}()
	dir := filepath.Join(t.TempDir(), "dir")
	in = NewInput(r, Spill{Dir: dir})
	r.Release()
	t.Cleanup(in.Release)
	return in, func() {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// program opens an Input as a process does.
func program(t *testing.T, in *Input) *os.File {
	t.Helper()
	n, err := in.Fd()
	if err != nil {
		t.Fatal(err)
	}
	m, err := syscall.Dup(n)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(m), "program")
	t.Cleanup(func() { f.Close() })
	return f
}

const three = 3 << 20

func TestInputIsWholeThoughItCouldNotBeKept(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", three/16)
	in, place := recorded(t, text)
	for range 2 {
		failed, failure := failureChannel()
		in.Begin(failure)
		p := program(t, in)
		got := make(chan int, 1)
		go func() {
			n, _ := io.Copy(io.Discard, p)
			got <- int(n)
		}()
		if err := <-failed; err != syscall.ENOENT {
			t.Errorf("reported %v", err)
		}
		if err := in.Err(); err != syscall.ENOENT {
			t.Errorf("Err is %v", err)
		}
		select {
		case n := <-got:
			t.Errorf("an end behind %d bytes", n)
		default:
		}
		p.Close() // the process is ended
		if n := len(failed); n != 0 {
			t.Errorf("reported %d times more", n)
		}
	}
	place()
	in.Begin(never(t))
	if got, err := io.ReadAll(program(t, in)); string(got) != text || err != nil {
		t.Errorf("%d bytes, not the %d: %v", len(got), len(text), err)
	}
	in.Begin(never(t))
	var got []byte
	buf := make([]byte, 1000)
	for {
		n, err := in.Read(context.Background(), buf)
		if got = append(got, buf[:n]...); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if string(got) != text {
		t.Errorf("%d bytes, not the %d", len(got), len(text))
	}
}

func TestLinesAreWholeThoughTheyCouldNotBeKept(t *testing.T) {
	in, place := recorded(t, strings.Repeat(line, 20<<10))
	failed, failure := failureChannel()
	in.Begin(failure)
	if n, err := count(in, 1<<30); !errors.Is(err, syscall.ENOENT) || n >= 20<<10 {
		t.Errorf("%d lines, %v", n, err)
	}
	if err := <-failed; err != syscall.ENOENT {
		t.Errorf("reported %v", err)
	}
	place()
	in.Begin(never(t))
	if n, err := count(in, 1<<30); n != 20<<10 || err != nil {
		t.Errorf("%d lines, %v", n, err)
	}
}

// After the last attempt nothing need be kept: remaining readers get the rest.
func TestFinishedInputGoesOn(t *testing.T) {
	in, _ := recorded(t, strings.Repeat("x", three))
	failed, failure := failureChannel()
	in.Begin(failure)
	p := program(t, in)
	n, err := io.CopyN(io.Discard, p, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	<-failed
	in.Finish()
	rest, err := io.Copy(io.Discard, p)
	if n+rest != three || err != nil {
		t.Errorf("%d bytes, %v", n+rest, err)
	}
}

// Between two attempts nothing may wait for input only available to the next one.
func TestHaltedInputEnds(t *testing.T) {
	text := strings.Repeat("x", three)
	in, place := recorded(t, text)
	failed, failure := failureChannel()
	in.Begin(failure)
	p := program(t, in)
	if _, err := io.CopyN(io.Discard, p, 1<<20); err != nil {
		t.Fatal(err)
	}
	<-failed
	in.Halt()
	if n, err := io.Copy(io.Discard, p); n >= 2<<20 || err != nil {
		t.Errorf("%d bytes more, %v", n, err)
	}
	place()
	in.Begin(never(t))
	if got, err := io.ReadAll(program(t, in)); string(got) != text || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// full uses up all descriptors, until the returned function is called.
func full(t *testing.T) (free func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE,
		&syscall.Rlimit{Cur: 128, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	var held []int
	for {
		n, err := syscall.Dup(0)
		if err == syscall.EMFILE {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		held = append(held, n)
	}
	// Nor a descriptor closed meanwhile.
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE,
		&syscall.Rlimit{Cur: 0, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	freed := false
	free = func() {
		if freed {
			return
		}
		freed = true
		for _, n := range held {
			syscall.Close(n)
		}
		_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before)
	}
	t.Cleanup(free)
	return free
}

func TestNoDescriptorIsLeft(t *testing.T) {
	dir := t.TempDir()
	c := fd.NewCapture()
	defer c.Release()
	free := full(t)
	failed, failure := failureChannel()
	o := NewOutput(c, Spill{Dir: dir}, failure)
	if _, err := o.Fd(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("Fd: %v", err)
	}
	if _, err := o.Write(context.Background(), make([]byte, 2<<20)); err != syscall.EMFILE {
		t.Errorf("Write: %v", err)
	}
	if err := <-failed; err != syscall.EMFILE {
		t.Errorf("reported %v", err)
	}
	o.Discard()
	o.Close()
	free()
	o = NewOutput(c, Spill{Dir: dir}, never(t))
	write(t, o, strings.Repeat("x", 2<<20))
	if n, err := o.Publish(context.Background); n != 2<<20 || err != nil {
		t.Errorf("Publish = %d, %v", n, err)
	}
	o.Close()
}

func TestSpoolWithoutAPlace(t *testing.T) {
	for _, size := range []int{1 << 20, three} {
		r, w, err := fd.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, _ = w.Write(context.Background(), make([]byte, size))
			w.Release()
		}()
		f, err := Spool(context.Background(), r, t.TempDir()+"/missing")
		r.Release()
		switch {
		case size == three && err != syscall.ENOENT:
			t.Errorf("%d bytes: %v", size, err)
		case size == 1<<20 && err != nil:
			t.Errorf("%d bytes: %v", size, err)
		}
		if f != nil {
			f.Release()
		}
	}
}

// A destination without room is no fault of the store.
func TestDestinationWithoutPlace(t *testing.T) {
	to, err := fd.Open(context.Background(), fd.AtCwd, "/dev/full", syscall.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer to.Release()
	o := NewOutput(to, Spill{Dir: t.TempDir()}, never(t))
	write(t, o, "held")
	if n, err := o.Publish(context.Background); n != 0 || !errors.Is(err, syscall.ENOSPC) ||
		o.Err() != nil {
		t.Errorf("Publish = %d, %v; Err = %v", n, err, o.Err())
	}
	o.Close()
}

// A temporary file cut by another process is reported as lost, with the number of visible bytes.
func TestWhatIsHeldIsLost(t *testing.T) {
	c := fd.NewCapture()
	defer c.Release()
	o := NewOutput(c, Spill{Dir: t.TempDir()}, never(t))
	write(t, o, strings.Repeat("x", 2<<20))
	if err := syscall.Ftruncate(o.held.file, 0); err != nil {
		t.Fatal(err)
	}
	var lost *LostError
	if n, err := o.Publish(context.Background); n != 1<<20 || !errors.As(err, &lost) ||
		lost.Err != syscall.EIO {
		t.Errorf("Publish = %d, %v", n, err)
	}
	o.Close()
}
