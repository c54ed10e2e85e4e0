// Package txn makes the attempts of a block transactions (docs/language.md, section 4):
// what an attempt writes is held until it has succeeded, and what it reads is kept, so that
// the next one reads it again.
//
// The model: an [Output] takes the place of the block's standard output in the
// descriptor table, one for each attempt, and Publish passes on what it holds, or Discard
// drops it. Outputs lie in one another as blocks do: the inner one publishes into the outer one.
// An [Input] takes the place of a pipe that the block reads, one for all attempts.
//
// What is held or kept is a [store]: memory up to 1 MiB, as long as all of a shell ([Shared]) have no more than 32 MiB, and beyond that
// temporary files without a name. Builtins write to it and read from it directly. Programs get a pipe, so that
// what they do with it is what they do with any pipe: they die of SIGPIPE, their order is
// that of their writes, and what they still write after the attempt goes on.
//
// Invariants: nothing of an Output reaches what is behind it before Publish. What
// builtins and programs write comes in the order in which they wrote it. Memory is bounded,
// however much is held. Where something cannot be held any more, or nobody could read
// it, that is told once, at once, from whatever goroutine finds it.
//
// What is not here: which descriptors are held, and what the end of an attempt means (package
// interp); regular files and here-documents, which are read again by themselves.
package txn

import (
	"errors"
	"syscall"
)

// A Failure is told why an attempt cannot go on: EPIPE, when nobody reads any more what
// would be published, or why a store cannot grow. It is called from any goroutine, with locks
// held: it must not wait for the attempt.
type Failure func(error)

// A LostError says that what was held could not be read back from where it was: Err is a
// syscall.Errno.
type LostError struct{ Err error }

func (e *LostError) Error() string { return "cannot be read back: " + e.Err.Error() }

// Unwrap returns Err.
func (e *LostError) Unwrap() error { return e.Err }

// errnoOf makes an error the syscall.Errno that it stands for.
func errnoOf(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return syscall.EIO
}
