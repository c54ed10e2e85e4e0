package foreign

import (
	"strings"

	"ftsh/parser/ast"
)

// names holds the names defined by a script itself.
type names struct {
	functions map[string]bool
	assigned  map[string]bool
	sources   bool // it reads other files, or evaluates text: it may define more
	bash      bool // the script is one for bash

	isCommand, isSet func(name string) bool // names known to the shell already; nil: not asked
}

func (n *names) function(name string) bool {
	return n.functions[name] || n.isCommand != nil && n.isCommand(name)
}

// variable reports whether a variable has a value from the script itself. A variable whose value
// bash makes anew has none.
func (n *names) variable(name string) bool {
	return n.assigned[name] || n.isSet != nil && !dynamic(name) && n.isSet(name)
}

// gather collects the names of a script. bash reports whether it is a script for bash.
func gather(script []*ast.List, bash bool) names {
	n := names{functions: map[string]bool{}, assigned: map[string]bool{}, bash: bash}
	for _, list := range script {
		ast.Walk(list, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				n.functions[node.Name] = true
			case *ast.Assign:
				n.assign(node.Name, node.Value)
			case *ast.For:
				n.assigned[node.Name] = true
			case *ast.Forany:
				n.assigned[node.Name] = true
			case *ast.Forall:
				n.assigned[node.Name] = true
			case *ast.ParamExp:
				if node.Op == ast.ParamAssign {
					n.assigned[node.Name] = true
				}
			case *ast.Simple:
				n.call(node)
			}
			return true
		})
	}
	return n
}

// assign notes an assignment. bash's clock and its random numbers remain after the assignment of a
// number: it sets the clock or seeds the numbers.
func (n names) assign(name string, value *ast.Word) {
	if !n.bash || !dynamic(name) || strings.Trim(flat(value), "0123456789") != "" && !isPid(value) {
		n.assigned[name] = true
	}
}

// dynamic reports whether bash makes a new value whenever the variable is expanded.
func dynamic(name string) bool { return name == "SECONDS" || name == "RANDOM" }

// isPid reports whether a word is $$, often a seed for $RANDOM.
func isPid(w *ast.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	p, ok := w.Parts[0].(*ast.ParamExp)
	return ok && p.Name == "$"
}

// call notes the effects of builtins on names.
func (n *names) call(cmd *ast.Simple) {
	switch word(cmd.Args, 0) {
	case ".", "eval", "source":
		n.sources = true
	case "read", "getopts":
		for _, w := range cmd.Args[1:] {
			n.assigned[flat(w)] = true
		}
	case "export", "readonly", "local", "declare", "typeset":
		for _, w := range cmd.Args[1:] {
			if name, value, ok := strings.Cut(flat(w), "="); ok &&
				(!n.bash || !dynamic(name) || strings.Trim(value, "0123456789") != "") {
				n.assigned[name] = true
			}
		}
	}
}
