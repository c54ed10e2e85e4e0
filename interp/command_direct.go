package interp

import (
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/shellenv"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// An expandedCommand is a simple command after its expansions, made once in the order of XCU
// 2.9.1.1. So far they have changed nothing outside its environment.
type expandedCommand struct {
	args    []string
	redirs  []*redirOp // with literal targets
	assigns []assign   // with literal values
	shadows []vars.Shadow
	made    int // the number of redirections made

	detached bool // outside all blocks
}

// expandCommand expands a command in its environment. Its expansions must not block.
func expandCommand(sub *frame, o *simpleOp) (*expandedCommand, error) {
	c := &expandedCommand{args: o.literal}
	var err error
	if c.args == nil {
		for _, w := range o.words {
			if c.args, err = w.Fields((*expander)(sub), c.args); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range o.redirs {
		if r.late {
			known, err := r.decide(sub)
			if err != nil {
				return nil, err
			}
			c.redirs = append(c.redirs, known...)
			continue
		}
		r := *r
		if !r.plain {
			if r.fixed, err = r.expand(sub); err != nil {
				return nil, err
			}
			r.plain = true
		}
		c.redirs = append(c.redirs, &r)
	}
	for _, a := range o.assigns {
		if a.text, err = a.expand(sub); err != nil {
			return nil, err
		}
		a.fixed = true
		shadow, err := sub.env.vars.Shadow(a.ref, a.text)
		if err != nil {
			return nil, err
		}
		c.assigns, c.shadows = append(c.assigns, a), append(c.shadows, shadow)
	}
	return c, nil
}

// start starts the command in its environment, as a process of its own. It returns nil if the shell
// cannot start it itself, or if it failed. The caller then runs the rest in another shell, which
// may block and reports the failure; c.made redirections are made already.
func (c *expandedCommand) start(sub *frame, pl placement) *proc.Process {
	if path, ok := c.program(sub); ok {
		if p := c.startProgram(sub, path, pl); p != nil {
			return p
		}
	}
	for i := len(c.shadows) - 1; i >= 0; i-- {
		sub.env.vars.Unshadow(c.shadows[i])
	}
	return nil
}

// program returns the path if the command is a program and its redirections cannot block.
func (c *expandedCommand) program(sub *frame) (path string, ok bool) {
	if len(c.args) == 0 || sub.env.HasFunction(c.args[0]) || c.mayBlock(sub) {
		return "", false
	}
	args := c.args
	if detaches(sub, args) {
		if args = args[1:]; sub.env.HasFunction(args[0]) {
			return "", false
		}
		c.detached = true
	}
	special, regular := builtinFor(sub, args[0])
	if (special != nil || regular != nil) && !c.detached {
		return "", false
	}
	path, err := sub.env.find(args[0])
	return path, err == nil
}

// mayBlock reports whether opening a redirection's target could block: a fifo or a device.
func (c *expandedCommand) mayBlock(sub *frame) bool {
	for _, r := range c.redirs {
		switch r.op {
		case ast.RedirHere, ast.RedirDupIn, ast.RedirDupOut:
			continue
		}
		if st, err := fd.Stat(shellenv.At(sub.env.Dir()), r.fixed, true); err == nil {
			switch st.Mode & syscall.S_IFMT {
			case syscall.S_IFIFO:
				return true
			case syscall.S_IFCHR:
				if r.fixed != "/dev/null" {
					return true
				}
			}
		}
	}
	return false
}

func (c *expandedCommand) startProgram(sub *frame, path string, pl placement) *proc.Process {
	undo := make([]replaced, 0, len(c.redirs))
	defer func() { sub.env.discard(undo) }()
	for _, r := range c.redirs {
		u, err := sub.redirect([]*redirOp{r})
		if err != nil {
			return nil
		}
		if r.op == ast.RedirHere {
			if _, err := sub.env.fds.Get(r.n).Fd(); err != nil {
				sub.restore(u) // the other process tries again and reports it
				return nil
			}
		}
		undo = append(undo, u...)
		c.made++
	}
	sub.traceRedirected(undo, c.assigns, c.args)
	args := c.args
	if c.detached {
		args = args[1:]
		defer detach(sub)()
	}
	p, err := sub.start(path, args, pl)
	if err != nil {
		// It has been traced.
		sub.env.opts = sub.env.opts.Put(option.XTrace, false)
		return nil
	}
	return p
}
