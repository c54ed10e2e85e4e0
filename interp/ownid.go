package interp

import (
	"strings"

	"ftsh/internal/builtin"
	"ftsh/parser/ast"
)

// A subshell that asks for its own process id means to be signalled, or to tell itself from
// other subshells, so it must have one. It asks through a program, whose parent it is: `sh
// -c 'echo $PPID'`. Or it reads /proc/self/stat.

// mentionsOwnID reports whether a text that asks for the id of its parent may do so.
func mentionsOwnID(text string) bool {
	for i := strings.IndexAny(text, "pP"); i >= 0 && i+4 <= len(text); {
		if strings.EqualFold(text[i:i+4], "ppid") {
			return true // also of getppid(), and of PPid: in /proc/self/status
		}
		next := strings.IndexAny(text[i+1:], "pP")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return strings.Contains(text, "/proc/self/stat")
}

// asksParent reports whether a program that the command starts asks for its parent's id.
func asksParent(n *ast.Simple) bool {
	if len(n.Args) == 0 {
		return false
	}
	if name, ok := plain(n.Args[0].Parts); ok && !runsText(name) {
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

// runsText reports whether a command may run its operands: a program or a function, or a
// builtin that starts one. What ps prints of others says nothing of its own parent.
func runsText(name string) bool {
	switch name {
	case "command", "exec":
		return true
	case "ps":
		return false
	}
	return builtin.Lookup(name) == nil
}

// literalAsks reports whether the literal text in word parts mentions a parent's id.
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
		if mentionsOwnID(text) {
			return true
		}
	}
	return false
}

// readsOwnState reports whether a redirection reads what the kernel says of the shell's process.
func readsOwnState(r *ast.Redirect) bool {
	if r.Op != ast.RedirIn {
		return false
	}
	name, _ := plain(r.Target.Parts)
	return strings.HasPrefix(name, "/proc/self/stat")
}

// inPlace is the program that runs in the place of a subshell environment, so that its parent is
// the environment around; nil if the environment stays. A shell with fork does so for a command
// alone, and for exec.
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
	if name, _ := plain(last.Args[0].Parts); n > 1 && name != "exec" {
		return nil
	}
	return last
}
