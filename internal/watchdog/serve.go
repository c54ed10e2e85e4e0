package watchdog

import (
	"bufio"
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/proc"
)

// dying is how long a shell may take from closing its pipe to its end, when it was killed.
const dying = 5 * time.Second

// Serve is the process: it reads from in until the shell has ended, and then ends what
// ran in its blocks.
func Serve(in io.Reader) {
	_, _ = syscall.Setsid()
	shell, timeout := 0, time.Duration(0)
	running := make(map[string]*proc.Tree)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := lines.Text()
		if line == "over" {
			return
		} else if rest, ok := strings.CutPrefix(line, "shell "); ok {
			shell, _ = strconv.Atoi(rest)
		} else if rest, ok := strings.CutPrefix(line, "timeout "); ok {
			timeout, _ = time.ParseDuration(rest)
		} else if tag, ok := strings.CutPrefix(line, "+"); ok {
			running[tag] = proc.Tagged(tag)
		} else if tag, ok := strings.CutPrefix(line, "-"); ok {
			delete(running, tag)
		} else if rest, ok := strings.CutPrefix(line, "="); ok {
			var n proc.Numbers
			first, rest, _ := strings.Cut(rest, " ")
			last, tag, _ := strings.Cut(rest, " ")
			n.First, _ = strconv.ParseUint(first, 10, 64)
			n.Last, _ = strconv.ParseUint(last, 10, 64)
			if t := running[tag]; t != nil {
				t.AddNumbers(n)
			}
		}
	}
	if len(running) == 0 || !gone(shell) {
		return
	}
	var all sync.WaitGroup
	for _, t := range running {
		all.Go(func() {
			_ = t.Cancel(context.Background(), proc.CancelOptions{KillTimeout: timeout, Strong: true})
		})
	}
	all.Wait()
}

// gone reports whether this process's parent, the shell, has ended or is about to: the kernel
// closes what a process has before it gives its children another parent.
func gone(shell int) bool {
	for end := time.Now().Add(dying); os.Getppid() == shell; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
