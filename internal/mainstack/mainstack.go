// Package mainstack makes the stack of the main goroutine as large as a shell will need it, at the
// start of a program. Grown by doubling, it costs seven per cent of a start (bench, row start): its
// frames are copied each time, and the runtime makes small stacks in batches.
//
// A program only needs to import the package. Since mainstack imports no other, it comes before
// nearly all of them, whose initialization would already outgrow the first stack.
package mainstack

func init() { grow(false) }

// grow has a large frame. Its size alone makes the stack grow; nothing is written.
//
//go:noinline
func grow(write bool) {
	if write { // never, but the compiler cannot know
		var room [20 << 10]byte
		fill(room[:])
	}
}

//go:noinline
func fill(b []byte) {
	for i := range b {
		b[i] = 1
	}
}
