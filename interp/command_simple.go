package interp

import (
	"ftsh/internal/builtin"
	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// simpleOp is a simple command (XCU 2.9.1).
type simpleOp struct {
	pos     ast.Pos
	line    uint32 // LINENO in it
	assigns []assign
	words   []*expand.Word
	redirs  []*redirOp
	// Decided by the text:
	literal []string       // all words, if none needs expansion
	special *builtin.Entry // the first word is literal and names a special builtin
	regular *builtin.Entry // or a regular one, used if no function has the name

	bash      bool    // in the dialect of bash
	noBuiltin bool    // or no builtin, even in blocks
	inCond    bool    // stands directly in a condition
	written   written // for messages
	text      jobText
}

type assign struct {
	ref   vars.Ref
	name  string
	value *expand.Word
	text  string // the value, if literal
	fixed bool
	bash  *bashAssign // what only the dialect of bash has; nil: none
}

func (c *compiler) simple(n *ast.Simple) op {
	if c.bash {
		n = withJob(n, "fg")
		if c.keywords {
			n = withKeywords(n)
		}
	}
	o := &simpleOp{pos: n.Pos(), line: c.lineOf(n), bash: c.bash, inCond: c.cond, written: c.written(n),
		text: c.jobText(n), words: arguments(c, n)}
	for _, a := range n.Assigns {
		as := assign{ref: c.sh.names.Ref(a.Name), name: a.Name, value: c.words.Word(a.Value)}
		if as.bash = newBashAssign(c, a); as.bash == nil {
			as.text, as.fixed = as.value.Field()
		}
		o.assigns = append(o.assigns, as)
	}
	o.redirs = c.redirects(n.Redirs, fd.ByRedirection)
	if len(o.words) == 0 {
		return newAssignOp(o)
	}
	if name, ok := o.words[0].Field(); ok {
		o.special, o.regular = c.sh.builtinFor(name, false, c.bash)
		special, regular := c.sh.builtinFor(name, true, c.bash)
		o.noBuiltin = special == nil && regular == nil
	}
	o.literal = literals(o.words)
	return o
}

// literals returns the words' text if none of them needs expansion, else nil.
func literals(words []*expand.Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		t, ok := w.Field()
		if !ok {
			return nil
		}
		texts[i] = t
	}
	return texts
}

func (o *simpleOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.line
	fr.regs.pos = o.pos
	fr.regs.subst = substResult{}
	args, borrowed := o.literal, false
	if args == nil {
		var err error
		if args, borrowed, err = o.expand(fr); err != nil {
			return fr.errexit(expansionFailed(fr, o.pos, err))
		}
		if fr.regs.subst.ran {
			if out, stop := fr.substFailed(o.inCond); stop {
				return out
			}
		}
	} else {
		args = args[:len(args):len(args)]
	}
	if len(args) == 0 {
		return o.nothing(fr)
	}
	flushReports(fr)
	if fr.env.monitoring() {
		fr.regs.command = o.text
	}
	before := fr.regs.failure
	fr.regs.text = ""
	var out flow.Outcome
	if fr.sh.opts.Log.Spans == nil {
		out = o.dispatch(fr, args)
	} else {
		out = o.dispatchSpan(fr, args)
	}
	if o.bash {
		ranBash(fr, args)
		fr.regs.arrays = nil
	}
	if out.Status != 0 && keepsFailures(fr) {
		failed(fr, before, o, args, out)
	}
	if fr.wantsEvents(event.LevelCommand) {
		fr.note(event.CommandEnded, fr.context.place(o.pos), func(e *Event) {
			e.Process.Args, e.Result.Status = args, int(out.Status)
		})
	} else if borrowed && out.Status == 0 {
		clear(args)
		fr.spare = args
	}
	return fr.errexit(out)
}

// expand expands the words. The frame's spare memory is borrowed for the arguments of a builtin that
// does not keep them; others get memory of their own.
func (o *simpleOp) expand(fr *frame) (args []string, borrowed bool, err error) {
	args, fr.spare = fr.spare[:0], nil
	if cap(args) < len(o.words) {
		args = make([]string, 0, len(o.words)+4)
	}
	for _, w := range o.words {
		if args, err = w.Fields((*expander)(fr), args); err != nil {
			return nil, false, err
		}
	}
	switch {
	case o.regular != nil && o.regular.Borrows && fr.env.funcs.m[args[0]] == nil &&
		!(o.bash && fr.env.isDisabled(args[0])):
		return args, true, nil
	case len(args) > maxSpare:
		return args, false, nil
	}
	own := make([]string, len(args))
	copy(own, args)
	clear(args)
	fr.spare = args
	return own, false, nil
}

