package interp

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
)

// An OpenHook opens a file instead of the shell; see Hooks.Open.
type OpenHook func(ctx context.Context, o *Opening) (io.ReadWriteCloser, error)

// An Opening is a file about to be opened by a redirection or by the dot utility. A hook may change
// Path, Flags and Mode before it calls Open. It is valid until the hook returns.
type Opening struct {
	// Path is the expanded path from the script. A relative path is relative to Dir, the logical
	// working directory.
	Path string
	Dir  string
	// Flags are flags of os.OpenFile. O_EXCL is set for the redirection > under set -C.
	Flags int
	// Mode is the mode of a new file, before the umask applies.
	Mode fs.FileMode

	ctx context.Context
	e   *environment
}

// Open opens the file according to the fields of o, as the shell does without a hook. As under set
// -C, O_EXCL accepts an existing file if it is not a regular one. Waiting for the other end of a
// fifo ends with the context. The error is a *fs.PathError.
func (o *Opening) Open() (io.ReadWriteCloser, error) {
	f, err := o.e.openPath(o.ctx, o.Path, o.Flags, uint32(o.Mode.Perm()))
	if errors.Is(err, syscall.EEXIST) && o.Flags&syscall.O_EXCL != 0 {
		flags := o.Flags &^ (syscall.O_CREAT | syscall.O_EXCL)
		f, err = butRegular(o.e.openPath(o.ctx, o.Path, flags, 0))
	}
	if own := fd.Own(0); errors.As(err, &own) { // for instance a link to /dev/stdout
		if f, err = o.e.reopen(int(own), o.Flags); o.Flags&syscall.O_EXCL != 0 {
			f, err = butRegular(f, err)
		}
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: o.Path, Err: err}
	}
	return &openedFile{f, o.ctx}, nil
}

// butRegular refuses a regular file, because set -C protects it from being overwritten.
func butRegular(f fd.File, err error) (fd.File, error) {
	if err == nil && f.Kind() == fd.KindRegular {
		f.Release()
		return nil, syscall.EEXIST
	}
	return f, err
}

// An openedFile is the result of Opening.Open.
type openedFile struct {
	file fd.File
	ctx  context.Context
}

func (f *openedFile) Read(p []byte) (int, error)  { return f.file.Read(f.ctx, p) }
func (f *openedFile) Write(p []byte) (int, error) { return f.file.Write(f.ctx, p) }
func (f *openedFile) Close() error {
	f.file.Release()
	return nil
}

// hookState is the host's builtins and open files.
type hookState struct {
	own map[string]*builtin.Entry // builtins

	opening sync.Mutex
	outlets map[*fd.Outlet]struct{} // the host's files being written by commands
	inlets  map[io.Closer]struct{}  // and those being read
}

// hooked reports whether the host has a hook for starting commands or opening files.
func (sh *Shell) hooked() bool { return sh.opts.Hooks.Command != nil || sh.opts.Hooks.Open != nil }

// askForFile opens a file through the host's hook.
func askForFile(ctx context.Context, e *environment, path string, flags int) (fd.File, error) {
	e.sh.hooks.syncFiles()
	o := &Opening{Path: path, Dir: e.pwd, Flags: flags, Mode: 0o666, ctx: ctx, e: e}
	c, err := e.sh.opts.Hooks.Open(ctx, o)
	switch {
	case err != nil:
		return nil, asErrno(err)
	case c == nil:
		return nil, syscall.EINVAL
	case ctx.Err() != nil:
		c.Close()
		return nil, ctx.Err()
	}
	switch f := c.(type) {
	case *openedFile:
		return f.file, nil
	case *os.File:
		return fd.FromOS(f)
	}
	return e.sh.hooks.carry(c, flags)
}

// carry turns an object opened by the host into a file.
func (h *hookState) carry(c io.ReadWriteCloser, flags int) (fd.File, error) {
	var f fd.File
	err := error(syscall.EOPNOTSUPP) // both ways at once: a pipe has only one
	switch flags & (syscall.O_RDONLY | syscall.O_WRONLY | syscall.O_RDWR) {
	case syscall.O_RDONLY:
		f, err = h.carryIn(c)
	case syscall.O_WRONLY:
		var o *fd.Outlet
		if o, f, err = fd.NewOutlet(c); err == nil {
			h.opening.Lock()
			h.outlets[o] = struct{}{}
			h.opening.Unlock()
		}
	}
	if err != nil {
		c.Close()
	}
	return f, err
}

// carryIn copies from the host into a pipe, until end of file or until nothing reads the pipe.
func (h *hookState) carryIn(c io.ReadCloser) (fd.File, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return nil, err
	}
	h.opening.Lock()
	h.inlets[c] = struct{}{}
	h.opening.Unlock()
	go func() {
		_, _ = io.Copy(&openedFile{w, context.Background()}, c)
		w.Release()
		h.opening.Lock()
		_, open := h.inlets[c]
		delete(h.inlets, c)
		h.opening.Unlock()
		if open {
			c.Close()
		}
	}()
	return r, nil
}

// syncFiles waits until the output of commands has reached the host's files, and closes the files
// not open in any command.
func (h *hookState) syncFiles() {
	if h.outlets == nil {
		return
	}
	h.opening.Lock()
	defer h.opening.Unlock()
	for o := range h.outlets {
		if o.Sync() {
			delete(h.outlets, o)
		}
	}
}

// closeFiles closes the host's files. A program still using one gets EPIPE or end of file.
func (h *hookState) closeFiles() {
	h.syncFiles()
	h.opening.Lock()
	defer h.opening.Unlock()
	for o := range h.outlets {
		o.Close()
	}
	for c := range h.inlets {
		c.Close()
	}
	clear(h.outlets)
	clear(h.inlets)
}

// asErrno converts an error of package fs to the number that the shell checks for.
func asErrno(err error) error {
	number := syscall.Errno(0)
	switch {
	case errors.As(err, &number):
		return err
	case errors.Is(err, fs.ErrExist):
		return syscall.EEXIST
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES
	}
	return err
}
