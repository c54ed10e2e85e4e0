package fd

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// ReadDir calls yield for each entry of the directory path, relative to dirfd (or AtCwd): . and ..
// too, in no order. mayBeDir is set if the entry may be a directory or a symbolic link; no file is
// examined for this. It ends with yield's error; an unreadable directory gives an error like those
// of Open.
func ReadDir(dirfd int, path string, yield func(name string, mayBeDir bool) error) error {
	n, err := openat(dirfd, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(n)
	buf := make([]byte, 32<<10)
	for {
		size, err := unix.Getdents(n, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil || size <= 0 {
			return errno(err)
		}
		if err := entries(string(buf[:size]), yield); err != nil {
			return err
		}
	}
}

// entries decodes the records of getdents64: inode (8 bytes), offset (8),
// length of the record (2), type (1), name, NULs.
func entries(buf string, yield func(name string, mayBeDir bool) error) error {
	const header = 19
	for len(buf) > header {
		size := int(binary.NativeEndian.Uint16([]byte(buf[16:18])))
		if size <= header || size > len(buf) {
			return nil
		}
		kind, name := buf[18], buf[header:size]
		buf = buf[size:]
		if i := strings.IndexByte(name, 0); i >= 0 {
			name = name[:i]
		}
		if name == "" {
			continue
		}
		mayBeDir := kind == unix.DT_DIR || kind == unix.DT_LNK || kind == unix.DT_UNKNOWN
		if err := yield(name, mayBeDir); err != nil {
			return err
		}
	}
	return nil
}
