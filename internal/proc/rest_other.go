//go:build !linux

package proc

import "ftsh/internal/sig"

// First reports whether this process is the first of a PID namespace: there are none.
func First() bool { return false }

// Rest returns an empty tree.
func (t *Tree) Rest() *Tree { return &Tree{tag: inside("", "")} }

// SignalAll does nothing.
func SignalAll(sig.Signal) bool { return false }
