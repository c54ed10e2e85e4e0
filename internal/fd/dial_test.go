package fd

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

func listen(t *testing.T, network string) *net.TCPListener {
	l, err := net.ListenTCP(network, nil)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// A line of a socket is taken without what follows it.
func TestDial(t *testing.T) {
	for network, ip := range map[string]string{"tcp4": "\x7f\x00\x00\x01", "tcp6": string(net.IPv6loopback)} {
		l := listen(t, network)
		go func() {
			if c, err := l.Accept(); err == nil {
				io.WriteString(c, "one\ntwo\nend")
				c.Close()
			}
		}()
		f, err := Dial(t.Context(), false, ip, 0, l.Addr().(*net.TCPAddr).Port)
		if errors.Is(err, syscall.EADDRNOTAVAIL) {
			continue // there is no IPv6
		}
		if err != nil {
			t.Fatal(network, err)
		}
		if f.Kind() != KindSocket || f.Mode() != Readable|Writable {
			t.Errorf("%s: kind %d, mode %d", network, f.Kind(), f.Mode())
		}
		for _, want := range []string{"one\n", "tw", "o\n", "end"} {
			limit := 0
			if want == "tw" {
				limit = 2
			}
			line, err := f.ReadLine(t.Context(), '\n', limit)
			if string(line) != want || (err != nil) != (want == "end") {
				t.Errorf("%s: %q, %v; want %q", network, line, err, want)
			}
		}
		if _, err := f.ReadLine(t.Context(), '\n', 0); err != io.EOF {
			t.Errorf("%s: %v, want EOF", network, err)
		}
		f.Release()
	}
}

func TestDialFails(t *testing.T) {
	l := listen(t, "tcp4")
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	if _, err := Dial(t.Context(), false, "\x7f\x00\x00\x01", 0, port); err != syscall.ECONNREFUSED {
		t.Errorf("%v, want that it is refused", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if _, err := Dial(ctx, false, "\x7f\x00\x00\x01", 0, port); err != context.DeadlineExceeded {
		t.Errorf("%v, want the deadline", err)
	}
}
