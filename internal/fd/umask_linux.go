package fd

import (
	"bytes"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Umask returns the file mode creation mask of the process, without changing it
// where /proc can be read.
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

// withUmask calls f on a thread that has a file mode creation mask of its own, which
// the system allows since masks belong to threads that do not share them. False: f
// was not called, because a sandbox refuses that.
func withUmask(mask int, f func()) (called bool) {
	done := make(chan bool, 1)
	go func() {
		// Never unlocked: the thread, which no other goroutine may get any more,
		// ends with this one.
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
