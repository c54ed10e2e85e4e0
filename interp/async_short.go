package interp

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/syntax"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A short list is an asynchronous list that certainly ends at once and changes nothing but its own
// environment: assignments, a few builtins, and functions made of these. It needs no shell of its
// own. It runs here, on a forked frame, and its process has nothing left to do but end with its
// status.

// runShort runs the list if it is short. If not, or if the system has no cheap process for it, done
// is false and nothing has happened.
func (o *backgroundOp) runShort(fr *frame) (out flow.Outcome, done bool) {
	if !runsShortLists(fr) || !isShort(fr, o.forked.list) {
		return out, false
	}
	sub, err := fr.fork(forShortList)
	if err != nil {
		return out, false
	}
	sub.context.tested, sub.context.judged = testedInList(fr), 0
	out = sub.finish(o.body(fr).exec(sub))
	sub.env.close()
	if out.Divert != flow.None {
		return out, true // cancelled
	}
	p, err := proc.StartSpent(int(out.Status & 0xff))
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return flow.Outcome{}, false
	case err != nil:
		return fr.notBegun(flow.StatusNoExec, "cannot start another shell: %s", why(fr, err)), true
	}
	fr.env.Jobs().Add([]*proc.Process{p}, 0, o.forked.text.String())
	fr.env.bang = strconv.Itoa(p.Pid())
	table := fr.env.Jobs()
	fr.sh.counters.spent.add(p, func(st proc.Status) { table.Report(p.Pid(), job.Of(st)) })
	return flow.Outcome{}, true
}

// body returns the compiled list. Most lists never need it.
func (o *backgroundOp) body(fr *frame) op {
	o.once.Do(func() {
		c := fr.sh.compiler(o.script)
		c.shown = fr.context.shown
		c.speak(fr.env.dialect())
		o.compiled = c.list(inForeground(o.forked.list))
	})
	return o.compiled
}

// runsShortLists reports whether short lists may run in this process. Nothing may depend on the
// list's own process: neither a trace or a log, which could have to wait for a reader, nor a
// terminal or a block.
func runsShortLists(fr *frame) bool {
	const unlike = option.Interactive | option.Monitor | option.XTrace | option.NoUnset
	return fr.sh.opts.Standalone.OwnProcess && !fr.sh.hooked() && fr.context.blocks == 0 &&
		fr.context.group == nil && fr.env.opts&option.Set(unlike) == 0 && !fr.cancelled() &&
		!fr.wantsEvents(event.LevelCommand)
}

// isShort reports whether a list is short.
func isShort(fr *frame, list *ast.AndOr) bool {
	s := shortness{fr: fr, left: maxShort}
	return s.andOr(list)
}

// maxShort is the number of commands and words in a short list, with those of each call of a
// function.
const maxShort = 200

// shortness looks through a list for anything that may take time, wait, fail with a message, or
// have an effect outside of its environment.
type shortness struct {
	fr   *frame
	left int // commands and words that may follow
}

// spend counts one command or word.
func (s *shortness) spend() bool {
	s.left--
	return s.left >= 0
}

func (s *shortness) list(l *ast.List) bool {
	if l == nil {
		return true
	}
	for _, a := range l.AndOrs {
		if a.Background || !s.andOr(a) {
			return false
		}
	}
	return true
}

func (s *shortness) andOr(a *ast.AndOr) bool {
	for _, p := range a.Pipelines {
		if p.Timed || len(p.Commands) != 1 || !s.command(p.Commands[0]) {
			return false
		}
	}
	return true
}

func (s *shortness) command(c ast.Command) bool {
	if !s.spend() {
		return false
	}
	switch c := c.(type) {
	case *ast.Simple:
		return s.simple(c)
	case *ast.Brace:
		return s.list(c.Body)
	case *ast.Subshell:
		return s.list(c.Body)
	case *ast.If:
		ok := s.list(c.Cond) && s.list(c.Then) && s.list(c.Else)
		for _, e := range c.Elifs {
			ok = ok && s.list(e.Cond) && s.list(e.Then)
		}
		return ok
	}
	return false
}

func (s *shortness) simple(n *ast.Simple) bool {
	if len(n.Redirs) > 0 {
		return false
	}
	for _, a := range n.Assigns {
		if !s.assigns(a) {
			return false
		}
	}
	for _, w := range n.Args {
		if !s.word(w, true) {
			return false
		}
	}
	if len(n.Args) == 0 {
		return true
	}
	name, ok := syntax.Static(n.Args[0])
	if !ok {
		return false
	}
	special, regular := s.fr.sh.builtinFor(name, false, s.fr.env.opts.Has(option.Bash))
	if s.fr.env.isDisabled(name) {
		return false
	}
	if special != nil {
		switch special.Name {
		case ":":
			return true
		case "exit", "return":
			return isStatus(n.Args[1:])
		}
		return false
	}
	if fn := s.fr.env.funcs.m[name]; fn != nil {
		return s.command(fn.declaration().Body)
	}
	return regular != nil && (name == "true" || name == "false")
}

// assigns reports whether an assignment cannot fail. Settings of the shell itself are left to
// another process.
func (s *shortness) assigns(a *ast.Assign) bool {
	return a.Bash == nil && s.fr.env.vars.Plain(s.fr.sh.names.Ref(a.Name)) &&
		!strings.HasPrefix(a.Name, "FTSH_") && s.word(a.Value, false)
}

// word reports whether a word expands without a message, a command or a look at files. split: it is
// subject to field splitting and pathname expansion.
func (s *shortness) word(w *ast.Word, split bool) bool {
	return w == nil || s.spend() && s.parts(w.Parts, split && !w.Assign)
}

func (s *shortness) parts(parts []ast.WordPart, split bool) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *ast.Lit:
			if split && strings.ContainsAny(p.Value, "*?[") {
				return false
			}
		case *ast.Quoted:
		case *ast.DblQuoted:
			if !s.parts(p.Parts, false) {
				return false
			}
		case *ast.ParamExp:
			switch {
			case split && !isNumeric(p):
				return false
			case p.Op == ast.ParamPlain, p.Op == ast.ParamLength:
			case p.Op == ast.ParamDefault, p.Op == ast.ParamAlternate:
				if !s.word(p.Arg, split) {
					return false
				}
			default:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isNumeric reports whether an expansion is a number: no field splitting, unless IFS has digits,
// and no pattern.
func isNumeric(p *ast.ParamExp) bool {
	return p.Op == ast.ParamLength ||
		p.Op == ast.ParamPlain && strings.Contains("?#$!", p.Name) && p.Name != ""
}

// isStatus reports whether the operands of exit or return are right: none, a number or $?.
func isStatus(args []*ast.Word) bool {
	if len(args) != 1 {
		return len(args) == 0
	}
	if text, ok := syntax.Static(args[0]); ok {
		n, err := strconv.ParseUint(text, 10, 8)
		return err == nil && strconv.FormatUint(n, 10) == text
	}
	p, ok := args[0].Parts[0].(*ast.ParamExp)
	return ok && len(args[0].Parts) == 1 && p.Op == ast.ParamPlain && p.Name == "?"
}
