package fd

import (
	"bytes"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Umask returns the file mode creation mask of the process. It does not change the mask if /proc
// can be read.
func Umask() int {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if _, rest, ok := bytes.Cut(status, []byte("\nUmask:\t")); ok {
			digits, _, _ := bytes.Cut(rest, []byte("\n"))
			if mask, err := strconv.ParseUint(string(digits), 8, 12); err == nil {
				return int(mask)
			}
		}
	}
	return swapUmask()
}

// withUmask calls f on a thread with a file mode creation mask of its own. The system allows this
// since masks belong to threads that do not share them. False: f was not called, because a sandbox
// refuses to unshare.
func withUmask(mask int, f func()) (called bool) {
	done := make(chan bool, 1)
	go func() {
		// Never unlocked: no other goroutine may get the thread any more, and it ends with this
		// one.
		runtime.LockOSThread()
		if unix.Gettid() == os.Getpid() { // it cannot end, and /proc/self shows it
			called := withUmask(mask, f)
			runtime.UnlockOSThread()
			done <- called
			return
		}
		if unix.Unshare(unix.CLONE_FS) != nil {
			runtime.UnlockOSThread()
			done <- false
			return
		}
		unix.Umask(mask)
		f()
		done <- true
	}()
	return <-done
}
