package interp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// redirOp is one redirection (XCU 2.7).
type redirOp struct {
	pos    ast.Pos
	n      int
	name   *redirName // {name}: n is found when it runs
	op     ast.RedirOp
	target *expand.Word // the here-document's body for RedirHere
	fixed  string
	plain  bool // target needs no expansion: its text is fixed
	by     fd.Origin
	inCond bool // the command stands directly in a condition
	// targets are the words of a target with braces, if they are not one.
	targets []*expand.Word
	split   bool // bash's: the target is expanded to fields, of which there must be one
	bash    bool // /dev/tcp and /dev/udp are the network
	// late: the target, expanded, decides what bash's >&word and <&word are.
	late bool
	both bool // late, and may be a file for standard output and error
}

// redirects compiles redirections. In the dialect of bash &>file is >file 2>&1, and so is >&file.
func (c *compiler) redirects(all []*ast.Redirect, by fd.Origin) []*redirOp {
	var ops []*redirOp
	for _, r := range all {
		o := c.redirect(r, by)
		ops = append(ops, o)
		switch {
		case r.Op == ast.RedirBoth, c.bash && r.N < 0 && r.Var == "" && isFile(o):
			o.op, o.bash = ast.RedirOut, c.bash
		case r.Op == ast.RedirBothAppend:
			o.op = ast.RedirAppend
		default:
			if from, ok := c.moved(o); ok {
				ops = append(ops, &redirOp{pos: o.pos, n: from, op: o.op, fixed: "-", plain: true,
					by: by, inCond: o.inCond})
			}
			continue
		}
		ops = append(ops, &redirOp{pos: o.pos, n: 2, op: ast.RedirDupOut, fixed: "1", plain: true,
			by: by, inCond: o.inCond})
	}
	return ops
}

func (c *compiler) redirect(r *ast.Redirect, by fd.Origin) *redirOp {
	o := &redirOp{pos: r.Pos(), n: int(r.N), op: r.Op, by: by, inCond: c.cond}
	if o.n < 0 {
		o.n = 1
		switch r.Op {
		case ast.RedirIn, ast.RedirInOut, ast.RedirDupIn, ast.RedirHere, ast.RedirHereString:
			o.n = 0
		}
	}
	if r.Op == ast.RedirHere {
		o.target = c.hereDoc(r.Here)
	} else {
		o.target = c.words.Word(r.Target)
	}
	o.fixed, o.plain = o.target.Field()
	if c.bash && r.Op != ast.RedirHere && r.Op != ast.RedirHereString {
		o.braced(c, r.Target)
	}
	o.bash = c.bash && isOpen(r.Op)
	o.split = c.bash && r.Op != ast.RedirHere && r.Op != ast.RedirHereString
	o.late = c.bash && !o.plain && (r.Op == ast.RedirDupIn || r.Op == ast.RedirDupOut)
	o.both = o.late && r.N < 0 && r.Var == "" && r.Op == ast.RedirDupOut
	if r.Var != "" {
		o.n, o.name = 0, newRedirName(c, r.Var)
	}
	return o
}

// moved makes >&3- of the dialect of bash a >&3, and returns the descriptor to be closed after it.
func (c *compiler) moved(o *redirOp) (from int, ok bool) {
	if !c.bash || !o.plain {
		return 0, false
	}
	return o.moves()
}

// moves is moved for a target already expanded.
func (o *redirOp) moves() (from int, ok bool) {
	digits, ok := strings.CutSuffix(o.fixed, "-")
	if !ok || o.op != ast.RedirDupIn && o.op != ast.RedirDupOut {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 20)
	if err != nil || int(n) == o.n {
		return 0, false
	}
	o.fixed = digits
	return int(n), true
}

// hereDoc compiles the body of a here-document. A long one is compiled while it is expanded.
func (c *compiler) hereDoc(body *ast.Word) *expand.Word {
	if len(body.Parts) == 1 {
		if unread, ok := body.Parts[0].(*syntax.UnreadText); ok {
			from, sh := c.origin(), c.sh
			return c.words.LongDoc(unread.Parts(), int(body.To.Offset-body.From.Offset),
				func() *expand.Compiler { return &from.compiler(sh).words })
		}
	}
	return c.words.HereDoc(body)
}