// maxSpare is how many arguments are copied out of the spare memory, rather than to give it away.
const maxSpare = 64

// nothing runs a command whose words expand to no fields. Its status is the status of the last
// command substitution.
func (o *simpleOp) nothing(fr *frame) flow.Outcome {
	return newAssignOp(o).rest(fr)
}

// dispatch looks up the first word in the order of XCU 2.9.1.4 and runs the command.
func (o *simpleOp) dispatch(fr *frame, args []string) flow.Outcome {
	name := args[0]
	special, regular := o.special, o.regular
	if o.bash && fr.env.opts.Has(option.Posix) {
		special, regular = builtinFor(fr, name)
	} else if !o.noBuiltin && (special == nil && regular == nil || args[0] != o.firstLiteral()) {
		special, regular = builtinFor(fr, name)
	} else if o.bash && fr.env.isDisabled(name) {
		special, regular = nil, nil
	}
	if special != nil {
		return o.runSpecial(fr, special, args)
	}
	if fr.env.funcs.m != nil {
		if fn := fr.env.funcs.m[name]; fn != nil {
			if len(fr.regs.arrays) > 0 {
				args = declareArrays(fr, args)
			}
			return o.runFunction(fr, fn, args)
		}
	}
	if regular != nil {
		return o.runRegular(fr, regular, args)
	}
	return o.runExternal(fr, args)
}

func (o *simpleOp) firstLiteral() string {
	t, _ := o.words[0].Field()
	return t
}

// builtinFor finds the builtin of a name known only now, in the dialect of the running text.
func builtinFor(fr *frame, name string) (special, regular *builtin.Entry) {
	if fr.env.opts.Has(option.Bash) && fr.env.isDisabled(name) {
		return nil, nil
	}
	special, regular = fr.sh.builtinFor(name, fr.context.blocks > 0, fr.env.opts.Has(option.Bash))
	if regular != nil && fr.env.strict() && builtin.IsSpecial(name) {
		return regular, nil
	}
	return special, regular
}

// builtinFor finds the builtin called name, special or regular. In the dialect of bash none is
// special. Builtins of blocks exist only
// inside a block; the host's own take precedence.
func (sh *Shell) builtinFor(name string, inBlock, bash bool) (special, regular *builtin.Entry) {
	if sh.opts.Standalone.ProgramsOnly {
		return nil, nil
	}
	if e := sh.hooks.own[name]; e != nil {
		return nil, e
	}
	var e *builtin.Entry
	if bash {
		e = builtin.LookupBash(name)
	}
	if e == nil {
		e = builtin.Lookup(name)
	}
	switch {
	case e == nil || e.Last || e.InBlock && !inBlock:
		return nil, nil
	case e.Special:
		return e, nil
	}
	return nil, e
}

// runSpecial runs a special builtin: its assignments remain in effect, and an error ends a
// non-interactive shell (XCU 2.8.1).
func (o *simpleOp) runSpecial(fr *frame, e *builtin.Entry, args []string) flow.Outcome {
	undo, err := fr.redirect(o.redirs)
	if err != nil {
		return expansionFailed(fr, o.pos, err)
	}
	if out := fr.assignAll(o.assigns, o.inCond); out.Divert != flow.None || out.Status != 0 {
		fr.restore(undo)
		return out
	}
	if args[0] == "exec" && len(args) > 1 {
		// They are exported to the command replacing the shell (XCU exec).
		for i := range o.assigns {
			fr.env.vars.Mark(o.assigns[i].ref, vars.Exported)
		}
	}
	flushReports(fr)
	fr.traceRedirected(undo, o.assigns, args)
	fr.regs.keepRedir = false
	if o.bash {
		e = builtin.Strict(e)
	}
	out := fr.runBuiltin(e, args)
	if o.bash {
		out = strictly(fr, args[0], out)
	}
	if fr.regs.keepRedir {
		fr.regs.keepRedir = false
		fr.env.discard(undo)
		fr.sh.hooks.syncFiles()
	} else {
		fr.restore(undo)
	}
	return out
}

