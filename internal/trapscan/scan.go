// Package trapscan finds out, before a subshell begins, whether it must be a process of its own.
//
// It must be one if it sets the trap of a signal or asks for its own process ID: then other
// processes can signal it alone, and its dispositions apply to nothing else. Most of this is in
// the subshell's text (Of). The rest depends on the environment in which the subshell begins: its
// functions, and the variables in a command such as eval "$x" (Use.Predict).
//
// The answer is a prediction. A command that the subshell itself works out is not seen; such a
// trap is set in the shell's own process (docs/differences.md). Nothing is run or assigned.
package trapscan

import (
	"errors"
	"io"
	"strings"

	"ftsh/internal/builtin"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/internal/trap"
	"ftsh/parser/ast"
)

// A Use is what a list or the body of a function does with traps and process IDs.
// The zero value: nothing.
type Use struct {
	process bool          // it sets a signal's trap, or asks for its own process ID
	calls   []string      // commands that may be functions
	later   []*ast.Simple // eval, . and commands whose text is known only when they run

	inPlace *ast.Simple // the program that replaces the subshell
}

// Of scans a list, or a command that has an environment of its own. Subshells inside count for
// themselves, except that a program that runs in place of one has this environment as its parent.
func Of(root ast.Node) (u Use) {
	u.inPlace = inPlace(root)
	u.add(root, 0)
	return u
}

// NeedsProcess reports whether the text alone shows that a process is needed.
func (u *Use) NeedsProcess() bool { return u.process }

// Calls reports whether commands of the text may be functions.
func (u *Use) Calls() bool { return len(u.calls) > 0 }

// Unknown reports whether the text has commands that are known only when they run.
func (u *Use) Unknown() bool { return len(u.later) > 0 }

// Mentions reports whether a text contains what sets a trap or asks for a process ID.
// It is a cheap test with false positives; a text without a mention needs no scan.
func Mentions(text string) bool {
	return strings.Contains(text, "trap") || mentionsParentID(text) || strings.Contains(text, ownPid)
}

// ownPid is the variable of bash with the ID of the subshell's process.
const ownPid = "BASHPID"

// maxEvals is how deep the text of eval is scanned inside the text of eval.
const maxEvals = 8

func (u *Use) add(root ast.Node, evals int) {
	if _, defines := root.(*ast.FuncDecl); defines {
		return // the body does not run here
	}
	ast.Walk(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Subshell:
			u.inner(n.Body)
			return false
		case *ast.CmdSubst:
			u.inner(n.Body)
			return false
		case *ast.ProcSubst, *ast.Coproc:
			return false // a process of its own
		case *ast.Pipeline:
			return !u.innerElements(n, len(n.Commands) > 1)
		case *ast.AndOr:
			return !u.innerElements(n.Pipelines[0], n.Background)
		case *ast.Simple:
			u.simple(n, evals)
		case *ast.ParamExp:
			u.process = u.process || n.Name == ownPid
		case *ast.BashExp:
			u.process = u.process || n.Name == ownPid
		case *ast.ArithExp:
			u.process = u.process || namesOwnPid(n)
		case *ast.Redirect:
			u.process = u.process || readsOwnState(n)
		}
		return !u.process
	})
}

// inner scans an environment inside this one.
func (u *Use) inner(root ast.Node) {
	if p := inPlace(root); p != nil {
		u.process = u.process || asksParent(p)
	}
}

// innerElements scans the elements of a pipeline if they are environments, and returns whether
// they are.
func (u *Use) innerElements(p *ast.Pipeline, are bool) bool {
	for _, c := range p.Commands {
		if are {
			u.inner(c)
		}
	}
	return are
}

func (u *Use) simple(n *ast.Simple, evals int) {
	if n != u.inPlace && asksParent(n) {
		u.process = true
		return
	}
	args := withoutCommand(n.Args)
	if len(args) == 0 {
		return
	}
	name, ok := syntax.Static(args[0])
	switch {
	case !ok:
		u.later = append(u.later, n)
	case name == "trap":
		u.process = u.process || setsSignal(args[1:])
	case name == "eval":
		text, ok := joined(args[1:])
		if !ok {
			u.later = append(u.later, n)
		} else if evals < maxEvals {
			u.text(text, syntax.Options{Blocks: true}, evals+1)
		}
	case name == ".":
		u.later = append(u.later, n)
	case name == "source": // in the dialect of bash; elsewhere perhaps a function
		u.later = append(u.later, n)
		u.calls = append(u.calls, name)
	default:
		if e := builtin.Lookup(name); e == nil || !e.Special {
			u.calls = append(u.calls, name)
		}
	}
}

// text scans the text of eval or of a sourced file, up to its first syntax error.
func (u *Use) text(text string, opts syntax.Options, evals int) {
	p := syntax.New(text, opts)
	for !u.process {
		list, err := p.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				u.process = Mentions(text) // the text after the error may run with other aliases
			}
			return
		}
		u.add(list, evals)
	}
}

// namesOwnPid reports whether an expression has the name of that variable.
func namesOwnPid(e *ast.ArithExp) bool {
	for _, p := range e.Parts {
		if l, ok := p.(*ast.Lit); ok && strings.Contains(l.Value, ownPid) {
			return true
		}
	}
	return false
}

// withoutCommand strips the utilities command, with its options, and builtin from args. It returns
// nil for command -v and -V, which run nothing.
func withoutCommand(args []*ast.Word) []*ast.Word {
	for len(args) > 0 {
		switch name, _ := syntax.Static(args[0]); name {
		case "command":
		case "builtin":
			args = args[1:]
			continue
		default:
			return args
		}
		for args = args[1:]; len(args) > 0; args = args[1:] {
			flag, ok := syntax.Static(args[0])
			if !ok || !strings.HasPrefix(flag, "-") {
				break
			}
			if strings.ContainsAny(flag, "vV") {
				return nil
			}
		}
	}
	return nil
}

// joined is the text that eval makes of words, if they are static.
func joined(words []*ast.Word) (string, bool) {
	var b strings.Builder
	for i, w := range words {
		text, ok := syntax.Static(w)
		if !ok {
			return "", false
		}
		if i > 0 || text != "--" {
			b.WriteString(text + " ")
		}
	}
	return b.String(), true
}

// setsSignal reports whether trap with these operands changes the disposition of a signal. A
// condition that the text does not show may be a signal.
func setsSignal(words []*ast.Word) bool {
	if len(words) > 0 {
		switch first, _ := syntax.Static(words[0]); {
		case first == "--":
			words = words[1:]
		case len(first) > 1 && first[0] == '-':
			return false // -p, or an error
		}
	}
	if len(words) > 1 {
		if text, ok := syntax.Static(words[0]); ok && !isNumber(text) || !ok && oneField(words[0]) {
			words = words[1:]
		}
	}
	for _, w := range words {
		text, ok := syntax.Static(w)
		if !ok {
			return true
		}
		if c, ok := trap.Parse(text); ok && c != trap.Exit && c != sig.SIGKILL && c != sig.SIGSTOP {
			return true
		}
	}
	return false
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// oneField reports whether a word always expands to one field that is no condition: an action in
// double quotes.
func oneField(w *ast.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *ast.Lit, *ast.Quoted, *ast.DblQuoted:
		default:
			return false
		}
	}
	return true
}
