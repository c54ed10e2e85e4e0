package lint

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A directive is a comment that turns off rules for a command.
type directive struct {
	ast.Span
	rules   []string
	covered ast.Span // the command
}

// enabled returns the findings not turned off by a comment.
func (l *linter) enabled() []Finding {
	directives := l.directives()
	return slices.DeleteFunc(l.found, func(f Finding) bool {
		return f.Rule != SyntaxError && f.Rule != Directive &&
			slices.ContainsFunc(directives, func(d directive) bool {
				return slices.Contains(d.rules, f.Rule) && f.Pos.Offset >= d.covered.From.Offset &&
					f.Pos.Offset < d.covered.To.Offset
			})
	})
}

// directives reads the comments addressed to the linter.
func (l *linter) directives() []directive {
	var out []directive
	for _, c := range l.comments {
		text := strings.TrimSpace(strings.TrimLeft(l.raw(c.From, c.To), "#"))
		rest, ok := strings.CutPrefix(text, "ftsh-lint")
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		words := strings.Fields(rest)
		names, ok := "", false
		if len(words) > 0 {
			names, ok = strings.CutPrefix(words[0], "disable=")
		}
		if !ok || names == "" {
			if len(words) > 0 && strings.Contains(words[0], "=") || len(words) == 0 {
				l.report(Directive, &c, "expected disable=RULE[,RULE...]")
			}
			continue // prose beginning with the program's name
		}
		d := directive{Span: c}
		for _, rule := range strings.Split(names, ",") {
			switch {
			case !Known(rule):
				l.report(Directive, &c, "there is no rule %q", rule)
			case rule == SyntaxError:
				l.report(Directive, &c,
					"a syntax error cannot be turned off: nothing after it was checked")
			default:
				d.rules = append(d.rules, rule)
			}
		}
		d.covered = l.next(c.To)
		out = append(out, d)
	}
	return out
}

// next returns the extent of the first AND-OR list after a position; of several beginning there,
// the outermost.
func (l *linter) next(at ast.Pos) ast.Span {
	var next ast.Span
	for _, list := range l.script {
		ast.Walk(list, func(n ast.Node) bool {
			a, ok := n.(*ast.AndOr)
			if ok && a.From.Offset >= at.Offset &&
				(!next.From.IsValid() || a.From.Offset < next.From.Offset) {
				next = a.Span
			}
			return true
		})
	}
	return next
}