// runBuiltin runs a builtin's function.
func (fr *frame) runBuiltin(e *builtin.Entry, args []string) flow.Outcome {
	outer := fr.regs.name
	fr.regs.name = args[0]
	if len(args) > 1 && args[1] == "--help" && fr.env.opts.Has(option.Bash) {
		e = builtin.Helped(e)
	}
	out := e.Run((*host)(fr), args)
	fr.regs.name = outer
	return out
}

// runRegular runs a regular builtin. Its assignments hold only during the command.
func (o *simpleOp) runRegular(fr *frame, e *builtin.Entry, args []string) flow.Outcome {
	if len(o.redirs) == 0 && len(o.assigns) == 0 {
		if fr.env.opts.Has(option.XTrace) {
			fr.trace(nil, args)
		}
		out := fr.runBuiltin(e, args)
		fr.regs.keepRedir = false // command exec: there is nothing to keep
		return out
	}
	return o.around(fr, args, func() flow.Outcome { return fr.runBuiltin(e, args) })
}

func (o *simpleOp) runFunction(fr *frame, fn *function, args []string) flow.Outcome {
	if len(o.redirs) == 0 && len(o.assigns) == 0 {
		if fr.env.opts.Has(option.XTrace) {
			fr.trace(nil, args)
		}
		return fn.call(fr, args)
	}
	return o.around(fr, args, func() flow.Outcome { return fn.call(fr, args) })
}

// around runs a command with its redirections and assignments, and undoes them afterwards.
func (o *simpleOp) around(fr *frame, args []string, run func() flow.Outcome) flow.Outcome {
	if o.bash {
		return o.aroundBash(fr, args, false, run)
	}
	undo, err := fr.redirect(o.redirs)
	if err != nil {
		return fr.redirectFailed(o.pos, err)
	}
	fr.regs.keepRedir = false
	defer func() {
		if fr.regs.keepRedir { // command exec
			fr.regs.keepRedir = false
			fr.env.discard(undo)
			return
		}
		fr.restore(undo)
	}()
	shadows, out := o.shadow(fr)
	defer unshadow(fr, shadows)
	if out != (flow.Outcome{}) {
		return out
	}
	if out, stop := fr.substFailed(o.inCond); stop {
		return out
	}
	flushReports(fr)
	fr.traceRedirected(undo, o.assigns, args)
	return run()
}

// shadow makes assignments that hold during the command. The caller ends the returned ones whatever
// the outcome is.
func (o *simpleOp) shadow(fr *frame) (shadows []vars.Shadow, failed flow.Outcome) {
	for i := range o.assigns {
		a := &o.assigns[i]
		value, err := a.expand(fr)
		if err == errNoShadow {
			continue
		}
		if err != nil {
			return shadows, expansionFailed(fr, o.pos, err)
		}
		if o.bash && fr.env.opts.Has(option.XTrace) {
			a.trace(fr, value)
		}
		shadow, err := fr.env.vars.Shadow(a.ref, value)
		if err != nil && fr.env.strict() {
			fr.say("%s", messageOf(err))
			return shadows, flow.Outcome{Status: 1, Divert: flow.Exit}
		}
		if err != nil && o.bash && !fr.env.opts.Has(option.ErrExit) && !fr.context.brittle {
			fr.say("%s", messageOf(err)) // bash runs the command nevertheless
			continue
		}
		if err != nil {
			return shadows, fatal(fr, o.pos, err)
		}
		shadows = append(shadows, shadow)
	}
	return shadows, flow.Outcome{}
}

func unshadow(fr *frame, shadows []vars.Shadow) {
	for i := len(shadows) - 1; i >= 0; i-- {
		fr.env.vars.Unshadow(shadows[i])
	}
}

func (a *assign) expand(fr *frame) (string, error) {
	if a.fixed {
		return a.text, nil
	}
	if a.bash != nil {
		return a.bash.temporary(fr, a)
	}
	return a.value.Text((*expander)(fr))
}

// assignOp is a simple command without words.
type assignOp struct {
	simple *simpleOp
	// expands is set if a redirection has an expansion, which may assign or fail.
	expands bool
}

func newAssignOp(o *simpleOp) *assignOp {
	for _, r := range o.redirs {
		if !r.plain {
			return &assignOp{o, true}
		}
	}
	return &assignOp{o, false}
}

func (o *assignOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.simple.line
	fr.regs.pos = o.simple.pos
	fr.regs.subst.ran, fr.regs.subst.taken = false, true
	fr.regs.subst.status, fr.regs.subst.failed = 0, flow.Outcome{}
	return o.rest(fr)
}

