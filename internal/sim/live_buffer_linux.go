package sim

import (
	"fmt"
	"os"
	"syscall"
)

// ownMounts makes a process start with mounts of its own. They are invisible to other processes,
// and vanish with the last process started in there. For a user other than root it also makes a
// user namespace with root rights.
func ownMounts() (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return attr, nil
}

// mountBuffer mounts a file system of so many bytes.
func mountBuffer(path string, size int64) error {
	return os.NewSyscallError("mount", syscall.Mount("ftsh-sim", path, "tmpfs",
		syscall.MS_NOSUID|syscall.MS_NODEV, fmt.Sprintf("size=%d,mode=777", size)))
}
