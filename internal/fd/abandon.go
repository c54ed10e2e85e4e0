package fd

import (
	"golang.org/x/sys/unix"
)

// Abandon releases f for good, as after `exec >file`. An inherited descriptor is closed with its
// last reference, so that a reader waiting for its end does not wait for this process. On 0, 1 and
// 2 /dev/null takes its place instead: a Go program must not open anything else there, since the
// runtime writes to 2. If /dev/null cannot be opened, the descriptor stays.
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

// vacate gives up an inherited descriptor.
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
