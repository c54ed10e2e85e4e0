//go:build !linux

package proc

import "time"

// waitable returns when a child should be looked at again. Not every system has a call to wait
// without reaping.
func waitable(int, bool) error {
	time.Sleep(time.Millisecond)
	return nil
}

// awaitExit returns false: there is no poller for processes.
func (p *Process) awaitExit() bool { return false }