func (o *assignOp) rest(fr *frame) flow.Outcome {
	if o.simple.bash {
		return o.restBash(fr)
	}
	var undo []replaced
	if len(o.simple.redirs) > 0 {
		var out flow.Outcome
		if undo, out = o.redirect(fr); out.Divert != flow.None || out.Status != 0 {
			return fr.errexit(out)
		}
		defer func() { fr.restore(undo) }()
	}
	out := fr.assignAll(o.simple.assigns, o.simple.inCond)
	if out.Divert != flow.None || out.Status != 0 {
		return fr.errexit(out)
	}
	fr.traceRedirected(undo, o.simple.assigns, nil)
	if !fr.regs.subst.ran {
		return flow.Outcome{}
	}
	return fr.errexit(flow.Status(fr.regs.subst.status))
}

// redirect makes the redirections of a command without a name, in a subshell environment (XCU
// 2.9.1). Their expansions assign nothing in fr, and end at most the subshell. The opened files
// stay in fr's table until restored, since the substitutions of the command's assignments write to
// them.
func (o *assignOp) redirect(fr *frame) ([]replaced, flow.Outcome) {
	if !o.expands { // a subshell would make no difference
		undo, err := fr.redirect(o.simple.redirs)
		if err != nil {
			return nil, fr.redirectFailed(o.simple.pos, err)
		}
		return undo, flow.Outcome{}
	}
	sub, err := fr.fork(forSubshell)
	if err != nil {
		return nil, fr.noSubshell(err)
	}
	defer sub.env.close()
	laid, err := sub.redirect(o.simple.redirs)
	adopt(fr, sub)
	carry(fr, sub)
	fr.regs.subst = sub.regs.subst
	if err != nil {
		return nil, sub.finish(sub.redirectFailed(o.simple.pos, err))
	}
	undo := make([]replaced, 0, len(o.simple.redirs))
	for _, r := range o.simple.redirs {
		e := sub.env.fds.Entry(r.n)
		if e.File != nil {
			e.File.Retain()
		}
		undo = append(undo, replaced{r.n, fr.env.fds.Replace(r.n, e)})
	}
	sub.env.discard(laid)
	return undo, flow.Outcome{}
}

// assignAll makes assignments that remain in effect.
func (fr *frame) assignAll(assigns []assign, inCond bool) flow.Outcome {
	for i := range assigns {
		a := &assigns[i]
		head, tail := a.text, ""
		if !a.fixed {
			if a.bash != nil {
				if out := a.bash.assign(fr, a, inCond); out != (flow.Outcome{}) {
					return out
				}
				continue
			}
			var err error
			if head, tail, err = a.value.Pieces((*expander)(fr)); err != nil {
				return expansionFailed(fr, fr.regs.pos, err)
			}
		}
		if out, stop := fr.substFailed(inCond); stop {
			return out
		}
		if tracesBash(fr) {
			traceAssign(fr, a.name, head+tail)
		}
		if err := fr.env.vars.Join(a.ref, head, tail); err != nil {
			return fatal(fr, fr.regs.pos, err)
		}
	}
	return flow.Outcome{}
}

// substFailed reports whether a failed command substitution fails its command, and returns the
// outcome (docs/language.md, section 3).
func (fr *frame) substFailed(inCond bool) (flow.Outcome, bool) {
	f := fr.regs.subst.failed
	if f.Divert != flow.None {
		return f, true
	}
	if f.Status == 0 || !fr.context.brittle || inCond {
		return flow.Outcome{}, false
	}
	return flow.Outcome{Status: f.Status}, true
}

// runExternal runs a program and waits for it.
func (o *simpleOp) runExternal(fr *frame, args []string) flow.Outcome {
	if len(o.redirs) == 0 && len(o.assigns) == 0 {
		if fr.env.opts.Has(option.XTrace) {
			fr.trace(nil, args)
		}
		return o.external(fr, args)
	}
	if o.bash {
		return o.externalBash(fr, args)
	}
	return o.around(fr, args, func() flow.Outcome { return fr.external(args) })
}

// external runs a program, or what is done in the dialect of bash if there is none.
func (o *simpleOp) external(fr *frame, args []string) flow.Outcome {
	if o.bash {
		if out, ran := handleNotFound(fr, args); ran {
			return out
		}
	}
	return fr.external(args)
}