// redirectedOp is a compound command with redirections.
type redirectedOp struct {
	pos    ast.Pos
	inner  op
	redirs []*redirOp
	inCond bool
	// last is set if the command is the last of its process: the redirections are not undone.
	last bool
}

func (c *compiler) redirected(n *ast.Redirected) op {
	o := &redirectedOp{pos: n.Pos(), inner: c.command(n.Inner), inCond: c.cond}
	by := fd.ByCompound
	switch n.Inner.(type) {
	case *ast.Try, *ast.Forany, *ast.Forall:
		by = fd.ByBlock
	}
	o.redirs = c.redirects(n.Redirs, by)
	return o
}

func (o *redirectedOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	fr.regs.subst = substResult{}
	undo, err := fr.redirect(o.redirs)
	if err != nil {
		return fr.errexit(fr.redirectFailed(o.pos, err))
	}
	if o.last {
		fr.env.abandon(undo)
	} else {
		defer fr.restore(undo)
	}
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	flushReports(fr)
	return o.inner.exec(fr)
}

// replaced is a descriptor's entry before a redirection.
type replaced struct {
	n   int
	was fd.Entry
}

// redirect applies redirections from left to right. It returns the replaced descriptors for
// restore. If one fails, those before it are undone.
func (fr *frame) redirect(redirs []*redirOp) ([]replaced, error) {
	if len(redirs) == 0 {
		return nil, nil
	}
	undo, err := lay(fr, redirs, make([]replaced, 0, len(redirs)))
	if err != nil {
		fr.restore(undo)
		return nil, err
	}
	return undo, nil
}

// lay is redirect after the redirections in undo. It returns them all, also if one fails.
func lay(fr *frame, redirs []*redirOp, undo []replaced) ([]replaced, error) {
	for _, r := range redirs {
		var err error
		switch {
		case r.late:
			var known []*redirOp
			if known, err = r.decide(fr); err == nil {
				undo, err = lay(fr, known, undo)
			}
		case r.name != nil:
			undo, err = r.toVariable(fr, undo)
		default:
			var e fd.Entry
			if e, err = r.open(fr, undo); err != nil {
				break
			}
			if r.by == fd.ByBlock {
				e.Block = uint16(fr.context.blocks + 1)
			}
			undo = append(undo, replaced{r.n, fr.env.fds.Replace(r.n, e)})
		}
		if err != nil {
			return undo, err
		}
	}
	return undo, nil
}

// decide expands the target of a late redirection, and returns what it is: one of a descriptor, one
// that moves it, or a file for standard output and error.
func (r *redirOp) decide(fr *frame) ([]*redirOp, error) {
	o := *r
	o.plain, o.late, o.both = true, false, false
	var err error
	if o.fixed, err = r.expand(fr); err != nil {
		return nil, err
	}
	if out, stop := fr.substFailed(r.inCond); stop {
		return nil, &divertError{out}
	}
	second := &redirOp{pos: o.pos, op: o.op, fixed: "-", plain: true, by: o.by, inCond: o.inCond}
	if from, ok := o.moves(); ok {
		second.n = from
		return []*redirOp{&o, second}, nil
	}
	if !r.both || !isFile(&o) {
		return []*redirOp{&o}, nil
	}
	o.op, o.bash = ast.RedirOut, true
	second.n, second.fixed = 2, "1"
	return []*redirOp{&o, second}, nil
}

// restore undoes redirections, the last first. Pending records are only kept waiting for a regular
// file: a reader of any other file may wait for its end.
func (fr *frame) restore(undo []replaced) {
	for i := len(undo) - 1; i >= 0; i-- {
		theirs := fr.env.fds.Replace(undo[i].n, undo[i].was)
		if len(fr.regs.reports.open) > 0 && theirs.File != nil &&
			theirs.File.Kind() != fd.KindRegular && !fr.env.fds.Has(theirs.File) {
			closing(fr, theirs.File, fr.context.judged > 0)
		}
		theirs.Release()
	}
	if len(undo) > 0 {
		fr.sh.hooks.syncFiles()
	}
}

