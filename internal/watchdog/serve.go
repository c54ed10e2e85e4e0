package watchdog

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/proc"
)

// Serve is the process: it reads from in until the shell has ended, and then ends what
// ran in its blocks.
func Serve(in io.Reader) {
	_, _ = syscall.Setsid()
	timeout := time.Duration(0)
	running := make(map[string]bool)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "timeout "); ok {
			timeout, _ = time.ParseDuration(rest)
		} else if tag, ok := strings.CutPrefix(line, "+"); ok {
			running[tag] = true
		} else if tag, ok := strings.CutPrefix(line, "-"); ok {
			delete(running, tag)
		}
	}
	var all sync.WaitGroup
	for tag := range running {
		all.Go(func() {
			_ = proc.Tagged(tag).Cancel(context.Background(), proc.CancelOptions{KillTimeout: timeout, Strong: true})
		})
	}
	all.Wait()
}
