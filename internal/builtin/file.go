package builtin

import (
	"syscall"

	"ftsh/internal/fd"
)

// files is the part of the shell used to examine files: names are relative to its directory, and
// /dev/fd/N and its like mean its descriptors.
type files interface {
	Streams
	Directory
}

// stat returns the status of path as the script sees it.
func stat(h files, path string, follow bool) (fd.Status, error) {
	if path == "" {
		return fd.Status{}, syscall.ENOENT
	}
	if !follow {
		return fd.Stat(directory(h), path, false)
	}
	n, own := fd.DevFd(path)
	if !own {
		var st fd.Status
		var err error
		if st, n, own, err = fd.StatFor(directory(h), path); !own {
			return st, err
		}
	}
	f := h.File(n)
	if f == nil {
		return fd.Status{}, syscall.ENOENT
	}
	return fd.StatFile(f)
}

// accessible reports whether the effective user may use path as mode says.
func accessible(h files, path string, mode uint32) bool {
	if path == "" {
		return false
	}
	n, own := fd.DevFd(path)
	if !own {
		n, own = fd.OwnAt(directory(h), path)
	}
	if !own {
		return fd.Access(directory(h), path, mode) == nil
	}
	f := h.File(n)
	return f != nil && fd.AccessFile(f, mode) == nil
}

func directory(h files) int {
	if n := h.Dir(); n >= 0 {
		return n
	}
	return fd.AtCwd
}

func fileType(st fd.Status) uint32 { return st.Mode & syscall.S_IFMT }

// isFile reports whether path leads to a file of a type (syscall.S_IFREG, …).
func isFile(h files, path string, kind uint32) bool {
	st, err := stat(h, path, true)
	return err == nil && fileType(st) == kind
}
