package fd

import "golang.org/x/sys/unix"

// Ready reports whether a read from f would not wait: there is input, or its end.
func Ready(f File) bool {
	if f.Kind() == KindMemory {
		return true
	}
	n, err := f.Fd()
	if err != nil {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(n), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds, 0)
		if err != unix.EINTR {
			return err == nil && fds[0].Revents != 0
		}
	}
}
