package interp

import (
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// Target is the function target.
func (h *host) Target(text string) string { return target((*frame)(h), text) }

// target returns the name of an element, name[subscript], with the subscript expanded, as builtins
// of bash do: unset 'a[${#b}]'. It is left as it is if the store of variables expands it itself, if
// that would run a command, and if it is the key of an element, which may be any text.
func target(fr *frame, text string) string {
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
	return name + "[" + protectKey.Replace(key) + "]"
}

// protectKey protects what vars.Store.Subscript would expand once more.
var protectKey = strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`, "$", `\$`, "`", "\\`")

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
