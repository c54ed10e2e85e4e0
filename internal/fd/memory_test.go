package fd

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestCaptureInMemory(t *testing.T) {
	c := NewCapture()
	w := c.Retain()
	w.Write(bg, []byte("hi\n"))
	w.Write(bg, []byte(strings.Repeat("x", 100)))
	w.Release()
	out, err := c.Finish(bg)
	if want := "hi\n" + strings.Repeat("x", 100); string(out) != want || err != nil {
		t.Errorf("Finish = %q, %v", out, err)
	}
	if c.hasPipe() {
		t.Error("a pipe was made")
	}
}

func TestCaptureOrderAcrossProcess(t *testing.T) {
	c := NewCapture()
	f := c
	f.Write(bg, []byte("before\n"))
	n, err := f.Fd()
	if err != nil {
		t.Fatal(err)
	}
	dup, _ := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, 10)
	out := os.NewFile(uintptr(dup), "out")
	cmd := exec.Command("dash", "-c", "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done")
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	f.Write(bg, []byte("after\n"))
	got, err := c.Finish(bg)
	want := "before\n" + strings.Repeat("0123456789\n", 20000) + "after\n"
	if string(got) != want || err != nil {
		t.Errorf("got %d bytes, %v; want %d", len(got), err, len(want))
	}
}

func TestCaptureFinishCancelled(t *testing.T) {
	c := NewCapture()
	holder := c.Retain()
	defer holder.Release()
	if _, err := holder.Fd(); err != nil {
		t.Fatal(err)
	}
	holder.Write(bg, []byte("so far"))
	ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
	defer cancel()
	got, err := c.Finish(ctx)
	if string(got) != "so far" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Finish = %q, %v", got, err)
	}
}

func TestCaptureConcurrentWriters(t *testing.T) {
	c := NewCapture()
	var wg sync.WaitGroup
	for i := range 8 {
		f := c.Retain()
		wg.Go(func() {
			defer f.Release()
			for j := range 200 {
				if i == 3 && j == 100 {
					f.Fd()
				}
				f.Write(bg, []byte("0123456789\n"))
			}
		})
	}
	wg.Wait()
	got, err := c.Finish(bg)
	if want := strings.Repeat("0123456789\n", 1600); string(got) != want || err != nil {
		t.Errorf("got %d bytes, %v; want %d", len(got), err, len(want))
	}
}

func TestFromBytes(t *testing.T) {
	f := FromBytes("one\ntwo\nthree\n")
	defer f.Release()
	wantLine(t, f, "one\n", nil)
	var b [2]byte
	if n, err := f.Read(bg, b[:]); n != 2 || err != nil || string(b[:]) != "tw" {
		t.Fatalf("Read = %q, %v", b[:n], err)
	}
	n, err := f.Fd()
	if err != nil || n < 10 {
		t.Fatalf("Fd = %d, %v", n, err)
	}
	var rest [3]byte
	if c, err := unix.Read(n, rest[:]); c != 3 || err != nil || string(rest[:]) != "o\nt" {
		t.Fatalf("another process read %q, %v", rest[:c], err)
	}
	wantLine(t, f, "hree\n", nil)
	wantLine(t, f, "", io.EOF)
}

func TestFromBytesSizes(t *testing.T) {
	for _, size := range []int{0, 1, 65536, 65537, 1 << 20} {
		want := strings.Repeat("x", size)
		f := FromBytes(want)
		n, err := f.Fd()
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		buf := make([]byte, 1<<16)
		for {
			c, err := unix.Read(n, buf)
			if err != nil {
				t.Fatal(err)
			}
			if c == 0 {
				break
			}
			got = append(got, buf[:c]...)
		}
		if string(got) != want {
			t.Errorf("size %d: got %d bytes", size, len(got))
		}
		f.Release()
	}
}

// Lines are read whole and once while the source becomes a pipe.
func TestFromBytesConcurrentReaders(t *testing.T) {
	for range 20 {
		f := FromBytes(strings.Repeat("0123456789\n", 800))
		var read atomic.Int32
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for n := 0; ; n++ {
					if i == 3 && n == 20 {
						if _, err := f.Fd(); err != nil {
							t.Error(err)
						}
					}
					line, err := f.ReadLine(bg, '\n', 0)
					if err == io.EOF {
						return
					}
					if string(line) != "0123456789\n" || err != nil {
						t.Errorf("read %q, %v", line, err)
						return
					}
					read.Add(1)
				}
			})
		}
		wg.Wait()
		f.Release()
		if n := read.Load(); n != 800 {
			t.Fatalf("%d lines were read, want 800", n)
		}
	}
}

func TestKindFollows(t *testing.T) {
	c, s := NewCapture(), NewSink(io.Discard)
	for _, f := range []File{c, s, FromBytes("x")} {
		if f.Kind() != KindMemory {
			t.Errorf("%T: kind %d, want memory", f, f.Kind())
		}
		if _, err := f.Fd(); err != nil {
			t.Fatal(err)
		}
		if f.Kind() != KindPipe {
			t.Errorf("%T: kind %d, want a pipe", f, f.Kind())
		}
	}
	c.Finish(bg)
	s.Close()
}

func TestForWritingRefusesReads(t *testing.T) {
	c := NewCapture()
	defer c.Finish(bg)
	if _, err := c.Read(bg, make([]byte, 1)); err != syscall.EBADF {
		t.Errorf("Read: %v, want EBADF", err)
	}
	if _, err := c.ReadLine(bg, '\n', 0); err != syscall.EBADF {
		t.Errorf("ReadLine: %v, want EBADF", err)
	}
}

// Finish waits for a holder that outlives the table's reference, with a pipe or without.
func TestCaptureWaitsForHolder(t *testing.T) {
	for _, pipe := range []bool{true, false} {
		c := NewCapture()
		tab := NewTable()
		tab.Set(1, c.Retain(), BySubstitution)
		holder := tab.Get(1).Retain()
		if pipe {
			if _, err := holder.Fd(); err != nil {
				t.Fatal(err)
			}
		}
		tab.CloseAll()
		holder.Write(bg, []byte("early "))
		go func() {
			time.Sleep(10 * time.Millisecond)
			holder.Write(bg, []byte("late"))
			holder.Release()
		}()
		if got, err := c.Finish(bg); string(got) != "early late" || err != nil {
			t.Errorf("pipe %v: Finish = %q, %v", pipe, got, err)
		}
	}
}
