package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// dump formats a tree in one line. Simple commands are in brackets, other constructs in parentheses
// with their names; ‹…› is quoted text, "…" double quotes, and every other part of a word is
// spelled out in braces.
func dump(n ast.Node) string {
	var b strings.Builder
	dumpTo(&b, n)
	return b.String()
}

func dumpTo(b *strings.Builder, n ast.Node) {
	switch n := n.(type) {
	case *ast.List:
		for i, a := range n.AndOrs {
			if i > 0 {
				b.WriteString("; ")
			}
			dumpTo(b, a)
		}
	case *ast.AndOr:
		for i, p := range n.Pipelines {
			if i > 0 {
				b.WriteString([]string{" && ", " || "}[n.Ops[i-1]])
			}
			dumpTo(b, p)
		}
		if n.Background {
			b.WriteString(" &")
		}
	case *ast.Pipeline:
		if n.Timed {
			b.WriteString("time ")
		}
		if n.TimeP {
			b.WriteString("-p ")
		}
		if n.Negated {
			b.WriteString("! ")
		}
		for i, c := range n.Commands {
			if i > 0 {
				b.WriteString(" | ")
			}
			dumpTo(b, c)
		}
	case ast.Command:
		dumpCommand(b, n)
	default:
		dumpWord(b, n)
	}
}

func dumpCommand(b *strings.Builder, c ast.Command) {
	switch n := c.(type) {
	case *ast.Simple:
		b.WriteString("[")
		sep := ""
		for _, a := range n.Assigns {
			fmt.Fprintf(b, "%s%s=%s", sep, a.Name, dump(a.Value))
			sep = " "
		}
		for _, w := range n.Args {
			b.WriteString(sep + dump(w))
			sep = " "
		}
		for _, r := range n.Redirs {
			b.WriteString(sep + dump(r))
			sep = " "
		}
		b.WriteString("]")
	case *ast.Redirected:
		dumpTo(b, n.Inner)
		for _, r := range n.Redirs {
			b.WriteString(" " + dump(r))
		}
	case *ast.Brace:
		dumpForm(b, "{", n.Body)
	case *ast.Subshell:
		dumpForm(b, "sub", n.Body)
	case *ast.If:
		dumpForm(b, "if", n.Cond, n.Then)
		for _, e := range n.Elifs {
			dumpForm(b, "elif", e.Cond, e.Then)
		}
		if n.Else != nil {
			dumpForm(b, "else", n.Else)
		}
	case *ast.Loop:
		dumpForm(b, map[bool]string{false: "while", true: "until"}[n.Until], n.Cond, n.Body)
	case *ast.For:
		dumpForm(b, "for "+n.Name+dumpIn(n.In, n.Words), n.Body)
	case *ast.Case:
		b.WriteString("(case " + dump(n.Word))
		for _, i := range n.Items {
			dumpForm(b, strings.ReplaceAll(dumpWords(i.Patterns)[1:], " ", "|")+")"+
				map[bool]string{true: "&"}[i.FallThrough], i.Body)
		}
		b.WriteString(")")
	case *ast.FuncDecl:
		fmt.Fprintf(b, "(%s() %s)", n.Name, dump(n.Body))
	default:
		dumpBlock(b, c)
	}
}

func dumpBlock(b *strings.Builder, c ast.Command) {
	switch n := c.(type) {
	case *ast.Try:
		head := "try"
		if n.Limit.Times != nil {
			head += " times:" + dump(n.Limit.Times)
		}
		if n.Limit.Forever {
			head += " forever"
		}
		head += dumpClause("for", n.Limit.For) + dumpClause("every", n.Every) +
			dumpClause("timeout", n.Timeout)
		if n.Backoff != nil {
			head += " backoff:" + dumpWords(n.Backoff.Words)[1:]
		}
		if n.On != nil {
			head += " on:" + dump(n.On)
		}
		if n.Except != nil {
			head += " except:" + dump(n.Except)
		}
		head += dumpFlag("known", n.Known)
		if n.Permanent != nil {
			head += " permanent:" + dumpWords(n.Permanent)[1:]
		}
		if n.Transient != nil {
			head += " transient:" + dumpWords(n.Transient)[1:]
		}
		head += dumpFlag("streaming", n.Streaming) + dumpEnding(&n.Clauses)
		head += dumpThrough(n.Through)
		dumpForm(b, head, n.Body)
		dumpPart(b, "sense", n.Sense)
		dumpPart(b, "check", n.Check)
		dumpPart(b, "catch", n.Catch)
	case *ast.Forany:
		dumpForm(b, "forany "+n.Name+dumpFlag("ordered", n.Ordered)+
			dumpClause("timeout", n.Timeout)+dumpClause("hedge", n.Hedge)+
			dumpFlag("streaming", n.Streaming)+dumpTable(n.Table)+dumpEnding(&n.Clauses)+dumpThrough(n.Through)+
			dumpIn(n.In, n.Words), n.Body)
		dumpPart(b, "catch", n.Catch)
	case *ast.Forall:
		head := "forall " + n.Name
		if n.Jobs != nil {
			head += " jobs:" + dump(n.Jobs)
		}
		if n.Via != nil {
			head += " via:" + dump(n.Via)
		}
		dumpForm(b, head+dumpClause("timeout", n.Timeout)+dumpFlag("keepgoing", n.Keepgoing)+
			dumpFlag("grouped", n.Grouped)+
			dumpFlag("tagged", n.Tagged)+dumpTable(n.Table)+dumpEnding(&n.Clauses)+
			dumpIn(n.In, n.Words), n.Body)
		dumpPart(b, "catch", n.Catch)
	}
}

