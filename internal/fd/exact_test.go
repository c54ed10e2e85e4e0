package fd

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestExactWhoeverReads lets the shell's lines and reads, and another process's reads, take turns
// at one descriptor: together they get every byte once and in order.
func TestExactWhoeverReads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "%d %s\n", i, strings.Repeat("x", rng.IntN(60)))
		}
		data := b.String()
		var f File
		switch round % 4 {
		case 0:
			f = open(t, tempWith(t, data), unix.O_RDONLY)
		case 1:
			r, w, err := Pipe()
			if err != nil {
				t.Fatal(err)
			}
			w.Write(bg, []byte(data))
			w.Release()
			f = r
		case 2:
			f = FromBytes(data)
		case 3:
			r, w, err := Pipe()
			if err != nil {
				t.Fatal(err)
			}
			w.Write(bg, []byte(data))
			w.Release()
			osOf(r).shared.Store(true) // inherited
			f = r
		}
		if got := takeTurns(t, f, rng); got != data {
			t.Fatalf("round %d: %d bytes were read as %d others", round, len(data), len(got))
		}
		f.Release()
	}
}

func takeTurns(t *testing.T, f File, rng *rand.Rand) string {
	var got []byte
	handOut := rng.IntN(100) // after so many turns the descriptor may be handed out
	for turn := 0; ; turn++ {
		p := make([]byte, 1+rng.IntN(50))
		kind := rng.IntN(10)
		switch {
		case kind < 6:
			line, err := f.ReadLine(bg, '\n', rng.IntN(3)*rng.IntN(40))
			got = append(got, line...)
			if err == io.EOF {
				return string(got)
			}
		case kind < 8 || turn < handOut:
			n, err := f.Read(bg, p)
			got = append(got, p[:n]...)
			if err == io.EOF {
				return string(got)
			}
		default:
			d, err := f.Fd()
			if err != nil {
				t.Fatal(err)
			}
			n, _ := unix.Read(d, p)
			got = append(got, p[:max(n, 0)]...)
			if n == 0 {
				return string(got)
			}
		}
	}
}
