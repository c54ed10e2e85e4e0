package builtin

import (
	"fmt"
	"syscall"

	"ftsh/internal/flow"
)

// times is `times`: user and system time of the shell, and of its ended children.
func times(h Streams, args []string) flow.Outcome { return showTimes(h, cpuTime) }

// bashTimes is times with milliseconds, as bash shows them.
func bashTimes(h Streams, args []string) flow.Outcome {
	if _, ok := operands(h, args); !ok {
		return misuse()
	}
	return harmless(showTimes(h, func(t syscall.Timeval) string {
		return fmt.Sprintf("%dm%d.%03ds", t.Sec/60, t.Sec%60, t.Usec/1000)
	}))
}

func showTimes(h Streams, text func(syscall.Timeval) string) flow.Outcome {
	var self, children syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
		h.Errorf("%v", err)
		return fatal()
	}
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children); err != nil {
		h.Errorf("%v", err)
		return fatal()
	}
	return printed(h, text(self.Utime)+" "+text(self.Stime)+"\n"+
		text(children.Utime)+" "+text(children.Stime)+"\n")
}

func cpuTime(t syscall.Timeval) string {
	return fmt.Sprintf("%dm%d.%06ds", t.Sec/60, t.Sec%60, t.Usec)
}
