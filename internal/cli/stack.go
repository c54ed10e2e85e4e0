package cli

// growStack makes the stack of the main goroutine as large as the shell will
// need it, at once: grown by doubling, under frames that must be copied each
// time, it costs three to four per cent of a start (bench, row start).
// The frame's size alone does that; nothing is written.
//
//go:noinline
func growStack(write bool) {
	if write { // never, though the compiler cannot know
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
