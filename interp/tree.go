package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// treeVariable carries the tag of the innermost attempt into the environment of
// its processes, so that they are recognised however they were daemonized.
const treeVariable = "FTSH_TREE"

// outerTree is the tag of the attempt of another shell that runs this one.
func outerTree(env []string) string {
	for _, e := range env {
		if tag, ok := strings.CutPrefix(e, treeVariable+"="); ok {
			return tag
		}
	}
	return ""
}

// newTree makes the tree of a new attempt or branch.
func (sh *Shell) newTree(parent *proc.Tree) *proc.Tree {
	return proc.NewTree(strconv.FormatUint(sh.ids.Add(1), 36), parent)
}

// cancelTree ends every process of a tree and returns when none is left.
func (sh *Shell) cancelTree(t *proc.Tree) {
	if t == nil {
		return
	}
	t.Cancel(context.Background(), proc.CancelOptions{
		KillTimeout: sh.opts.KillTimeout,
		Strong:      !sh.opts.KillWeak,
		Clock:       sh.clock,
		Log:         sh.logCancel,
	})
}

// logCancel reports a signal that cancelling sends.
func (sh *Shell) logCancel(pid int, s sig.Signal, err error) {
	if sh.opts.Events == nil || sh.opts.LogLevel < LevelProcess {
		return
	}
	text := "process " + strconv.Itoa(pid) + ": SIG" + sig.Name(s)
	if err != nil {
		text += ": " + err.Error()
	}
	sh.opts.Events(Event{Time: sh.clock.Wall(), Level: LevelProcess, Script: sh.opts.Name, Message: text})
}

// noteSignal reports a signal that the shell was sent.
func (sh *Shell) noteSignal(s sig.Signal) {
	if sh.opts.Events == nil || sh.opts.LogLevel < LevelProcess {
		return
	}
	sh.opts.Events(Event{Time: sh.clock.Wall(), Level: LevelProcess, Script: sh.opts.Name, Message: "signal SIG" + sig.Name(s)})
}

// prepareBlocks does what the first block of a shell needs: orphans of its
// processes come to the shell, so that cancelling finds them.
func (sh *Shell) prepareBlocks() {
	sh.reaper.Do(func() {
		sh.session = fmt.Sprintf("ftsh%08x%08x", uint32(sh.rand.Float64()*(1<<32)), uint32(sh.pid)^uint32(time.Now().UnixNano()))
		sh.listen()
		if sh.opts.OwnProcess {
			_ = proc.BecomeSubreaper()
		}
	})
}

// newID is a FTSH_TRY_ID: unique among all hosts for all practical purposes.
func (sh *Shell) newID() string {
	return sh.session + "-" + strconv.FormatUint(sh.ids.Add(1), 10)
}

// nestedKillTimeout is what a shell inside this one's blocks gets: five seconds
// less, so that it cleans up first.
func (sh *Shell) nestedKillTimeout() string {
	d := max(sh.opts.KillTimeout-5*time.Second, time.Second)
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// lastScope is where an EXIT trap runs after a cancellation: bound by the kill
// timeout.
func (sh *Shell) lastScope() *scope {
	s := &scope{sh: sh, swept: make(chan struct{})}
	s.ctx, s.cancelFn = context.WithCancelCause(context.Background())
	s.tree, s.ownTree = sh.root.tree.Beside(), true
	s.react()
	s.limit(sh.clock.Now().Add(sh.opts.KillTimeout), &cause{scope: s, status: flow.StatusDeadline, reason: "kill timeout"})
	return s
}

// wakeAll wakes what waits between commands, for a trapped signal.
func (sh *Shell) wakeAll() {
	sh.mu.Lock()
	close(sh.wake)
	sh.wake = make(chan struct{})
	sh.mu.Unlock()
}

// wakeChan is closed when the next trapped signal arrives.
func (sh *Shell) wakeChan() <-chan struct{} {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	return sh.wake
}

// shuffle puts words in random order.
func (sh *Shell) shuffle(words []string) {
	for i := len(words) - 1; i > 0; i-- {
		j := sh.rand.IntN(i + 1)
		words[i], words[j] = words[j], words[i]
	}
}
