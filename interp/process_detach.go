package interp

import (
	"ftsh/internal/proc"
	"ftsh/internal/vars"
)

// A detached process is outside all blocks: it is in no block's process tree and carries no block's
// tag. A cancelled block neither ends it nor waits for it.

// detach makes processes started from now on detached, until the returned function is called. The
// tag in their environment is the one that the shell was started with.
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

// detaches reports whether args call the detach builtin with a command, and this shell itself can
// start it.
func detaches(fr *frame, args []string) bool {
	return args[0] == "detach" && len(args) > 1 && fr.context.blocks > 0 &&
		fr.context.depth.blocksBefore == 0 && fr.sh.hooks.own["detach"] == nil
}

// outside returns a tree for one detached process. It is inside no other tree, but known, so that
// the process's descendants are not taken for those of an attempt.
func (sh *Shell) outside() *proc.Tree { return proc.NewTreeInside(outerTree(sh.opts.Env), "") }

// outwait waits for the end of a detached process. It returns false if the wait is cancelled; the
// process goes on.
func outwait(fr *frame, p *proc.Process) bool {
	ended := make(chan struct{})
	p.Watch(func(proc.Status) { close(ended) })
	return await(fr, ended)
}
