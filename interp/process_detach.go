package interp

import (
	"ftsh/internal/proc"
	"ftsh/internal/vars"
)

// What is detached is outside all blocks: its process is in the tree of none, carries the
// tag of none, and a block that is cancelled neither ends it nor waits for it.

// detach makes the processes that are started from now on detached, until the function is
// called that it returns. The tag in their environment is what the shell was started with.
func detach(fr *frame) func() {
	fr.context.detached = true
	ref, outer := fr.sh.names.Ref(treeVariable), outerTree(fr.sh.opts.Env)
	shadow, err := fr.env.vars.Shadow(ref, outer)
	if err == nil && outer == "" {
		fr.env.vars.Unmark(ref, vars.Exported)
	}
	return func() {
		fr.context.detached = false
		if err == nil {
			fr.env.vars.Unshadow(shadow)
		}
	}
}

// detaches reports whether args are a detach builtin with its command, which this shell
// itself can start.
func detaches(fr *frame, args []string) bool {
	return args[0] == "detach" && len(args) > 1 && fr.context.blocks > 0 && fr.context.depth.blocksBefore == 0 && fr.sh.hooks.own["detach"] == nil
}

// outside is a tree for one detached process: inside no other, but known, so that what it
// leaves is not taken for an attempt's.
func (sh *Shell) outside() *proc.Tree { return proc.NewTreeInside(outerTree(sh.opts.Env), "") }

// outwait waits for the end of a detached process, which does not end when the wait is
// cancelled: then it reports false.
func outwait(fr *frame, p *proc.Process) bool {
	ended := make(chan struct{})
	p.Watch(func(proc.Status) { close(ended) })
	defer fr.context.group.blocking()()
	select {
	case <-ended:
		return true
	case <-fr.context.scope.Context().Done():
		return false
	}
}
