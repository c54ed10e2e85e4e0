package foreign

import (
	"fmt"
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// Original finds constructs of the original ftsh in the commands of a text.
func Original(text string, script []*ast.List) []Finding {
	o := &original{finder: finder{text: text, names: gather(script, false)}}
	return o.find(script)
}

func (o *original) find(script []*ast.List) []Finding {
	var all []*ast.AndOr
	for _, list := range script {
		all = append(all, list.AndOrs...)
	}
	o.function(all)
	return o.walk(script, o.node)
}

// original looks for constructs of the original ftsh in one script.
type original struct {
	finder
	byCommand bool // the text after the command is not known
}

// node looks at one node, and reports whether to descend into it.
func (o *original) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.If:
		o.condition(n.Cond)
		for _, e := range n.Elifs {
			o.condition(e.Cond)
		}
	case *ast.Loop:
		o.condition(n.Cond)
	case *ast.Simple:
		o.arrow(n)
		o.expression(n)
	case *ast.For:
		o.sequence(n.Words)
	case *ast.Forany:
		o.sequence(n.Words)
	case *ast.Forall:
		o.sequence(n.Words)
	}
	return true
}

// function looks for function NAME, a newline, commands and end at top level, the only place of
// functions in the original. In this shell their commands run at once.
func (o *original) function(script []*ast.AndOr) {
	for i, a := range script {
		c := alone(a)
		if c == nil || len(c.Args) != 2 || len(c.Redirs) > 0 || word(c.Args, 0) != "function" ||
			o.names.function("function") {
			continue
		}
		name, ok := c.Args[1].Literal()
		if !ok {
			continue
		}
		closed := slices.ContainsFunc(script[i+1:], func(b *ast.AndOr) bool {
			c := alone(b)
			return c != nil && len(c.Args) == 1 && word(c.Args, 0) == "end"
		})
		if closed || o.byCommand {
			o.report(a, "this is a function of the original ftsh: write %s() { ...; }", name)
		}
	}
}

// alone returns the single simple command of an AND-OR list; nil if there is more.
func alone(a *ast.AndOr) *ast.Simple {
	if len(a.Pipelines) != 1 || len(a.Pipelines[0].Commands) != 1 || a.Background ||
		a.Pipelines[0].Negated {
		return nil
	}
	c, _ := a.Pipelines[0].Commands[0].(*ast.Simple)
	return c
}

// arrow looks for the redirections of variables, command -> name and command -< name. In this shell
// the - is a word of its own, and the rest redirects to a file called name.
func (o *original) arrow(c *ast.Simple) {
	for _, r := range c.Redirs {
		if r.Op == ast.RedirHere || r.N >= 0 {
			continue
		}
		name, ok := r.Target.Literal()
		if !ok || !bashism.IsName(name) {
			continue
		}
		for i := 1; i < len(c.Args); i++ {
			dash, ok := c.Args[i].Literal()
			if !ok || dash != "-" && dash != "0-" && dash != "1-" && dash != "2-" ||
				!adjacent(c.Args[i], r) {
				continue
			}
			if dash != "-" && word(c.Args, 0) == "cut" {
				continue // a range of fields
			}
			command := word(c.Args, 0)
			if strings.Contains(command, "\x00") {
				command = "command"
			}
			o.reportArrow(c.Args[i], r, name, command)
		}
	}
}

func (o *original) reportArrow(dash *ast.Word, r *ast.Redirect, name, command string) {
	span := ast.Span{From: dash.From, To: r.To}
	arrow := strings.TrimSpace(o.between(dash.From, r.Target.From))
	instead := fmt.Sprintf("%s=$(%s ...)", name, command)
	switch {
	case r.Op == ast.RedirIn:
		instead = fmt.Sprintf(`printf '%%s\n' "$%s" | %s`, name, command)
	case strings.HasPrefix(arrow, "2"):
		instead = fmt.Sprintf("%s=$(%s ... 2>&1 >/dev/null)", name, command)
	case r.Op == ast.RedirDupOut:
		instead = fmt.Sprintf("%s=$(%s ... 2>&1)", name, command)
	case r.Op == ast.RedirAppend:
		instead = fmt.Sprintf("%s=$%s$(%s ...)", name, name, command)
	}
	what := "write"
	if r.Op == ast.RedirIn {
		what = "read"
	}
	o.report(&span, "%s is of the original ftsh, and would %s a file %s here: write %s", arrow,
		what, name, instead)
}

// expression looks for operators where the original had expressions: in an assignment, after return
// and shift, and as a command's name.
func (o *original) expression(c *ast.Simple) {
	name := word(c.Args, 0)
	switch {
	case name == "" || o.names.function(name):
	case operator(name) != "":
		if _, ok := c.Args[0].Literal(); ok && len(c.Args) > 1 {
			o.operator(c.Args[0], name)
		}
	case name == "return", name == "shift", isNumber(name):
		o.infix(c.Args[1:])
	}
}

// condition looks at a condition such as $x .lt. 5.
func (o *original) condition(l *ast.List) {
	for _, a := range l.AndOrs {
		for _, pl := range a.Pipelines {
			if c, ok := pl.Commands[0].(*ast.Simple); ok && len(c.Args) > 2 &&
				strings.Contains(word(c.Args, 0), "\x00") {
				o.infix(c.Args[1:])
			}
		}
	}
}

// infix looks for the first operator with a word after it.
func (o *original) infix(words []*ast.Word) {
	for i := 0; i+1 < len(words); i++ {
		if t, ok := words[i].Literal(); ok && operator(t) != "" {
			o.operator(words[i], t)
			return
		}
	}
}

// sequence looks for 1 .to. 5 in the words of a loop.
func (o *original) sequence(words []*ast.Word) {
	for i := 1; i+1 < len(words); i++ {
		if t, ok := words[i].Literal(); ok && t == ".to." && operator(word(words, i-1)) == "" &&
			operator(word(words, i+1)) == "" {
			o.operator(words[i], t)
			return
		}
	}
}

func (o *original) operator(n ast.Node, op string) {
	o.report(n, "%s is of the original ftsh: write %s", op, operator(op))
}

// isNumber reports whether a text consists of digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// operator returns the replacement of an operator of the original, "" for other words.
func operator(op string) string {
	switch op {
	case ".add.":
		return "$((a + b))"
	case ".sub.":
		return "$((a - b))"
	case ".mul.":
		return "$((a * b))"
	case ".div.":
		return "$((a / b))"
	case ".mod.":
		return "$((a % b))"
	case ".pow.":
		return "$((a * a))"
	case ".eq.":
		return `[ "$a" = "$b" ]`
	case ".ne.":
		return `[ "$a" != "$b" ]`
	case ".eql.":
		return `[ "$a" -eq "$b" ]`
	case ".neql.":
		return `[ "$a" -ne "$b" ]`
	case ".lt.", ".le.", ".gt.", ".ge.":
		return `[ "$a" -` + op[1:3] + ` "$b" ]`
	case ".and.":
		return "a && b"
	case ".or.":
		return "a || b"
	case ".not.":
		return "! a"
	case ".to.", ".step.":
		return "$(seq FIRST STEP LAST)"
	case ".exists.":
		return "[ -e FILE ]"
	case ".isr.", ".isw.", ".isx.":
		return "[ -" + op[3:4] + " FILE ]"
	// Their letters are also operators of test.
	case ".isblock.", ".ischar.", ".isdir.", ".isfile.", ".ispipe.":
		return "[ -" + op[3:4] + " FILE ]"
	case ".islink.":
		return "[ -L FILE ]"
	case ".issock.":
		return "[ -S FILE ]"
	}
	return ""
}
