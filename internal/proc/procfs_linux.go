package proc

import (
	"os"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// processes is the process file system. Like children it is package state, because there is one for
// the whole process. Its reserve must be taken before the process runs out of descriptors.
var processes = &procfs{dir: -1}

// A procfs reads /proc through a descriptor of it, so later mounts or changes of the root directory
// do not matter.
type procfs struct {
	mu    sync.RWMutex
	dir   int   // -1: not open
	lists bool  // there are lists of children (CONFIG_PROC_CHILDREN)
	lost  error // why there will be none
	spare []int // descriptors to keep their numbers free for us

	warned sync.Once
}

// spares is enough for a directory and a file in it, and one taken by another goroutine meanwhile.
const spares = 3

// reserve takes the descriptors needed to cancel, from the first process of a block on.
func reserve() { _ = processes.reserve() }

// reserve opens /proc and takes the reserve. It is called while there are descriptors; readers call
// it as well.
func (f *procfs) reserve() error {
	f.mu.RLock()
	ready, err := f.dir >= 0 && len(f.spare) == spares, f.lost
	f.mu.RUnlock()
	if ready || err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dir < 0 && f.lost == nil {
		n, err := openProcesses()
		switch {
		case err == nil:
			f.dir, f.lists = n, listed(n)
		case exhausted(err):
			return err
		default:
			f.lost = err
		}
	}
	f.refill()
	return f.lost
}

// openProcesses opens a process file system in which this process has its own ID: /proc, or else a
// private one, mounted nowhere. The latter takes rights, but a process in a PID namespace without
// its own /proc often has them.
func openProcesses() (int, error) {
	n, err := unix.Open("/proc", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err == nil {
		if err = ours(n); err == nil {
			return raise(n), nil
		}
		unix.Close(n)
	}
	if exhausted(err) {
		return -1, err
	}
	if n, mine := mountProcesses(); mine == nil {
		if ours(n) == nil {
			return raise(n), nil
		}
		unix.Close(n)
	}
	return -1, err
}

// ours returns nil if dir shows the processes of our namespace.
func ours(dir int) error {
	var buf [32]byte
	n, err := unix.Readlinkat(dir, "self", buf[:])
	if err == nil && string(buf[:n]) != strconv.Itoa(os.Getpid()) {
		err = syscall.ESRCH
	}
	return err
}

func mountProcesses() (int, error) {
	fs, err := unix.Fsopen("proc", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fs)
	if err := unix.FsconfigCreate(fs); err != nil {
		return -1, err
	}
	return unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC,
		unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
}

// raise moves a descriptor out of the numbers used by scripts, if it can.
func raise(n int) int {
	m, err := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, 10)
	if err != nil {
		return n
	}
	unix.Close(n)
	return m
}

// refill takes the missing part of the reserve. f.mu is held.
func (f *procfs) refill() {
	for len(f.spare) < spares && f.dir >= 0 {
		n, err := unix.FcntlInt(uintptr(f.dir), unix.F_DUPFD_CLOEXEC, 10)
		if err == syscall.EINVAL { // the limit is below 10
			n, err = unix.FcntlInt(uintptr(f.dir), unix.F_DUPFD_CLOEXEC, 0)
		}
		if err != nil {
			return
		}
		f.spare = append(f.spare, n)
	}
}

// spend calls use to open and close a descriptor. If none is free, it calls use again at the cost
// of the reserve.
func (f *procfs) spend(use func() error) error {
	err := use()
	if !exhausted(err) {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.spare {
		unix.Close(n)
	}
	f.spare = f.spare[:0]
	err = use()
	f.refill()
	return err
}

// read reads a file below /proc into buf, growing it if necessary.
func (f *procfs) read(path string, buf []byte) ([]byte, error) {
	if err := f.reserve(); err != nil {
		return nil, err
	}
	var got int
	err := f.spend(func() error {
		n, err := unix.Openat(f.dir, path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(n)
		for got = 0; ; {
			if got == len(buf) {
				buf = append(buf, make([]byte, max(len(buf), 4096))...)
			}
			k, err := unix.Read(n, buf[got:])
			switch {
			case err == syscall.EINTR:
			case err != nil:
				return err
			case k == 0:
				return nil
			default:
				got += k
			}
		}
	})
	return buf[:got], err
}

// numbers lists the numbers among the entries of a directory below /proc.
func (f *procfs) numbers(path string) ([]int, error) {
	if err := f.reserve(); err != nil {
		return nil, err
	}
	var found []int
	err := f.spend(func() error {
		n, err := unix.Openat(f.dir, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(n)
		found = found[:0]
		buf := make([]byte, 8192)
		for {
			k, err := unix.ReadDirent(n, buf)
			if err == syscall.EINTR {
				continue
			}
			if err != nil || k == 0 {
				return err
			}
			_, _, names := unix.ParseDirent(buf[:k], -1, nil)
			for _, name := range names {
				if pid, err := strconv.Atoi(name); err == nil {
					found = append(found, pid)
				}
			}
		}
	})
	return found, err
}

// gone reports whether err means the end of a process.
func gone(err error) bool { return err == syscall.ENOENT || err == syscall.ESRCH }
