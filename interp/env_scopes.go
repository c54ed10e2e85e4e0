package interp

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/backoff"
	"ftsh/internal/flow"
	"ftsh/internal/known"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/through"
	"ftsh/internal/vars"
	"ftsh/internal/watchdog"
	"ftsh/interp/event"
)

// treeVariable carries the tag of the innermost attempt in the environment of its processes. The
// tag identifies them even if they daemonize.
const treeVariable = "FTSH_TREE"

// outerTree returns the tag of another shell's attempt if it runs this shell, or "".
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
	var room [16]byte
	return proc.NewTree(string(strconv.AppendUint(room[:0], sh.id.ids.Add(1), 36)), parent)
}

// cancelTree ends every process of a tree and returns when none is left.
func (sh *Shell) cancelTree(t *proc.Tree) {
	if t == nil {
		return
	}
	t.Cancel(context.Background(), proc.CancelOptions{
		KillTimeout: sh.opts.Kill.Timeout,
		Strong:      !sh.opts.Kill.Weak,
		Clock:       sh.clock,
		Log:         sh.noteSent,
		Warn:        sh.noteLoss,
	})
}

// noteSent reports a signal sent by a cancellation.
func (sh *Shell) noteSent(pid int, s sig.Signal, err error) {
	sh.note(event.SignalSent, func(e *Event) { e.Process.Pid, e.Process.Signal, e.Err = pid, s, err })
}

// noteLoss reports that cancelling cannot see every process.
func (sh *Shell) noteLoss(loss error) {
	sh.note(event.CancellingImpaired, func(e *Event) { e.Err = loss })
}

// blockState is a shell's state for its blocks.
type blockState struct {
	refs     blockRefs
	nested   string    // the default kill timeout of shells inside a block
	reaper   sync.Once // makes orphans come to the shell
	guard    watchdog.Guard
	through  throughState
	journals journals
	unopened unopened
	known    known.Library
}

// throughState is a shell's share of the state of through.
type throughState struct {
	holds    through.Holds // the slots held
	unusable atomic.Bool   // an unusable state has been reported
}

// blockRefs are the variables set or read by each block.
type blockRefs struct {
	attempt, attempts, tryID, deadline, killTimeout, tree, scratch vars.Ref
	status, reason, failure, failed, viaReason                     vars.Ref // of a failed block
	pwd, oldPwd                                                    vars.Ref
	policy                                                         []vars.Ref // of the default policy
}

func newBlockRefs(n *vars.Names) blockRefs {
	refs := blockRefs{
		attempt: n.Ref("FTSH_ATTEMPT"), attempts: n.Ref("FTSH_ATTEMPTS"),
		tryID: n.Ref("FTSH_TRY_ID"), scratch: n.Ref("FTSH_SCRATCH"), deadline: n.Ref("FTSH_DEADLINE"),
		status: n.Ref("FTSH_STATUS"), reason: n.Ref("FTSH_REASON"),
		failure: n.Ref("FTSH_ERROR"), failed: n.Ref("FTSH_FAILED"),
		viaReason:   n.Ref("FTSH_VIA_REASON"),
		killTimeout: n.Ref("FTSH_KILL_TIMEOUT"), tree: n.Ref(treeVariable),
		pwd: n.Ref("PWD"), oldPwd: n.Ref("OLDPWD"),
	}
	for _, name := range backoff.Variables() {
		refs.policy = append(refs.policy, n.Ref(name))
	}
	return refs
}

// prepareBlocks runs before the first block of a shell. It makes orphans of the shell's processes
// come to the shell, so that cancelling finds them.
func (sh *Shell) prepareBlocks() {
	sh.blocks.reaper.Do(func() {
		sh.id.begin(sh.rand)
		sh.blocks.refs, sh.blocks.nested = newBlockRefs(sh.names),
			nestedKillTimeout(sh.opts.Kill.Timeout)
		sh.startSignals()
		if sh.opts.Standalone.OwnProcess {
			_ = proc.BecomeSubreaper()
			sh.adopt()
		}
	})
}

// nestedKillTimeout returns the kill timeout of shells inside a block whose kill timeout is d. It
// is five seconds less, so that they clean up first.
func nestedKillTimeout(d time.Duration) string {
	d = max(d-5*time.Second, time.Second)
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// killTimeout returns the kill timeout for the processes of a tree.
func (sh *Shell) killTimeout(t *proc.Tree) time.Duration {
	if d := t.Ending().KillTimeout; d != 0 {
		return d
	}
	return sh.opts.Kill.Timeout
}

// inside opens a scope with a tree of its own inside parent.
func (sh *Shell) inside(parent *scope.Scope) *scope.Scope {
	return parent.Sub(sh.newTree(parent.Tree()))
}

// ending opens a scope like inside, with its own way of ending its processes.
func (sh *Shell) ending(parent *scope.Scope, e proc.Ending) *scope.Scope {
	t := sh.newTree(parent.Tree())
	t.SetEnding(e)
	return parent.Sub(t)
}

// apart opens a scope outside of all blocks, for jobs. The trees of blocks do not count its
// processes.
func (sh *Shell) apart(parent *scope.Scope) *scope.Scope {
	s := sh.inside(parent)
	s.MarkOutside()
	return s
}

// lastScope returns the scope of an EXIT trap after the commands in a tree were cancelled. It ends
// after the kill timeout.
func (sh *Shell) lastScope(of *proc.Tree) *scope.Scope {
	s := scope.NewRoot(sh.scopes, nil).Sub(sh.root.Tree().CleanupTree())
	by := sh.clock.Now().Add(sh.killTimeout(of))
	if d := sh.signals.pid1.stopsBy(); d != 0 {
		// This process ends shortly after.
		by = min(by, d.Add(stopReserve-stopReserve/10))
	}
	s.Limit(by, &scope.Cause{Kind: scope.KillTimeout, Status: flow.StatusDeadline})
	return s
}
