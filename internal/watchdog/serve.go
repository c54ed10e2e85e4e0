package watchdog

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/proc"
)

// Serve is the process: it reads from in until the shell has ended, and then ends what
// ran in its blocks, and runs the errands that are left.
func Serve(in io.Reader) {
	_, _ = syscall.Setsid()
	timeout := time.Duration(0)
	running := make(map[string]*proc.Tree)
	files := &passed{in: in, open: make(map[string]int)}
	errands := make(map[string][]string)
	lines := bufio.NewScanner(files)
	for lines.Scan() {
		line := lines.Text()
		if files.line(line) {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "timeout "); ok {
			timeout, _ = time.ParseDuration(rest)
		} else if tag, ok := strings.CutPrefix(line, "+"); ok {
			running[tag] = proc.Tagged(tag)
		} else if tag, ok := strings.CutPrefix(line, "-"); ok {
			delete(running, tag)
		} else if rest, ok := strings.CutPrefix(line, "!"); ok {
			number, argv := parseErrand(rest)
			errands[number] = argv
		} else if number, ok := strings.CutPrefix(line, "."); ok {
			delete(errands, number)
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
	var all sync.WaitGroup
	for _, argv := range errands {
		all.Go(func() { runErrand(argv) })
	}
	for _, t := range running {
		all.Go(func() {
			_ = t.Cancel(context.Background(), proc.CancelOptions{KillTimeout: timeout, Strong: true})
		})
	}
	all.Wait()
}
