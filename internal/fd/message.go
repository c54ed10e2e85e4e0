package fd

import (
	"context"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// WriteMessage writes a message of the shell's own to f, a diagnostic or a record. It reports no
// failure.
//
// It waits as Write does. Once ctx has ended such a wait the descriptor is stuck, and messages are
// dropped and counted, without waiting, until it takes bytes again. Then a line first reports how
// many were lost.
func WriteMessage(ctx context.Context, f File, message []byte) {
	d, ok := f.(*descriptor)
	if !ok {
		_, _ = f.Write(ctx, message)
		return
	}
	if !d.unstick() {
		return
	}
	if n, err := d.Write(ctx, message); err != nil && !isErrno(err) {
		d.cut.Store(n > 0)
		d.lost.Add(1)
	}
}

// unstick reports whether a descriptor takes bytes. One that was stuck first gets the number of
// lost messages; if that fails, the present message is lost, too.
func (d *descriptor) unstick() bool {
	lost := d.lost.Load()
	if lost == 0 {
		return true
	}
	if !d.reportLost(lost) {
		d.lost.Add(1)
		return false
	}
	return true
}

// reportLost reports how many messages were lost, unless it would have to wait.
func (d *descriptor) reportLost(lost int64) bool {
	line := fmt.Sprintf("ftsh: %d messages lost: nobody read them\n", lost)
	if lost == 1 {
		line = "ftsh: 1 message lost: nobody read it\n"
	}
	if d.cut.Load() {
		line = "\n" + line
	}
	if !ready(d.number(), unix.POLLOUT) {
		return false
	}
	// Others may have filled it meanwhile: a line is written whole or not at all.
	if _, err := d.tryWrite(d.number(), []byte(line)); err == syscall.EAGAIN {
		return false
	}
	d.cut.Store(false)
	d.lost.Add(-lost)
	return true
}

func isErrno(err error) bool {
	_, ok := err.(syscall.Errno)
	return ok
}
