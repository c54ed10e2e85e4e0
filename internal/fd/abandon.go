package fd

import (
	"golang.org/x/sys/unix"
)

// Abandon is Release for who will not want f back, as behind `exec >file`. What the process was
// started with is closed with the last reference then, so that nobody who waits for its end waits for
// this process. On 0, 1 and 2 /dev/null is laid instead: a Go program must not open anything
// else there, since the runtime writes to 2. Where that cannot be had, the descriptor stays.
func Abandon(f File) {
	if d, ok := f.(*descriptor); ok && d.inherited {
		if d.end() {
			d.vacate()
		}
		return
	}
	if f != nil {
		f.Release()
	}
}

// vacate gives up a descriptor that the process was started with.
func (d *descriptor) vacate() {
	n := d.number()
	if n > 2 {
		d.close()
		return
	}
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	if layOver(n, null) == nil {
		d.n.Store(-1)
	}
	unix.Close(null)
}
