//go:build linux && (amd64 || arm64)

package sig

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// slackSignal tells the runtime's monitoring thread to set its timer slack. It is one of the two
// signals reserved by the C library: no script can trap it, and no program sends it.
const slackSignal = Signal(32)

// calmSlack is the timer slack of the monitoring thread, while nothing needs it. A thread that it makes
// has the same slack, so it is short.
const calmSlack = time.Millisecond

// others is how many processes and threads may have been made between the process and its monitoring
// thread.
const others = 8

// CalmMonitor makes the runtime's monitoring thread (sysmon) wake less often, until the Dispatcher's
// Wake is called. At its start the thread wakes every 20 µs to look for threads that block, and each
// time it may interrupt the shell: that is a tenth of a start. A shell that does not wait yet has
// nothing for it to find.
//
// Only the thread itself can change its slack without privileges, so a signal makes it. The thread
// is the first that the process made. Its ID is mostly the next one after the process's, or a few
// others were made in between; else all stays as it is.
func CalmMonitor() {
	saw := seen()
	if saw.Recorded == 0 || Set(saw.Ignored).Has(slackSignal) {
		return
	}
	var act Action
	if SetAction(SIGURG, nil, &act) != nil { // with the flags and the restorer of a Go program
		return
	}
	act.Handler = slackener()
	if SetAction(slackSignal, &act, nil) != nil {
		return
	}
	b, pid := static(), os.Getpid()
	b.slack.Store(int64(calmSlack))
	for tid := pid + 1; tid <= pid+others; tid++ {
		if unix.Tgkill(pid, tid, slackSignal) == nil {
			b.monitor.Store(int64(tid))
			return
		}
	}
}

// hurryMonitor ends the effect of CalmMonitor.
func hurryMonitor() {
	b := static()
	if tid := b.monitor.Swap(0); tid != 0 {
		b.slack.Store(0) // prctl(2): the slack that the thread began with
		_ = unix.Tgkill(os.Getpid(), int(tid), slackSignal)
	}
}
