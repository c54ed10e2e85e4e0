package interp

import (
	"errors"
	"fmt"
	"strconv"
	"syscall"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// redirOp is one redirection (XCU 2.7).
type redirOp struct {
	pos    ast.Pos
	n      int
	op     ast.RedirOp
	target *expand.Word // the here-document's body for RedirHere
	fixed  string
	plain  bool // target is fixed
	inCond bool // the command stands directly in a condition
}

func (c *compiler) redirect(r *ast.Redirect) *redirOp {
	o := &redirOp{pos: r.Pos(), n: r.N, op: r.Op, inCond: c.cond}
	if o.n < 0 {
		o.n = 1
		switch r.Op {
		case ast.RedirIn, ast.RedirInOut, ast.RedirDupIn, ast.RedirHere:
			o.n = 0
		}
	}
	if r.Op == ast.RedirHere {
		o.target = c.words.HereDoc(r.Here)
	} else {
		o.target = c.words.Word(r.Target)
	}
	o.fixed, o.plain = o.target.Literal()
	return o
}

// redirectedOp is a compound command with redirections.
type redirectedOp struct {
	pos    ast.Pos
	inner  op
	redirs []*redirOp
	inCond bool
}

func (c *compiler) redirected(n *ast.Redirected) op {
	o := &redirectedOp{pos: n.Pos(), inner: c.command(n.Inner), inCond: c.cond}
	for _, r := range n.Redirs {
		ro := c.redirect(r)
		o.redirs = append(o.redirs, ro)
		if f, ok := o.inner.(*forallOp); ok && ro.n == 0 {
			f.ownInput = true
		}
	}
	return o
}

func (o *redirectedOp) exec(fr *frame) flow.Outcome {
	fr.vars.Line = o.pos.Line
	fr.subst = substResult{}
	undo, err := fr.redirect(o.redirs)
	if err != nil {
		return fr.errexit(fr.redirectFailed(o.pos, err))
	}
	defer fr.restore(undo)
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	return o.inner.exec(fr)
}

// replaced is a descriptor as it was before a redirection.
type replaced struct {
	n    int
	file *fd.File
}

// redirect applies redirections from left to right and returns what restore
// needs to take them back. When one fails, those before it are taken back.
func (fr *frame) redirect(redirs []*redirOp) ([]replaced, error) {
	if len(redirs) == 0 {
		return nil, nil
	}
	undo := make([]replaced, 0, len(redirs))
	for _, r := range redirs {
		file, err := r.open(fr, undo)
		if err != nil {
			fr.restore(undo)
			return nil, err
		}
		undo = append(undo, replaced{r.n, fr.fds.Replace(r.n, file)})
	}
	return undo, nil
}

// restore takes redirections back, the last first.
func (fr *frame) restore(undo []replaced) {
	for i := len(undo) - 1; i >= 0; i-- {
		if f := fr.fds.Replace(undo[i].n, undo[i].file); f != nil {
			f.Release()
		}
	}
}

// discard makes redirections last.
func (fr *frame) discard(undo []replaced) {
	for _, u := range undo {
		if u.file != nil {
			u.file.Release()
		}
	}
}

// A redirError says which redirection failed, and why.
type redirError struct {
	pos  ast.Pos
	what string
	err  error
}

func (e *redirError) Error() string { return e.what + ": " + errorText(e.err) }
func (e *redirError) Unwrap() error { return e.err }

// tooHigh reports whether no process could have the redirection's descriptor. The
// shell's own numbers are not real ones, so it would only show in a child.
func (r *redirOp) tooHigh(fr *frame) bool {
	if r.n < 10 {
		return false
	}
	limit, err := fr.Limit(syscall.RLIMIT_NOFILE)
	return err == nil && uint64(r.n) >= limit.Cur
}

// open makes the file that the redirection puts at its descriptor; nil closes it.
// laid are the command's redirections before it.
func (r *redirOp) open(fr *frame, laid []replaced) (*fd.File, error) {
	target := r.fixed
	if !r.plain {
		var err error
		if target, err = r.target.Text(fr); err != nil {
			return nil, err
		}
		if out, stop := fr.substFailed(r.inCond); stop {
			return nil, &divertError{out} // no file of half a name
		}
	}
	isDup := r.op == ast.RedirDupIn || r.op == ast.RedirDupOut
	switch {
	case isDup && target == "-":
		return nil, nil
	case r.tooHigh(fr):
		return nil, &redirError{r.pos, strconv.Itoa(r.n), syscall.EBADF}
	case isDup:
		return r.dup(fr, target)
	case r.op == ast.RedirHere:
		return fd.FromBytes(target), nil
	}
	if n, ok := fd.DevFd(target); ok {
		if f := fr.fds.Get(n); f != nil {
			return f.Reopen(r.flags(fr))
		}
		return nil, &redirError{r.pos, target, syscall.EBADF}
	}
	f, err := r.openPath(fr, laid, target)
	if err != nil {
		if diverted := new(divertError); errors.As(err, &diverted) {
			return nil, diverted
		}
		verb := "cannot open "
		if r.op == ast.RedirOut || r.op == ast.RedirClobber || r.op == ast.RedirAppend {
			verb = "cannot create "
		}
		return nil, &redirError{r.pos, verb + target, err}
	}
	return f, nil
}

func (r *redirOp) flags(fr *frame) int {
	switch r.op {
	case ast.RedirIn:
		return syscall.O_RDONLY
	case ast.RedirInOut:
		return syscall.O_RDWR | syscall.O_CREAT
	case ast.RedirAppend:
		return syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	}
	return syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
}

func (r *redirOp) openPath(fr *frame, laid []replaced, path string) (*fd.File, error) {
	mode := uint32(0o666)
	if fr.umask >= 0 {
		mode &^= uint32(fr.umask)
	}
	flags := r.flags(fr)
	if r.op != ast.RedirOut || !fr.opts.Has(option.NoClobber) {
		return fr.openPatiently(laid, path, flags, mode)
	}
	// set -C: a regular file is not overwritten; anything else is opened.
	f, err := fr.openPatiently(laid, path, flags&^syscall.O_TRUNC|syscall.O_EXCL, mode)
	if !errors.Is(err, syscall.EEXIST) {
		return f, err
	}
	f, err = fr.openPatiently(laid, path, syscall.O_WRONLY, mode)
	if err != nil {
		return nil, err
	}
	if f.IsRegular() {
		f.Release()
		return nil, syscall.EEXIST
	}
	return f, nil
}

func (r *redirOp) dup(fr *frame, target string) (*fd.File, error) {
	n, err := strconv.ParseUint(target, 10, 20)
	if err != nil {
		return nil, &redirError{r.pos, target, errors.New("bad descriptor: expected a number or -")}
	}
	f := fr.fds.Get(int(n))
	if f == nil {
		return nil, &redirError{r.pos, target, syscall.EBADF}
	}
	return f.Retain(), nil
}

// redirectFailed reports a failed redirection. It does not end the shell
// (XCU 2.8.1) unless it stood at a special builtin; an expansion that failed does.
func (fr *frame) redirectFailed(pos ast.Pos, err error) flow.Outcome {
	var re *redirError
	if !errors.As(err, &re) {
		return fr.expansionFailed(pos, err)
	}
	if fr.halted() {
		return fr.cancelOutcome()
	}
	fr.pos = re.pos
	fr.say("%s", re)
	fr.failedIn(pos, re.Error(), flow.StatusUsage)
	return flow.Status(flow.StatusUsage)
}

// errorText is the text of a system error as users know it.
func errorText(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	switch errno {
	case syscall.ENOENT:
		return "no such file or directory"
	case syscall.EEXIST:
		return "file exists"
	}
	return fmt.Sprint(errno)
}
