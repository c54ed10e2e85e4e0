// Package txn makes the attempts of a block transactions (docs/language.md, section 4): the output
// of an attempt is held until it has succeeded, and its input is kept, so that the next one reads
// it again.
//
// The model: an [Output] takes the place of the block's standard output in the descriptor table,
// one for each attempt. Publish passes on the held bytes, or Discard drops them. Outputs nest as
// blocks do: the inner one publishes into the outer one. An [Input] takes the place of a pipe read
// by the block, one for all attempts.
//
// Bytes are held or kept in a [store]: in memory up to 1 MiB, as long as all stores of a shell
// ([Shared]) have no more than 32 MiB, and beyond that in temporary files without a name. Builtins
// write to it and read from it directly. Programs get a pipe, and it behaves like any pipe: they
// die of SIGPIPE, their writes keep their order, and writes after the attempt go on.
//
// Invariants: nothing of an Output reaches its destination before Publish. Output of builtins and
// programs keeps the order of the writes. Memory is bounded, however much is held. If holding
// becomes impossible, or the output has no reader any more, this is reported once, at once, from
// the goroutine that finds it.
//
// Elsewhere: the choice of descriptors to hold, and the consequences of an attempt's end (package
// interp); regular files and here-documents, which are read again by themselves.
package txn

import (
	"errors"
	"syscall"
)

// A Failure receives the reason why an attempt cannot go on: EPIPE, if the output would have no
// reader any more, or the error of a store that cannot grow. It is called from any goroutine, with
// locks held: it must not wait for the attempt.
type Failure func(error)

// A LostError means that held bytes could not be read back: Err is a syscall.Errno.
type LostError struct{ Err error }

func (e *LostError) Error() string { return "cannot be read back: " + e.Err.Error() }

// Unwrap returns Err.
func (e *LostError) Unwrap() error { return e.Err }

// errnoOf converts an error to its syscall.Errno.
func errnoOf(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return syscall.EIO
}
