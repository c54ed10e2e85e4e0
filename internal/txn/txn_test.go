package txn

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

func captured(t *testing.T, f func(to fd.File)) string {
	t.Helper()
	c := fd.NewCapture()
	f(c)
	got, err := c.Finish(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func write(t *testing.T, f fd.File, text string) {
	t.Helper()
	if n, err := f.Write(context.Background(), []byte(text)); n != len(text) || err != nil {
		t.Fatalf("Write = %d, %v", n, err)
	}
}

func never(t *testing.T) Failure {
	return func(err error) { t.Errorf("failure: %v", err) }
}

// asProgram writes as a process with the File would.
func asProgram(t *testing.T, f fd.File, text string) {
	t.Helper()
	n, err := f.Fd()
	if err != nil {
		t.Fatal(err)
	}
	for len(text) > 0 {
		c, err := syscall.Write(n, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		text = text[c:]
	}
}

func TestPublishKeepsTheOrder(t *testing.T) {
	got := captured(t, func(to fd.File) {
		o := NewOutput(to, Spill{Dir: t.TempDir()}, never(t))
		write(t, o, "1 ")
		asProgram(t, o, "2 ")
		write(t, o, "3 ")
		asProgram(t, o, "4")
		if n, err := o.Publish(context.Background); n != 7 || err != nil {
			t.Errorf("Publish = %d, %v", n, err)
		}
		if p := o.Close(); p != nil {
			t.Error("something is left to pass")
		}
	})
	if got != "1 2 3 4" {
		t.Errorf("%q", got)
	}
}

func TestDiscardReturnsTheEnd(t *testing.T) {
	got := captured(t, func(to fd.File) {
		o := NewOutput(to, Spill{Dir: t.TempDir()}, never(t))
		asProgram(t, o, strings.Repeat("x", 3<<20))
		write(t, o, "end")
		if last := o.Discard(); len(last) != 1024 || !strings.HasSuffix(string(last), "xend") {
			t.Errorf("%d bytes", len(last))
		}
		o.Close()
	})
	if got != "" {
		t.Errorf("%d bytes are visible", len(got))
	}
}

func TestBeyondMemory(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 200<<10)
	got := captured(t, func(to fd.File) {
		outer := NewOutput(to, Spill{Dir: t.TempDir()}, never(t))
		inner := NewOutput(outer, Spill{Dir: t.TempDir()}, never(t))
		write(t, inner, text[:1<<20-1])
		write(t, inner, text[1<<20-1:2<<20])
		asProgram(t, inner, text[2<<20:])
		for _, o := range []*Output{inner, outer} {
			if n, err := o.Publish(context.Background); n != int64(len(text)) || err != nil {
				t.Errorf("Publish = %d, %v", n, err)
			}
			o.Close()
		}
	})
	if got != text {
		t.Errorf("%d bytes, not the %d", len(got), len(text))
	}
}

func TestNobodyReads(t *testing.T) {
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Release()
	reported := make(chan error, 1)
	o := NewOutput(w, Spill{Dir: t.TempDir()}, func(err error) { reported <- err })
	write(t, o, "held")
	n, err := o.Fd()
	if err != nil {
		t.Fatal(err)
	}
	r.Release()
	if _, err := syscall.Write(n, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := <-reported; err != syscall.EPIPE {
		t.Errorf("reported %v", err)
	}
	if n, err := o.Publish(context.Background); n != 0 || err != syscall.EPIPE {
		t.Errorf("Publish = %d, %v", n, err)
	}
	o.Close()
}

func TestNoPlace(t *testing.T) {
	c := fd.NewCapture()
	defer c.Release()
	var reported error
	o := NewOutput(c, Spill{Dir: t.TempDir() + "/missing"}, func(err error) { reported = err })
	n, err := o.Write(context.Background(), make([]byte, 2<<20))
	if n != 0 || err != syscall.ENOENT || reported != syscall.ENOENT {
		t.Errorf("Write = %d, %v; reported %v", n, err, reported)
	}
	o.Discard()
	o.Close()
}

func TestPassageAndLeave(t *testing.T) {
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	o := NewOutput(w, Spill{Dir: t.TempDir()}, never(t))
	w.Release()
	n, err := o.Fd()
	if err != nil {
		t.Fatal(err)
	}
	job, err := syscall.Dup(n)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Publish(context.Background); err != nil {
		t.Fatal(err)
	}
	p := o.Close()
	if p == nil || p.Over() {
		t.Fatal("nobody passes on what comes")
	}
	syscall.Write(job, []byte("late\n"))
	if line, err := r.ReadLine(context.Background(), '\n', 0); string(line) != "late\n" ||
		err != nil {
		t.Errorf("%q, %v", line, err)
	}
	from, to, ok := p.Leave()
	if !ok {
		t.Fatal("nothing to go on with")
	}
	syscall.Write(job, []byte("later\n"))
	if line, err := from.ReadLine(context.Background(), '\n', 0); string(line) != "later\n" ||
		err != nil {
		t.Errorf("%q, %v", line, err)
	}
	syscall.Close(job)
	from.Release()
	to.Release()
	if _, err := r.Read(context.Background(), make([]byte, 1)); err != io.EOF {
		t.Errorf("the pipe has not ended: %v", err)
	}
}

func TestInputIsReadAgain(t *testing.T) {
	text := strings.Repeat(line, 20<<10)
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var writer sync.WaitGroup
	writer.Go(func() {
		_, _ = w.Write(context.Background(), []byte(text))
		w.Release()
	})
	in := NewInput(r, Spill{Dir: t.TempDir()})
	r.Release()
	for attempt, way := range []func() (int, error){
		func() (int, error) { return count(in, 18<<10) },
		func() (int, error) { return count(in, 1<<30) },
		func() (int, error) {
			if _, err := in.Fd(); err != nil {
				return 0, err
			}
			return count(in, 1<<30)
		},
		func() (int, error) { return count(in, 1<<30) },
	} {
		in.Begin(never(t))
		want := 20 << 10
		if attempt == 0 {
			want = 18 << 10
		}
		if n, err := way(); n != want || err != nil {
			t.Errorf("attempt %d: %d lines, %v", attempt, n, err)
		}
	}
	in.Release()
	writer.Wait()
}

// line is one of 20 Ki lines, more than fits in memory.
const line = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n"

// count reads lines, at most limit.
func count(f fd.File, limit int) (n int, err error) {
	for n < limit {
		got, err := f.ReadLine(context.Background(), '\n', 0)
		if errors.Is(err, io.EOF) && len(got) == 0 {
			return n, nil
		}
		if err != nil || string(got) != line {
			return n, errors.Join(err, errors.New("a bad line: "+string(got)))
		}
		n++
	}
	return n, nil
}
