//go:build !linux

package sig

import "golang.org/x/sys/unix"

// harmlessHere reports whether s does nothing by default on this system alone.
func harmlessHere(s Signal) bool { return s == unix.SIGINFO || s == unix.SIGIO }

// Real-time signals have no names here.
const (
	firstRealtime Signal = 32
	maxSignal     Signal = 31
)