// discard makes redirections permanent.
func (e *environment) discard(undo []replaced) {
	for _, u := range undo {
		e.fds.Keep(u.n)
		e.snapshot.keepFile(u.n, e.fds)
	}
	e.closedCoproc()
	e.abandon(undo)
}

// abandon releases the descriptors replaced by permanent redirections.
func (e *environment) abandon(undo []replaced) {
	for _, u := range undo {
		if u.n == 2 && e.sh.pending.list != nil && e == &e.sh.main.env {
			e.sh.events.original.follow(e.fds.Get(2))
		}
		fd.Abandon(u.was.File)
	}
}

// A redirError names the redirection that failed, and the reason.
type redirError struct {
	pos  ast.Pos
	what string
	err  error
}

func (e *redirError) Error() string { return e.what + ": " + errorText(e.err) }
func (e *redirError) Unwrap() error { return e.err }

// tooHigh reports whether the redirection's descriptor is above the limit for processes. The
// shell's descriptors are numbers in a table, so the kernel would only refuse it in a child.
func (r *redirOp) tooHigh(fr *frame) bool {
	if r.n < 10 {
		return false
	}
	limit, err := fr.env.limits.Get(syscall.RLIMIT_NOFILE)
	return err == nil && uint64(r.n) >= limit.Cur
}

// open returns the new entry of the redirection's descriptor; an entry without a File closes it.
// laid are the command's redirections before it.
func (r *redirOp) open(fr *frame, laid []replaced) (fd.Entry, error) {
	target := r.fixed
	if !r.plain {
		var err error
		if target, err = r.expand(fr); err != nil {
			return fd.Entry{}, err
		}
		if out, stop := fr.substFailed(r.inCond); stop {
			return fd.Entry{}, &divertError{out} // a partial name must not be opened
		}
	}
	isDup := r.op == ast.RedirDupIn || r.op == ast.RedirDupOut
	switch {
	case isDup && target == "-":
		return fd.Entry{Origin: r.by}, nil
	case r.tooHigh(fr):
		return fd.Entry{}, &redirError{r.pos, strconv.Itoa(r.n), syscall.EBADF}
	case isDup:
		return r.dup(fr, target)
	case r.op == ast.RedirHere:
		return fd.Entry{File: fd.FromBytes(target), Origin: r.by}, nil
	case r.op == ast.RedirHereString:
		return fd.Entry{File: fd.FromBytes(target + "\n"), Origin: r.by}, nil
	}
	if n, ok := fd.DevFd(target); ok {
		return r.reopen(fr, n, target)
	}
	if n, ok := r.netPathOf(fr, target); ok {
		f, err := n.dial(fr, laid)
		if diverted := new(divertError); errors.As(err, &diverted) {
			return fd.Entry{}, diverted
		}
		if err != nil {
			return fd.Entry{}, &redirError{r.pos, "cannot connect to " + target, err}
		}
		return fd.Entry{File: f, Origin: r.by}, nil
	}
	f, err := r.openPath(fr, laid, target)
	if err != nil {
		if own := fd.Own(0); errors.As(err, &own) {
			return r.reopen(fr, int(own), target)
		}
		if diverted := new(divertError); errors.As(err, &diverted) {
			return fd.Entry{}, diverted
		}
		verb := "cannot open "
		if r.op == ast.RedirOut || r.op == ast.RedirClobber || r.op == ast.RedirAppend {
			verb = "cannot create "
		}
		return fd.Entry{}, &redirError{r.pos, verb + target, err}
	}
	return fd.Entry{File: f, Origin: r.by}, nil
}

// braced compiles a target with braces, which is as many words as they make of it.
func (r *redirOp) braced(c *compiler, target *ast.Word) {
	if r.targets = c.words.Braced([]*ast.Word{target}); len(r.targets) == 1 {
		r.target, r.targets = r.targets[0], nil
		r.fixed, r.plain = r.target.Field()
		return
	}
	r.plain = false
}

