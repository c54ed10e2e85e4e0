package trapscan

import (
	"strings"

	"ftsh/internal/builtin"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A subshell asks for its own process ID to be signalled, or to tell itself from other subshells.
// It asks through a program whose parent it is (sh -c 'echo $PPID'), or reads /proc/self/stat.

// mentionsParentID reports whether a program's text may ask for the ID of its parent.
func mentionsParentID(text string) bool {
	for i := strings.IndexAny(text, "pP"); i >= 0 && i+4 <= len(text); {
		if strings.EqualFold(text[i:i+4], "ppid") {
			return true // also getppid(), and PPid: in /proc/self/status
		}
		next := strings.IndexAny(text[i+1:], "pP")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return strings.Contains(text, "/proc/self/stat")
}

// asksParent reports whether a program that the command starts asks for its parent's ID.
func asksParent(n *ast.Simple) bool {
	if len(n.Args) == 0 {
		return false
	}
	if name, ok := syntax.Static(n.Args[0]); ok && !runsText(name) {
		return false
	}
	for _, w := range n.Args[1:] {
		if literalAsks(w.Parts) {
			return true
		}
	}
	for _, r := range n.Redirs {
		if r.Op == ast.RedirHere && literalAsks(r.Here.Parts) {
			return true
		}
	}
	return false
}

// runsText reports whether a command may run its operands: a program or a function, or a builtin
// that starts one. ps prints the parents of others, and does not ask for its own.
func runsText(name string) bool {
	switch name {
	case "command", "exec":
		return true
	case "ps":
		return false
	}
	return builtin.Lookup(name) == nil
}

// literalAsks reports whether the literal text in word parts mentions a parent's ID.
func literalAsks(parts []ast.WordPart) bool {
	for _, p := range parts {
		text := ""
		switch p := p.(type) {
		case *ast.Lit:
			text = p.Value
		case *ast.Quoted:
			text = p.Value
		case *ast.DblQuoted:
			if literalAsks(p.Parts) {
				return true
			}
		}
		if mentionsParentID(text) {
			return true
		}
	}
	return false
}

// readsOwnState reports whether a redirection reads the kernel's description of this process.
func readsOwnState(r *ast.Redirect) bool {
	if r.Op != ast.RedirIn {
		return false
	}
	name, _ := syntax.Static(r.Target)
	return strings.HasPrefix(name, "/proc/self/stat")
}

// inPlace is the program that replaces a subshell environment, so that its parent is the
// environment around it; nil if the environment stays. A shell that forks replaces the subshell
// for a command alone, and for exec.
func inPlace(root ast.Node) *ast.Simple {
	list, ok := root.(*ast.List)
	if !ok {
		only, _ := root.(*ast.Simple)
		return only
	}
	n := len(list.AndOrs)
	if n == 0 || len(list.AndOrs[n-1].Pipelines) != 1 || len(list.AndOrs[n-1].Pipelines[0].Commands) != 1 {
		return nil
	}
	last, ok := list.AndOrs[n-1].Pipelines[0].Commands[0].(*ast.Simple)
	if !ok || len(last.Args) == 0 {
		return nil
	}
	if name, _ := syntax.Static(last.Args[0]); n > 1 && name != "exec" {
		return nil
	}
	return last
}
