package fd

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func BenchmarkCapture(b *testing.B) {
	tab := NewTable()
	for n := range 3 {
		tab.Set(n, Wrap(n, false), Inherited)
	}
	for b.Loop() {
		c := NewCapture()
		t := tab.Fork()
		t.Set(1, c.Retain(), BySubstitution)
		t.Get(1).Write(bg, []byte("hi\n"))
		t.CloseAll()
		c.Finish(bg)
	}
}

func BenchmarkCapturePipe(b *testing.B) {
	for b.Loop() {
		c := NewCapture()
		c.Fd()
		c.Finish(bg)
	}
}

const lines = 20000

func readAll(b *testing.B, f File) {
	n := 0
	for {
		_, err := f.ReadLine(bg, '\n', 0)
		if err == io.EOF {
			break
		}
		n++
	}
	if n != lines {
		b.Fatal(n)
	}
}

// Each of these reads 20,000 lines of 14 bytes.
func BenchmarkReadLineFile(b *testing.B) {
	name := filepath.Join(b.TempDir(), "f")
	os.WriteFile(name, []byte(strings.Repeat("0123456789abc\n", lines)), 0o600)
	for _, shared := range []bool{false, true} {
		b.Run(map[bool]string{false: "own", true: "shared"}[shared], func(b *testing.B) {
			for b.Loop() {
				f, _ := Open(bg, AtCwd, name, unix.O_RDONLY, 0)
				osOf(f).shared.Store(shared)
				readAll(b, f)
				f.Release()
			}
		})
	}
}

func BenchmarkReadLinePipe(b *testing.B) {
	data := []byte(strings.Repeat("0123456789abc\n", lines))
	for _, shared := range []bool{false, true} {
		b.Run(map[bool]string{false: "own", true: "shared"}[shared], func(b *testing.B) {
			for b.Loop() {
				r, w, _ := Pipe()
				osOf(r).shared.Store(shared)
				go func() {
					w.Write(bg, data)
					w.Release()
				}()
				readAll(b, r)
				r.Release()
			}
		})
	}
}
