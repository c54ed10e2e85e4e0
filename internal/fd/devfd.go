package fd

import (
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// DevFd reports whether path names a descriptor of the frame (/dev/fd/N, /dev/stdin, /dev/stdout,
// /dev/stderr), and its number.
func DevFd(path string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(path, "/dev/")
	if !ok {
		return 0, false
	}
	switch rest {
	case "stdin":
		return 0, true
	case "stdout":
		return 1, true
	case "stderr":
		return 2, true
	}
	digits, ok := strings.CutPrefix(rest, "fd/")
	if !ok || digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// Reopen returns the result of opening /dev/fd/N with the given flags for f. A regular file is
// opened anew, with an offset of its own, as by the kernel's /dev/fd. If that is impossible, and
// for any other kind of file, the result is f itself. The open mode must fit; a wrong one shows at
// the first read or write.
func Reopen(f File, flags int) (File, error) {
	if _, ok := f.(*descriptor); !ok || f.Kind() != KindRegular {
		return f.Retain(), nil
	}
	if again, err := Again(f, flags&^unix.O_CREAT); err == nil {
		return again, nil
	}
	// There is no /proc, or the file was opened with more rights than this user has.
	if flags&unix.O_TRUNC != 0 {
		n, err := f.Fd()
		if err != nil {
			return nil, err
		}
		if err := unix.Ftruncate(n, 0); err != nil {
			return nil, errno(err)
		}
	}
	return f.Retain(), nil
}

// Again opens a regular file anew, with an offset of its own. On systems other than Linux the
// offset is shared with f.
func Again(f File, flags int) (File, error) {
	n, err := f.Fd()
	if err != nil {
		return nil, err
	}
	m, err := openat(AtCwd, ownFds+strconv.Itoa(n), flags|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return newDescriptor(moveUp(m), true), nil
}
