package interp

import (
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// Target expands the subscript in an operand of a builtin.
func (h *host) Target(text string) string { return expandTarget((*frame)(h), text) }

// expandTarget returns the name of an element, name[subscript], with the subscript expanded, as
// builtins of bash do: unset 'a[${#b}]'. vars.Store.Subscript expands the common ones; these, and
// a subscript that would run a command or is the key of an element, stay as they are.
func expandTarget(fr *frame, text string) string {
	name, sub, ok := vars.SplitName(text)
	if !ok || !fr.env.opts.Has(option.Bash) || !vars.IsName(name) || !strings.Contains(sub, "$") {
		return text
	}
	if _, known := fr.env.vars.ExpandSubscript(sub); known {
		return text
	}
	if set, err := fr.env.vars.IsSet(text); err == nil && set {
		return text
	}
	list, err := syntax.Parse(text+"=", fr.env.parserOptions(fr.context.script, 1))
	if err != nil {
		return text
	}
	n := onlyAssignment(list)
	if n == nil || n.Bash.Index == nil || n.Bash.Index.Index == nil || runsCommand(n.Bash.Index) {
		return text
	}
	c := fr.sh.compiler(fr.context.script)
	c.speak(fr.env.dialect())
	key, err := c.words.Word(n.Bash.Index.Index).Text((*expander)(fr))
	if err != nil || key == "" {
		return text
	}
	return name + "[" + vars.ProtectSubscript(key) + "]"
}

// runsCommand reports whether the expansion of n would run a command.
func runsCommand(n ast.Node) (runs bool) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CmdSubst, *ast.ProcSubst:
			runs = true
		}
		return !runs
	})
	return runs
}
