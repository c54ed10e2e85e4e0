package builtin

import (
	"fmt"
	"syscall"

	"ftsh/internal/flow"
)

// times is `times`: user and system time of the shell, and of its ended children.
func times(h Streams, args []string) flow.Outcome {
	var self, children syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
		h.Errorf("%v", err)
		return fatal()
	}
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children); err != nil {
		h.Errorf("%v", err)
		return fatal()
	}
	return printed(h, cpuTime(self.Utime)+" "+cpuTime(self.Stime)+"\n"+
		cpuTime(children.Utime)+" "+cpuTime(children.Stime)+"\n")
}

func cpuTime(t syscall.Timeval) string {
	return fmt.Sprintf("%dm%d.%06ds", t.Sec/60, t.Sec%60, t.Usec)
}
