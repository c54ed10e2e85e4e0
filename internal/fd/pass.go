package fd

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// pass gives take the content of a pipe, whose read end is polled, piece by piece, until the pipe
// ends or take wants no more. Bytes leave the pipe only under the lock: its holder can be sure of
// an empty way between the pipe and take's destination.
func pass(r *os.File, mu *sync.Mutex, take func(piece []byte) (more bool)) {
	conn, err := r.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 32<<10)
	_ = conn.Read(func(d uintptr) (done bool) {
		mu.Lock()
		defer mu.Unlock()
		for {
			n, err := unix.Read(int(d), buf)
			switch {
			case err == unix.EINTR:
			case err == unix.EAGAIN:
				return false
			case n <= 0 || !take(buf[:n]):
				return true
			}
		}
	})
}
