package fd

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// openNotOwn is openat, except for descriptors of the process's own: then the error is an Own. The
// kernel detects these while it opens (openat2, Linux 5.6), since only a magic link of /proc leads
// to such a descriptor. If it cannot, or the link may be another process's, the path is followed
// here first.
func openNotOwn(dirfd int, path string, flags int, mode uint32) (int, error) {
	how := unix.OpenHow{Flags: uint64(flags), Resolve: unix.RESOLVE_NO_MAGICLINKS}
	if flags&unix.O_CREAT != 0 {
		how.Mode = uint64(mode)
	}
	for {
		n, err := unix.Openat2(dirfd, path, &how)
		switch err {
		case syscall.EINTR:
		case syscall.ELOOP, syscall.ENOSYS, syscall.EPERM: // EPERM: some sandboxes
			if n, ok := OwnAt(dirfd, path); ok {
				return -1, Own(n)
			}
			return openat(dirfd, path, flags, mode)
		default:
			return n, errno(err)
		}
	}
}

// maxLinks is how many links the kernel follows in one path (path_resolution(7)).
const maxLinks = 40

// OwnAt reports whether path, relative to dirfd (or AtCwd), leads through links to a descriptor of
// this process, and its number. /dev/stdout, /proc/self/fd/N and links to them do.
func OwnAt(dirfd int, path string) (n int, ok bool) {
	if _, link := readlinkat(dirfd, path); !link {
		return 0, false // the usual case
	}
	at := "" // the path followed so far, without links
	if !strings.HasPrefix(path, "/") {
		if at, ok = pathOf(dirfd); !ok {
			return 0, false
		}
	}
	rest := path
	for links := 0; links < maxLinks; {
		var name string
		var slash bool
		name, rest, slash = strings.Cut(strings.TrimLeft(rest, "/"), "/")
		last := strings.Trim(rest, "/") == ""
		switch {
		case name == "":
			return 0, false
		case name == ".":
			continue
		case name == "..":
			at = at[:max(strings.LastIndexByte(at, '/'), 0)]
			continue
		case !slash && ownFolder(at):
			n, err := strconv.ParseUint(name, 10, 31)
			return int(n), err == nil
		}
		target, ok := readlinkat(unix.AT_FDCWD, at+"/"+name)
		switch {
		case ok:
			links++
			if strings.HasPrefix(target, "/") {
				at = ""
			}
			if last {
				rest = target
			} else {
				rest = target + "/" + rest
			}
		case last:
			return 0, false
		default:
			at += "/" + name
		}
	}
	return 0, false
}

// ownFolder reports whether dir, a path without links, has the process's descriptors.
func ownFolder(dir string) bool {
	rest, ok := strings.CutPrefix(dir, "/proc/"+strconv.Itoa(os.Getpid()))
	if !ok {
		return false
	}
	if task, ok := strings.CutPrefix(rest, "/task/"); ok {
		_, rest, _ = strings.Cut(task, "/")
		rest = "/" + rest
	}
	return rest == "/fd"
}

func pathOf(dirfd int) (string, bool) {
	if dirfd == AtCwd {
		dir, err := Getwd()
		return dir, err == nil
	}
	return readlinkat(unix.AT_FDCWD, ownFds+strconv.Itoa(dirfd))
}

func readlinkat(dirfd int, path string) (string, bool) {
	var buf [unix.PathMax]byte
	for {
		n, err := unix.Readlinkat(dirfd, path, buf[:])
		if err != syscall.EINTR {
			return string(buf[:max(n, 0)]), err == nil && n < len(buf)
		}
	}
}

func isLink(st Status) bool { return st.Mode&unix.S_IFMT == unix.S_IFLNK }
