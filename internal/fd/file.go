// Package fd holds the shell's descriptors: open files, in-memory ends of command substitutions and
// here-documents, and the table that numbers them.
//
// The model: a [File] is one reference-counted thing to read from or write to. A [Table] maps the
// numbers seen by a script (0, 1, 2, 9 …) to Files, and records the origin of each. The numbers are
// virtual. They become real only in a child, which gets the result of [Table.Map], and at exec. The
// implementations of File:
//
//   - a descriptor of the operating system ([Open], [Pipe], [Wrap]);
//   - the null device, which [Open] opens only for a process;
//   - data in memory to be read ([FromBytes]: a here-document);
//   - a [Capture], which collects output (a command substitution);
//   - a [Sink], which passes output to an io.Writer (a host's).
//
// The last three get an operating-system descriptor when a process needs one (File.Fd), and go
// through it from then on.
//
// Invariants: every operating-system descriptor made by the package is close-on-exec and, unless
// the machine has run out, numbered 10 or higher, so that it never occupies a script's number.
// O_NONBLOCK is never set on a descriptor that another process may share. Everything visible to
// another process is exact: bytes taken ahead from a file are given back (by seeking) before its
// descriptor is handed out.
//
// A File may be used from several goroutines, a Table from one.
//
// Other packages may implement File, too: package txn does. Only [IsTerminal], [Text] and [Offset]
// ask for a type of this package. [ForWriting], embedded, has the parts common to all write-only
// Files. The table's entry determines whether output is to be held: see [Origin].
//
// Elsewhere: redirections (package interp), held output and recorded input (package txn), starting
// processes (package proc).
package fd

import (
	"context"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// AtCwd is the dirfd for the process's working directory.
const AtCwd = unix.AT_FDCWD

// A File is something to read from or write to, with references to it. It begins with one, owned by
// its maker.
type File interface {
	// Retain adds a reference and returns the File itself.
	Retain() File

	// Release drops a reference. The last one gives back bytes taken ahead, and closes an
	// operating-system descriptor of the File's own.
	Release()

	// Read reads up to len(p) bytes; at the end of file the error is io.EOF. It waits for the first
	// byte until ctx ends: then the error is ctx's. A caller that reads until the end of a file
	// must check ctx between two calls: a device may have no end. Other errors are syscall.Errno.
	Read(ctx context.Context, p []byte) (int, error)

	// ReadLine reads up to and including the first delim, at most limit bytes (0: any number). As
	// seen by another process, not a byte more is consumed. At the end of file the error is io.EOF,
	// together with the bytes before it. When ctx ends, the error is ctx's. The bytes belong to the
	// caller.
	ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error)

	// Write writes all of p, or fails: with ctx's error when it would have to wait longer than ctx
	// lives, else with a syscall.Errno. A pipe without reader is EPIPE. The number is the bytes
	// written.
	Write(ctx context.Context, p []byte) (int, error)

	// Fd returns an operating-system descriptor for another process to use: bytes taken ahead are
	// given back, and a File in memory gets a descriptor. It stays valid until the last reference
	// is released. The error is a syscall.Errno.
	Fd() (int, error)

	// Sync gives back bytes taken ahead, so that another process sharing the descriptor sees the
	// offset reached by the shell's reads. A shell that ends without releasing its Files must call
	// it.
	Sync()

	// Kind is the present kind of the File.
	Kind() Kind

	// Mode returns the permitted uses of the File. It never changes. A descriptor inherited by the
	// shell counts as readable, whatever the system says.
	Mode() Mode
}

// A Mode is the set of permitted uses of a File.
type Mode uint32

const (
	Readable Mode = 1 << iota
	Writable
)

// A Kind is the kind of object under a File, as it matters for waiting, taking ahead and holding.
type Kind uint32

const (
	KindMemory  Kind = iota + 1 // no operating-system descriptor yet
	KindRegular                 // a regular file
	KindStorage                 // a block device or a directory
	KindPipe                    // a pipe or fifo
	KindSocket
	KindDevice // a terminal or another character device
)

// waits reports whether reading and writing may have to wait.
func (k Kind) waits() bool { return k != KindRegular && k != KindStorage }

// references counts the references to a File or Dir.
type references struct{ refs atomic.Int32 }

func (r *references) retain() { r.refs.Add(1) }

// drop reports whether it dropped the last one.
func (r *references) drop() bool { return r.refs.Add(-1) == 0 }

// errno converts an error to a syscall.Errno.
func errno(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(syscall.Errno); ok {
		return e
	}
	return syscall.EIO
}
