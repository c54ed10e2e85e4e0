package fd

import (
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A Status is the result of stat(2). Mode holds the type, too, in the bits of syscall.S_IFMT.
type Status struct {
	Dev, Ino uint64
	Mode     uint32
	Uid, Gid uint32
	Size     int64
	Modified time.Time
	Accessed time.Time
}

// Stat is stat(2) of path, relative to dirfd (AtCwd: to the process's directory); unless follow, of
// a symbolic link itself. The error is a syscall.Errno.
func Stat(dirfd int, path string, follow bool) (Status, error) {
	var st unix.Stat_t
	flags := 0
	if !follow {
		flags = unix.AT_SYMLINK_NOFOLLOW
	}
	for {
		err := unix.Fstatat(dirfd, path, &st, flags)
		if err == nil {
			return statusOf(&st), nil
		}
		if err != syscall.EINTR {
			return Status{}, errno(err)
		}
	}
}

// StatFile is fstat(2) of f. The error is a syscall.Errno.
func StatFile(f File) (Status, error) {
	n, err := f.Fd()
	if err != nil {
		return Status{}, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(n, &st); err != nil {
		return Status{}, errno(err)
	}
	return statusOf(&st), nil
}

func statusOf(st *unix.Stat_t) Status {
	return Status{
		Dev: uint64(st.Dev), Ino: uint64(st.Ino), Mode: uint32(st.Mode), Uid: st.Uid, Gid: st.Gid,
		Size: st.Size, Modified: time.Unix(int64(st.Mtim.Sec), int64(st.Mtim.Nsec)),
		Accessed: time.Unix(int64(st.Atim.Sec), int64(st.Atim.Nsec)),
	}
}

// The modes of Access.
const (
	MayExecute = unix.X_OK
	MayWrite   = unix.W_OK
	MayRead    = unix.R_OK
)

// Access returns nil if the effective user may use path as mode (a sum of MayRead, MayWrite and
// MayExecute) says, else the reason. The error is a syscall.Errno.
func Access(dirfd int, path string, mode uint32) error {
	if err := unix.Faccessat(dirfd, path, mode, unix.AT_EACCESS); err != nil {
		return errno(err)
	}
	return nil
}

// AccessFile is Access to the file open at f, as opening it anew would need it.
func AccessFile(f File, mode uint32) error {
	n, err := f.Fd()
	if err != nil {
		return err
	}
	return Access(AtCwd, ownFds+strconv.Itoa(n), mode)
}
