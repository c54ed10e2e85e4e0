// Package fd holds the shell's descriptors: open files, in-memory ends of
// command substitutions and here-documents, and the table that numbers them.
//
// The model: a [File] is one reference-counted thing to read from or write to. A
// [Table] maps the numbers that a script sees (0, 1, 2, 9 …) to Files, and says
// who laid each there; the numbers are virtual. They become real only in a child,
// which gets what [Table.Map] says, and at exec. What implements File:
//
//   - a descriptor of the operating system ([Open], [Pipe], [Wrap]);
//   - data in memory to be read ([FromBytes]: a here-document);
//   - a [Capture], which collects what is written (a command substitution);
//   - a [Sink], which passes it to an io.Writer (a host's).
//
// The last three get an operating-system descriptor when a process needs one
// (File.Fd), and go through it from then on.
//
// Invariants: every operating-system descriptor that the package makes is
// close-on-exec and, unless the machine has run out, numbered 10 or higher, so
// that it never lies where a script's number is to go. O_NONBLOCK is never set
// on a descriptor that another process may share. Whatever another process can
// see is exact: bytes that were taken ahead from a file are given back (by
// seeking) before its descriptor is handed out.
//
// A File may be used from several goroutines, a Table from one.
//
// Other packages may implement File, too: package txn does. Nothing here asks for a
// type of its own but [IsTerminal], [Text] and [Offset]. [ForWriting], embedded, has the
// parts that are the same for all that is only written to. Whether output is to be held,
// the table's entry says: see [Origin].
//
// What is not here: redirections (package interp), held output and recorded
// input (package txn), starting processes (package proc).
package fd

import (
	"context"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// AtCwd is the dirfd that means the process's working directory.
const AtCwd = unix.AT_FDCWD

// A File is something to read from or write to, with references to it. It begins
// with one, of whom made it.
type File interface {
	// Retain adds a reference and returns the File itself.
	Retain() File

	// Release drops a reference. With the last one, what was taken ahead is given
	// back, and an operating-system descriptor of the File's own closed.
	Release()

	// Read reads up to len(p) bytes; at the end of file the error is io.EOF. It
	// waits for the first byte no longer than ctx lives: then the error is ctx's. Who reads
	// until the end of a file looks at ctx between two calls: a device may have none.
	// Other errors are syscall.Errno.
	Read(ctx context.Context, p []byte) (int, error)

	// ReadLine reads up to and including the first delim, at most limit bytes (0:
	// any number). Not a byte more is consumed as far as another process can see. At
	// the end of file the error is io.EOF, together with the bytes before it. When
	// ctx ends, the error is ctx's. The bytes belong to the caller.
	ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error)

	// Write writes all of p, or fails: with ctx's error when it would have to wait
	// longer than ctx lives, else with a syscall.Errno. A pipe without reader is
	// EPIPE. The number says how much was written.
	Write(ctx context.Context, p []byte) (int, error)

	// Fd returns an operating-system descriptor for another process to use: what
	// was taken ahead is given back, and what lives in memory gets a descriptor. It
	// stays valid until the last reference is released. The error is a syscall.Errno.
	Fd() (int, error)

	// Sync gives back what was taken ahead, so that another process that shares the
	// descriptor sees the offset that the shell's reads have reached. To be called
	// before the shell ends without releasing its Files.
	Sync()

	// Kind is what the File is at present.
	Kind() Kind

	// Mode says for what the File may be used. It never changes. A descriptor that the shell
	// was started with counts as readable, whatever the system says.
	Mode() Mode
}

// A Mode is for what a File may be used.
type Mode uint32

const (
	Readable Mode = 1 << iota
	Writable
)

// A Kind is what lies behind a File, as far as waiting, taking ahead and holding
// depend on it.
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

// references counts those to a File or Dir.
type references struct{ refs atomic.Int32 }

func (r *references) retain() { r.refs.Add(1) }

// drop reports whether it dropped the last one.
func (r *references) drop() bool { return r.refs.Add(-1) == 0 }

// errno makes sure that an error is a syscall.Errno.
func errno(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(syscall.Errno); ok {
		return e
	}
	return syscall.EIO
}
