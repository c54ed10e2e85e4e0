package interp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/quote"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// set -x in the dialect of bash. Compound commands are shown, each assignment has a line of its
// own, and BASH_XTRACEFD says where the lines go.

// tracesBash reports whether set -x shows the running command as bash does.
func tracesBash(fr *frame) bool {
	return fr.env.opts.Has(option.XTrace) && fr.env.opts.Has(option.Bash)
}

// traceBash writes a line of set -x.
func traceBash(fr *frame, text string) {
	followTraceTarget(fr)
	subst := fr.regs.subst // PS4 may have substitutions of its own
	prompt := fr.prompt("PS4")
	fr.regs.subst = subst
	if b := fr.env.bash; b != nil && prompt != "" {
		_, first := utf8.DecodeRuneInString(prompt)
		prompt = strings.Repeat(prompt[:first], 1+b.indent) + prompt[first:]
	}
	writeTo(fr, traceFile(fr), prompt+text+"\n")
}

// traceCommand shows a simple command after its assignments.
func traceCommand(fr *frame, args []string) {
	if len(args) == 0 {
		return
	}
	plain := args
	if len(fr.regs.arrays) > 0 {
		plain = traceArrays(fr, args)
	}
	quoted := make([]string, len(plain))
	for i, a := range plain {
		quoted[i] = quote.Traced(a)
	}
	traceBash(fr, strings.Join(quoted, " "))
	if args[0] != "export" && args[0] != "readonly" {
		return
	}
	for _, a := range plain[1:] { // bash shows their assignments once more
		if name, value, ok := strings.Cut(a, "="); ok && vars.IsName(strings.TrimSuffix(name, "+")) {
			traceAssign(fr, name, value)
		}
	}
}

// traceArrays shows the arrays among the arguments of a command. It returns the arguments with the
// names alone of the arrays.
func traceArrays(fr *frame, args []string) []string {
	plain := make([]string, len(args))
	for i, a := range args {
		if name, array, ok := fr.regs.declaredArray(a); ok {
			traceBash(fr, name+array.traced())
			a = strings.TrimSuffix(strings.TrimSuffix(name, "="), "+")
		}
		plain[i] = a
	}
	return plain
}

// traced spells the elements as set -x of bash does.
func (a *declaredArray) traced() string {
	var b strings.Builder
	b.WriteByte('(')
	for i, it := range a.items {
		if i > 0 {
			b.WriteByte(' ')
		}
		if it.HasSub {
			b.WriteString("[" + quote.Single(it.Sub) + "]")
			if it.Append {
				b.WriteByte('+')
			}
			b.WriteByte('=')
		}
		b.WriteString(quote.Single(it.Value))
	}
	b.WriteByte(')')
	return b.String()
}

// traceAssign shows an assignment. target is the name, with the subscript and the + of +=.
func traceAssign(fr *frame, target, value string) {
	if value != "" {
		value = quote.Traced(value)
	}
	traceBash(fr, target+"="+value)
}

// trace shows an assignment before a command.
func (a *assign) trace(fr *frame, value string) {
	name := a.name
	if a.bash != nil {
		if name = a.bash.name; a.bash.array != nil {
			traceBash(fr, a.bash.text)
			return
		}
	}
	traceAssign(fr, name, value)
}

// traceHead shows the first line of a compound command, if set -x is on. n is nil outside of the
// dialect of bash.
func traceHead(fr *frame, n ast.Node) {
	if n != nil && fr.env.opts.Has(option.XTrace) {
		traceBash(fr, strings.TrimSuffix(commandText(n), " "))
	}
}

// bashNode returns n for traceHead.
func (c *compiler) bashNode(n ast.Node) ast.Node {
	if !c.bash {
		return nil
	}
	return n
}

// trace shows a term of [[ ]], made of words.
func (e *testExpr) trace(fr *frame, words ...string) {
	text := "[[ "
	if e.negated {
		text += "! "
	}
	for _, w := range words {
		if w == "" {
			w = "''"
		}
		text += w + " "
	}
	traceBash(fr, text+"]]")
}

// tracer returns the function that shows a binary term, whose right operand is given as it was
// expanded; nil without set -x.
func (e *testExpr) tracer(fr *frame, x string) func(text string) {
	if !fr.env.opts.Has(option.XTrace) {
		return nil
	}
	return func(y string) { e.trace(fr, x, e.op, y) }
}

// indentTrace begins an eval or a sourced file for set -x. The result ends it.
func indentTrace(fr *frame) (end func()) {
	b := fr.env.bash
	if b == nil {
		return func() {}
	}
	indent := b.indent
	b.indent++
	return func() {
		if b := fr.env.bash; b != nil {
			b.indent = indent
		}
	}
}

// A traceTarget is where the lines of set -x go.
type traceTarget struct {
	seq uint64 // of the assignment to BASH_XTRACEFD that n is from
	n   int    // the descriptor; 0: standard error
}

// traceFile returns the file for the lines of set -x.
func traceFile(fr *frame) fd.File {
	if b := fr.env.bash; b != nil && b.trace.n != 0 {
		if f := fr.env.fds.Get(b.trace.n); f != nil {
			return f
		}
	}
	return fr.env.fds.Get(2)
}

// followTraceTarget obeys an assignment to BASH_XTRACEFD. As in bash the descriptor that it named
// before is closed.
func followTraceTarget(fr *frame) {
	b, ref := fr.env.bash, fr.sh.refs.traceTarget
	seq := fr.env.vars.Seq(ref)
	if b == nil || b.trace.seq == seq {
		return
	}
	b.trace.seq = seq
	text, _ := fr.env.vars.Get(ref)
	n := 0
	if text != "" {
		var err error
		if n, err = strconv.Atoi(strings.TrimSpace(text)); err != nil || fr.env.fds.Get(n) == nil {
			fr.say("BASH_XTRACEFD: %s is no open descriptor", quote.Word(text))
			return
		}
	}
	if was := b.trace.n; was != 0 && was != n {
		fr.env.discard([]replaced{{was, fr.env.fds.Replace(was, fd.Entry{Origin: fd.ByRedirection})}})
	}
	b.trace.n = n
}
