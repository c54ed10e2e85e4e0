package foreign

import (
	"strings"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// Bash finds constructs of bash in the commands of a text. certain reports whether the script is
// one for bash. Then constructs count even if a script for sh may use them for their meaning in sh.
func Bash(text string, script []*ast.List, certain bool) []Finding {
	b := &bash{finder: finder{text: text, names: gather(script, certain)}, certain: certain}
	return b.walk(script, b.node)
}

// bash looks for constructs of bash in one script.
type bash struct {
	finder
	certain bool
}

// node looks at one node, and reports whether to descend into it.
func (b *bash) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.List:
		b.ampersand(n)
	case *ast.Subshell:
		b.arithmeticCommand(n)
	case *ast.Simple:
		b.command(n)
	case *ast.For:
		b.braces(n.Words)
	case *ast.Forany:
		b.braces(n.Words)
	case *ast.Forall:
		b.braces(n.Words)
	case *ast.Redirect:
		b.redirect(n)
		return !n.HereQuoted // the text has no expansions
	case *ast.Word:
		b.dollars(n.Parts)
	case *ast.DblQuoted:
		b.bracketArithmetic(n.Parts)
	case *ast.ParamExp:
		b.expansion(n)
	case *ast.CmdSubst:
		b.readsFile(n)
	case *ast.ArithExp:
		b.arithmetic(n)
	case *ast.Tilde:
		if b.certain && (n.User == "+" || n.User == "-") {
			b.report(n, "~%s is bash's: write %s", n.User,
				map[string]string{"+": `"$PWD"`, "-": `"$OLDPWD"`}[n.User])
		}
	}
	return true
}

// command looks at a simple command.
func (b *bash) command(c *ast.Simple) {
	name := word(c.Args, 0)
	if name != "[[" {
		b.braces(c.Args)
	}
	b.namedDescriptor(c)
	if name == "" || strings.Contains(name, "\x00") || b.names.function(name) {
		return
	}
	if instead := bashism.Command(name); instead != "" {
		b.report(c, "%s", instead)
		return
	}
	b.builtin(name, c)
}

// namedDescriptor looks for {fd}>file, by which bash chooses a descriptor.
func (b *bash) namedDescriptor(c *ast.Simple) {
	for _, w := range c.Args {
		if name := descriptor(c, w); name != "" {
			b.report(w, "there is no {%s}>: write a number, exec 3>file", name)
		}
	}
}

// descriptor returns the name in the word {fd} right before a redirection, "" for other words.
func descriptor(c *ast.Simple, w *ast.Word) string {
	t, ok := w.Literal()
	name := strings.TrimSuffix(strings.TrimPrefix(t, "{"), "}")
	if !ok || len(name)+2 != len(t) || !bashism.IsName(name) {
		return ""
	}
	for _, r := range c.Redirs {
		if adjacent(w, r) {
			return name
		}
	}
	return ""
}

// choosesDescriptor reports whether a list has exec {fd}>file. It seems to run a command {fd}, but
// does not leave the shell in bash.
func choosesDescriptor(l *ast.List) bool {
	for _, a := range l.AndOrs {
		if c := alone(a); c != nil && len(c.Args) > 1 && word(c.Args, 0) == "exec" &&
			descriptor(c, c.Args[1]) != "" {
			return true
		}
	}
	return false
}

// redirect looks for >& file, in this shell a redirection to a descriptor.
func (b *bash) redirect(r *ast.Redirect) {
	if r.Op == ast.RedirHere {
		return
	}
	b.braces([]*ast.Word{r.Target})
	if r.Op != ast.RedirDupOut && r.Op != ast.RedirDupIn {
		return
	}
	target := flat(r.Target)
	switch digits := strings.Trim(target, "0123456789"); {
	case digits == "-" && target != "-":
		b.report(r, "there is no >&N-: write >&%s and then %s>&-", strings.TrimSuffix(target, "-"),
			strings.TrimSuffix(target, "-"))
	case r.Op == ast.RedirDupOut && r.N < 0 && digits != "" && digits != "-" &&
		(!strings.Contains(target, "\x00") || strings.Contains(target, "/")):
		b.report(r, ">& takes a descriptor here: write >%s 2>&1", b.source(r.Target))
	}
}

// ampersand looks for cmd &> file. In this shell it is cmd & and > file.
func (b *bash) ampersand(l *ast.List) {
	for i, a := range l.AndOrs[:max(len(l.AndOrs)-1, 0)] {
		cmd, ok := l.AndOrs[i+1].Pipelines[0].Commands[0].(*ast.Simple)
		if !a.Background || !ok || len(cmd.Redirs) == 0 || a.To.Offset != cmd.From.Offset {
			continue
		}
		r := cmd.Redirs[0]
		if r.N >= 0 || cmd.From.Offset != r.From.Offset || r.Op != ast.RedirOut &&
			r.Op != ast.RedirAppend {
			continue
		}
		span := ast.Span{From: a.From, To: r.To}
		target := b.source(r.Target)
		if r.Op == ast.RedirAppend {
			b.report(&span, "&>> is & and >> here: the command runs in the background; write >>%s 2>&1", target)
			continue
		}
		b.report(&span, "&> is & and > here: the command runs in the background, and the file is emptied; write >%s 2>&1", target)
	}
}

// ArithmeticCommand returns the inner subshell of n if n is written as (( … )), an expression in
// bash; else nil.
func ArithmeticCommand(n *ast.Subshell) *ast.Subshell {
	if len(n.Body.AndOrs) != 1 || len(n.Body.AndOrs[0].Pipelines) != 1 {
		return nil
	}
	pl := n.Body.AndOrs[0].Pipelines[0]
	if len(pl.Commands) != 1 || pl.Negated {
		return nil
	}
	inner, ok := pl.Commands[0].(*ast.Subshell)
	if !ok || inner.From.Offset != n.From.Offset+1 || inner.To.Offset+1 != n.To.Offset {
		return nil
	}
	return inner
}

// arithmeticCommand looks for (( i > 3 )), in this shell two nested subshells running i.
func (b *bash) arithmeticCommand(n *ast.Subshell) {
	if ArithmeticCommand(n) == nil {
		return
	}
	b.report(n, "(( … )) is a subshell here, whose command is the first word: write [ $((…)) -ne 0 ], or x=$((…))")
}

// readsFile looks for $(< file). In this shell it expands to nothing.
func (b *bash) readsFile(s *ast.CmdSubst) {
	r := s.File()
	if r == nil {
		return
	}
	b.report(s, "$(< file) is empty here: write $(cat %s)", b.source(r.Target))
}

// IsExpression reports whether n is (( … )) with one command in it that looks like an expression: a
// variable, or a variable next to an operator of C. ((make; test)) is none.
func IsExpression(n *ast.Subshell) bool {
	inner := ArithmeticCommand(n)
	if inner == nil || len(inner.Body.AndOrs) != 1 {
		return false
	}
	c := alone(inner.Body.AndOrs[0])
	if c == nil || len(c.Args) == 0 {
		return false
	}
	second := word(c.Args, 1)
	return len(c.Args) == 1 && (len(c.Redirs) > 0 ||
		strings.ContainsAny(word(c.Args, 0), "+-*/%=\x00")) ||
		second != "" && strings.Trim(second, "+-*/%=<>!&|^?:,0123456789") == ""
}
