//go:build !linux

package proc

import "time"

// waitable returns when it is worth looking at a child again: what waits there
// without reaping is no call that every system has.
func waitable(int, bool) error {
	time.Sleep(time.Millisecond)
	return nil
}

// awaitExit is false: there is no poller for processes.
func (p *Process) awaitExit() bool { return false }
