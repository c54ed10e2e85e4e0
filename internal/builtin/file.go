package builtin

import (
	"syscall"

	"ftsh/internal/fd"
)

// files is what looking at files needs of the shell: names are relative to its
// directory, and /dev/fd/N and its like mean its descriptors.
type files interface {
	Streams
	Directory
}

// stat is what path is as the script sees it.
func stat(h files, path string, follow bool) (fd.Status, error) {
	if path == "" {
		return fd.Status{}, syscall.ENOENT
	}
	if path[0] == '/' && follow {
		if n, ok := fd.DevFd(path); ok {
			f := h.File(n)
			if f == nil {
				return fd.Status{}, syscall.ENOENT
			}
			return fd.StatFile(f)
		}
	}
	return fd.Stat(directory(h), path, follow)
}

// accessible reports whether the effective user may do what mode says.
func accessible(h files, path string, mode uint32) bool {
	return path != "" && fd.Access(directory(h), path, mode) == nil
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
