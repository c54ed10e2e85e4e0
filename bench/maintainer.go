package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// maintainers is how many maintainer scripts of packages a row has.
const maintainers = 200

// maintainerScripts returns texts of installed maintainer scripts for sh, in the order of their names. If
// onlyHarmless is set, it returns only those that provably do nothing for the argument "nothing".
func maintainerScripts(onlyHarmless bool) ([]string, error) {
	var files []string
	for _, kind := range []string{"preinst", "postinst", "prerm", "postrm"} {
		found, err := filepath.Glob("/var/lib/dpkg/info/*." + kind)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	var texts []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		text := string(b)
		interpreter := strings.TrimSpace(strings.TrimPrefix(firstLine(text), "#!"))
		if interpreter != "/bin/sh" && !strings.HasPrefix(interpreter, "/bin/sh ") {
			continue
		}
		script, err := parser.Parse(text, parser.Options{Name: f})
		if err != nil || onlyHarmless && !harmlessList(script.List) {
			continue
		}
		if texts = append(texts, text); len(texts) == maintainers {
			return texts, nil
		}
	}
	return nil, fmt.Errorf("%w: %d maintainer scripts, not %d", errUnavailable, len(texts), maintainers)
}

func copyMaintainers(dir string) error {
	texts, err := maintainerScripts(true)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "maint"), 0o755); err != nil {
		return err
	}
	for i, text := range texts {
		name := filepath.Join(dir, "maint", fmt.Sprintf("%03d", i))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// joinMaintainers makes one script of all, to be read only.
func joinMaintainers(dir string) error {
	texts, err := maintainerScripts(false)
	if err != nil {
		return err
	}
	return replaceScript(dir, strings.Join(texts, "\n"))
}

// harmlessList reports whether a list provably changes nothing if $1 is "nothing". It knows case and
// if with tests of $1, and commands that only print, test or set variables. Anything else that could
// run is a no.
func harmlessList(l *ast.List) bool {
	if l == nil {
		return true
	}
	for _, a := range l.AndOrs {
		for i, p := range a.Pipelines {
			if i == 1 && a.Ops[0] == ast.And && onePipeline(a.Pipelines[0], falseForNothing) {
				break // the rest runs only for another argument
			}
			for _, c := range p.Commands {
				if !harmless(c) {
					return false
				}
			}
		}
	}
	return true
}

func harmless(c ast.Command) bool {
	switch c := c.(type) {
	case *ast.Simple:
		return harmlessSimple(c)
	case *ast.FuncDecl:
		return !slices.Contains(printing(), c.Name) // its calls are refused
	case *ast.Brace:
		return harmlessList(c.Body)
	case *ast.If:
		if !harmlessList(c.Cond) || !listFalse(c.Cond) && !harmlessList(c.Then) {
			return false
		}
		for _, e := range c.Elifs {
			if !harmlessList(e.Cond) || !listFalse(e.Cond) && !harmlessList(e.Then) {
				return false
			}
		}
		return harmlessList(c.Else)
	case *ast.Case:
		if !plainWord(c.Word) {
			return false
		}
		for _, item := range c.Items {
			if !(firstArgument(c.Word) && otherWords(item.Patterns)) && !harmlessList(item.Body) ||
				item.FallThrough {
				return false
			}
		}
		return true
	}
	return false
}

// harmlessSimple allows builtins that write at most to the standard streams.
func harmlessSimple(c *ast.Simple) bool {
	for _, r := range c.Redirs {
		target, _ := r.Target.Literal()
		if target != "/dev/null" && !(r.Op == ast.RedirDupOut && (target == "1" || target == "2")) {
			return false
		}
	}
	for _, a := range c.Assigns {
		if a.Name == "PATH" || !plainWord(a.Value) {
			return false
		}
	}
	for _, w := range c.Args {
		if !plainWord(w) {
			return false
		}
	}
	if len(c.Args) == 0 {
		return true
	}
	name, _ := c.Args[0].Literal()
	return slices.Contains(printing(), name)
}

func printing() []string {
	return []string{":", "true", "false", "exit", "return", "set", "[", "test", "echo", "printf", "export"}
}

// plainWord reports whether a word's expansion runs nothing.
func plainWord(w *ast.Word) bool {
	plain := true
	ast.Walk(w, func(n ast.Node) bool {
		if _, substitutes := n.(*ast.CmdSubst); substitutes {
			plain = false
		}
		return plain
	})
	return plain
}

// listFalse reports whether a condition is provably false if $1 is "nothing": an AND list with such
// a test.
func listFalse(l *ast.List) bool {
	if len(l.AndOrs) != 1 {
		return false
	}
	a := l.AndOrs[0]
	if slices.Contains(a.Ops, ast.Or) {
		for _, p := range a.Pipelines {
			if !onePipeline(p, falseForNothing) || slices.Contains(a.Ops, ast.And) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(a.Pipelines, func(p *ast.Pipeline) bool {
		return onePipeline(p, falseForNothing)
	})
}

func onePipeline(p *ast.Pipeline, is func(*ast.Simple) bool) bool {
	if p.Negated || len(p.Commands) != 1 {
		return false
	}
	c, ok := p.Commands[0].(*ast.Simple)
	return ok && is(c)
}

// falseForNothing recognises [ "$1" = word ] with another word than nothing.
func falseForNothing(c *ast.Simple) bool {
	if len(c.Args) < 4 || len(c.Redirs) > 0 {
		return false
	}
	name, _ := c.Args[0].Literal()
	equals, _ := c.Args[2].Literal()
	if name == "[" && len(c.Args) != 5 || name == "test" && len(c.Args) != 4 {
		return false
	}
	return (name == "[" || name == "test") && equals == "=" && firstArgument(c.Args[1]) &&
		otherWords(c.Args[3:4])
}

// firstArgument reports whether a word is $1, quoted or not.
func firstArgument(w *ast.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	part := w.Parts[0]
	if q, ok := part.(*ast.DblQuoted); ok && len(q.Parts) == 1 {
		part = q.Parts[0]
	}
	p, ok := part.(*ast.ParamExp)
	return ok && p.Name == "1" && p.Op == ast.ParamPlain
}

// otherWords reports whether all words are literals other than nothing, and no patterns.
func otherWords(words []*ast.Word) bool {
	for _, w := range words {
		text, ok := w.Literal()
		if q, quoted := w.Parts[0].(*ast.DblQuoted); !ok && quoted && len(q.Parts) == 1 {
			var l *ast.Lit
			if l, ok = q.Parts[0].(*ast.Lit); ok {
				text = l.Value
			}
		}
		if !ok || text == "nothing" || strings.ContainsAny(text, "*?[") {
			return false
		}
	}
	return true
}