func dumpThrough(t *ast.Through) string {
	if t == nil {
		return ""
	}
	text := " through:" + dump(t.Name)
	if t.Budget != nil {
		text += " budget:" + dump(t.Budget)
	}
	if t.Jobs != nil {
		text += " jobs:" + dump(t.Jobs) + dumpFlag("nowait", t.NoWait)
	}
	if t.Break != nil {
		text += " break:" + dump(t.Break)
	}
	text += dumpClause("in", t.In)
	return text
}

func dumpTable(file *ast.Word) string {
	if file == nil {
		return ""
	}
	return " table:" + dump(file)
}

func dumpEnding(c *ast.Clauses) string {
	text := dumpClause("grace", c.Grace)
	if c.Signal != nil {
		text += " signal:" + dump(c.Signal)
	}
	if c.Journal != nil {
		text += " journal:" + dump(c.Journal) + dumpFlag("keep", c.Keep)
	}
	if s := c.Scratch; s != nil {
		text += " scratch" + dumpFlag("file", s.File) + ":" + dump(s.Name)
	}
	return text + dumpFlag("contained", c.Contained)
}

func dumpForm(b *strings.Builder, name string, lists ...*ast.List) {
	b.WriteString("(" + name)
	for _, l := range lists {
		b.WriteString(" <" + dump(l) + ">")
	}
	b.WriteString(")")
}

func dumpPart(b *strings.Builder, name string, l *ast.List) {
	if l != nil {
		dumpForm(b, name, l)
	}
}

func dumpClause(name string, d *ast.Duration) string {
	if d == nil {
		return ""
	}
	return " " + name + ":" + dumpWords(d.Words)[1:]
}

func dumpFlag(name string, on bool) string {
	if on {
		return " " + name
	}
	return ""
}

func dumpIn(is bool, ws []*ast.Word) string {
	if !is {
		return ""
	}
	return " in" + dumpWords(ws)
}

func dumpWords(ws []*ast.Word) string {
	s := ""
	for _, w := range ws {
		s += " " + dump(w)
	}
	return s
}

func dumpWord(b *strings.Builder, n ast.Node) {
	switch n := n.(type) {
	case *ast.Word:
		if n.Assign {
			b.WriteString("=:")
		}
		dumpParts(b, n.Parts)
	case *ast.Lit:
		b.WriteString(visible(n.Value))
	case *ast.Quoted:
		b.WriteString("‹" + visible(n.Value) + "›")
	case *ast.DblQuoted:
		b.WriteString(`"`)
		dumpParts(b, n.Parts)
		b.WriteString(`"`)
	case *ast.Tilde:
		b.WriteString("{~" + n.User + "}")
	case *ast.ParamExp:
		b.WriteString("{$" + n.Name)
		if n.Colon {
			b.WriteString(":")
		}
		b.WriteString([...]string{"", "#length", "-", "=", "?", "+", "%", "%%", "#", "##",
			"!bad "}[n.Op])
		if n.Arg != nil {
			dumpTo(b, n.Arg)
		}
		b.WriteString("}")
	case *ast.CmdSubst:
		b.WriteString(map[bool]string{false: "{$(", true: "{`"}[n.Backquote] + dump(n.Body) + "}")
	case *ast.ArithExp:
		b.WriteString("{((")
		dumpParts(b, n.Parts)
		b.WriteString("}")
	case *ast.Redirect:
		if n.N >= 0 {
			b.WriteString(strconv.Itoa(int(n.N)))
		}
		b.WriteString([...]string{"<", ">", ">|", ">>", "<>", "<&", ">&", "<<"}[n.Op])
		if n.HereTabs {
			b.WriteString("-")
		}
		dumpTo(b, n.Target)
		if n.Here != nil {
			b.WriteString(":" + dump(n.Here))
		}
	}
}

func dumpParts(b *strings.Builder, ps []ast.WordPart) {
	for i, p := range ps {
		_, lit := p.(*ast.Lit)
		if i > 0 && lit {
			if _, before := ps[i-1].(*ast.Lit); before {
				b.WriteString("+") // two Lits in a row: the parser should not make them
			}
		}
		dumpTo(b, p)
	}
}

func visible(s string) string {
	return strings.NewReplacer("\n", "⏎", "\t", "⇥").Replace(s)
}
