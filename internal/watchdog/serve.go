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
	"ftsh/internal/sig"
)

// Serve is the watching process. It reads from in until the shell has ended. Then it ends the
// processes left in the shell's blocks, and runs the remaining errands.
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
		} else if rest, ok := strings.CutPrefix(line, "~"); ok {
			setEnding(running, rest)
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
	for _, t := range outermost(running) {
		all.Go(func() {
			_ = t.Cancel(context.Background(), proc.CancelOptions{KillTimeout: timeout,
				Strong: true})
		})
	}
	all.Wait()
}

// setEnding reads the text after the ~ of a line.
func setEnding(running map[string]*proc.Tree, text string) {
	grace, text, _ := strings.Cut(text, " ")
	number, tag, _ := strings.Cut(text, " ")
	d, err := time.ParseDuration(grace)
	n, err2 := strconv.Atoi(number)
	if t := running[tag]; t != nil && err == nil && err2 == nil {
		t.SetEnding(proc.Ending{Signal: sig.Signal(n), KillTimeout: d})
	}
}

// outermost returns the trees inside no other, together with their inner trees: these are ended
// together, each process once. Trees of cleanup commands are separate.
func outermost(running map[string]*proc.Tree) (all []*proc.Tree) {
	for _, t := range running {
		out := t
		for _, o := range running {
			if !t.CleansUp() && t.Inside(o) && (out == t || out.Inside(o)) {
				out = o
			}
		}
		if out == t {
			all = append(all, t)
		} else {
			out.Enclose(t)
		}
	}
	return all
}