// expand returns the expanded target.
func (r *redirOp) expand(fr *frame) (string, error) {
	if !r.split {
		return r.target.Text((*expander)(fr))
	}
	var fields []string
	var err error
	if len(r.targets) == 0 {
		fields, err = r.target.Fields((*expander)(fr), nil)
	}
	for i := 0; i < len(r.targets) && err == nil; i++ {
		fields, err = r.targets[i].Fields((*expander)(fr), fields)
	}
	if err == nil && len(fields) != 1 {
		err = &redirError{r.pos, "ambiguous redirection", fmt.Errorf(
			"the target expands to %d words, expected one", len(fields))}
	}
	if err != nil {
		return "", err
	}
	return fields[0], nil
}

// reopen opens /dev/fd/N. The entry has the origin of descriptor n.
func (r *redirOp) reopen(fr *frame, n int, target string) (fd.Entry, error) {
	e := fr.env.fds.Entry(n)
	if e.File == nil {
		return fd.Entry{}, &redirError{r.pos, target, syscall.EBADF}
	}
	if r.op == ast.RedirOut && fr.env.opts.Has(option.NoClobber) &&
		e.File.Kind() == fd.KindRegular {
		return fd.Entry{}, &redirError{r.pos, "cannot create " + target, syscall.EEXIST}
	}
	f, err := fd.Reopen(e.File, r.flags(fr))
	if err != nil {
		return fd.Entry{}, &redirError{r.pos, "cannot open " + target, err}
	}
	return fd.Entry{File: f, Origin: e.Origin}, nil
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

func (r *redirOp) openPath(fr *frame, laid []replaced, path string) (fd.File, error) {
	flags := r.flags(fr)
	if r.op != ast.RedirOut || !fr.env.opts.Has(option.NoClobber) {
		return fr.openPatiently(laid, path, flags)
	}
	// set -C: a regular file is not overwritten; anything else is opened.
	f, err := fr.openPatiently(laid, path, flags&^syscall.O_TRUNC|syscall.O_EXCL)
	if !errors.Is(err, syscall.EEXIST) || fr.sh.opts.Hooks.Open != nil { // see Opening.Open
		return f, err
	}
	return butRegular(fr.openPatiently(laid, path, syscall.O_WRONLY))
}

// dup implements >&n and <&n: the file of descriptor n, with the same origin.
func (r *redirOp) dup(fr *frame, target string) (fd.Entry, error) {
	n, err := strconv.ParseUint(target, 10, 20)
	if err != nil {
		return fd.Entry{}, &redirError{r.pos, target,
			errors.New("bad descriptor: expected a number or -")}
	}
	e := fr.env.fds.Entry(int(n))
	if e.File == nil {
		return fd.Entry{}, &redirError{r.pos, target, syscall.EBADF}
	}
	if err := r.fits(e.File); err != nil && !r.split { // bash does not look
		return fd.Entry{}, &redirError{r.pos, target, err}
	}
	if r.by == fd.ByBlock && (e.Origin == fd.ByBlock || e.Origin == fd.ByPipeline) &&
		int(e.Block) != fr.context.blocks+1 {
		e.Origin = fd.ByCompound // it was given to an enclosing command
	}
	if e.Origin == fd.ByCoproc && r.n <= 2 {
		e.Origin = r.by // a program gets the duplicate; above 2 it does not, as in bash
	}
	return fd.Entry{File: e.File.Retain(), Origin: e.Origin}, nil
}

// fits returns an error if f cannot be used by >&n or <&n: XCU 2.7.5 and 2.7.6 require a descriptor
// open in that direction.
func (r *redirOp) fits(f fd.File) error {
	switch mode := f.Mode(); {
	case r.op == ast.RedirDupIn && mode&fd.Readable == 0:
		return errors.New("not open for reading")
	case r.op == ast.RedirDupOut && mode&fd.Writable == 0:
		return errors.New("not open for writing")
	}
	return nil
}

// redirectFailed reports a failed redirection. It does not end the shell (XCU 2.8.1), unless the
// command is a special builtin. A failed expansion does.
func (fr *frame) redirectFailed(pos ast.Pos, err error) flow.Outcome {
	var re *redirError
	if !errors.As(err, &re) {
		return expansionFailed(fr, pos, err)
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	fr.regs.pos = re.pos
	_ = why(fr, re.err)
	fr.say("%s", re)
	status := int(errorStatus(fr))
	failedIn(fr, pos, re.Error(), status)
	return flow.Status(status)
}
