package fd

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

const nullPath = "/dev/null"

// A null is the null device, opened for one direction. It takes a descriptor only when a process
// needs one: the shell's own reads and writes need no system call, for their result is known.
type null struct {
	references
	flags int

	mu   sync.Mutex
	real *descriptor // the descriptor it has become; guarded by mu
}

// knownNull identifies the file that could be opened as the null device, by everybody for everything.
// It is package state because the file system is the process's.
var knownNull = &atomic.Pointer[nullIdentity]{}

// A nullIdentity changes if another file takes the place of the null device, or if its mode changes.
type nullIdentity struct {
	dev, ino uint64
	changed  unix.Timespec
}

// openNull opens path if it is /dev/null, and if that is still the null device with the usual
// rights. Otherwise the result is nil, and path is to be opened like any other.
func openNull(path string, flags int) File {
	const usual = unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND | unix.O_CLOEXEC
	if path != nullPath || flags&^usual != 0 {
		return nil
	}
	var st unix.Stat_t
	if unix.Fstatat(unix.AT_FDCWD, nullPath, &st, 0) != nil || !isNull(&st) {
		return nil
	}
	is := nullIdentity{uint64(st.Dev), uint64(st.Ino), st.Ctim}
	if known := knownNull.Load(); known == nil || *known != is {
		// The mode does not tell everything: a file system may be mounted without devices.
		n, err := openat(unix.AT_FDCWD, nullPath, unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			return nil
		}
		unix.Close(n)
		knownNull.Store(&is)
	}
	f := &null{flags: flags | unix.O_CLOEXEC}
	f.retain()
	return f
}

func (f *null) Retain() File {
	f.retain()
	return f
}

func (f *null) Release() {
	if !f.drop() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.real != nil {
		f.real.Release()
	}
}

// Fd opens the device for a process. Each File has a descriptor of its own, with flags of its own.
func (f *null) Fd() (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.real == nil {
		n, err := openat(unix.AT_FDCWD, nullPath, f.flags, 0o666)
		if err != nil {
			return -1, err
		}
		f.real = newDescriptor(moveUp(n), true)
	}
	return f.real.Fd()
}

func (f *null) Read(_ context.Context, p []byte) (int, error) {
	switch {
	case f.Mode() != Readable:
		return 0, syscall.EBADF
	case len(p) == 0:
		return 0, nil
	}
	return 0, io.EOF
}

func (f *null) ReadLine(context.Context, byte, int) ([]byte, error) {
	if f.Mode() != Readable {
		return nil, syscall.EBADF
	}
	return nil, io.EOF
}

func (f *null) Write(_ context.Context, p []byte) (int, error) {
	if f.Mode() != Writable {
		return 0, syscall.EBADF
	}
	return len(p), nil
}

// Sync has nothing to give back.
func (f *null) Sync() {}

func (f *null) Kind() Kind { return KindDevice }

func (f *null) Mode() Mode {
	if f.flags&unix.O_ACCMODE == unix.O_WRONLY {
		return Writable
	}
	return Readable
}
