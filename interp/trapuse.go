package interp

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

// A subshell that sets the trap of a signal, or asks for its own process id, has to be a
// process: others can signal it alone, and what happens to it happens to nobody else
// (separate.go). Here is what its text says about that. What stands in a subshell of its own
// does not count: that one decides for itself. But a program that runs in the place of such a
// subshell has this one as its parent.

// A trapUse is what a list or the body of a function says of traps and process ids.
type trapUse struct {
	process bool          // it sets, ignores or resets the trap of a signal, or asks for its own id
	calls   []string      // the commands that may be functions
	later   []*ast.Simple // eval, . and commands whose text is known only when they run

	inPlace *ast.Simple // the program that runs in its place
}

// trapUseOf goes over a list, or a command that is an environment's.
func trapUseOf(root ast.Node) (u trapUse) {
	u.inPlace = inPlace(root)
	u.add(root, 0)
	return u
}

// maxEvals is how deep eval may stand in the text of eval to be seen.
const maxEvals = 8

func (u *trapUse) add(root ast.Node, evals int) {
	if _, defines := root.(*ast.FuncDecl); defines {
		return // nothing of it is run
	}
	ast.Walk(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Subshell:
			u.around(n.Body)
			return false
		case *ast.CmdSubst:
			u.around(n.Body)
			return false
		case *ast.Pipeline:
			return !u.aroundElements(n, len(n.Commands) > 1)
		case *ast.AndOr:
			return !u.aroundElements(n.Pipelines[0], n.Background)
		case *ast.Simple:
			u.simple(n, evals)
		case *ast.Redirect:
			u.process = u.process || readsOwnState(n)
		}
		return !u.process
	})
}

// around is what an environment inside says of this one.
func (u *trapUse) around(root ast.Node) {
	if p := inPlace(root); p != nil {
		u.process = u.process || asksParent(p)
	}
}

// aroundElements does so for the elements of a pipeline that are environments.
func (u *trapUse) aroundElements(p *ast.Pipeline, are bool) bool {
	for _, c := range p.Commands {
		if are {
			u.around(c)
		}
	}
	return are
}

func (u *trapUse) simple(n *ast.Simple, evals int) {
	if n != u.inPlace && asksParent(n) {
		u.process = true
		return
	}
	args := called(n.Args)
	if len(args) == 0 {
		return
	}
	name, ok := plain(args[0].Parts)
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
	default:
		if e := builtin.Lookup(name); e == nil || !e.Special {
			u.calls = append(u.calls, name)
		}
	}
}

// text goes over what eval or . runs, up to its first error.
func (u *trapUse) text(text string, opts syntax.Options, evals int) {
	p := syntax.New(text, opts)
	for !u.process {
		list, err := p.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				u.process = mentionsUse(text) // what comes after the error may run with other aliases
			}
			return
		}
		u.add(list, evals)
	}
}

// mentionsUse reports whether a text can set a trap, or ask for a process id, by itself.
func mentionsUse(text string) bool { return strings.Contains(text, "trap") || mentionsOwnID(text) }

// called is a command without `command` in front; none if that only asks.
func called(args []*ast.Word) []*ast.Word {
	for len(args) > 0 {
		if name, _ := plain(args[0].Parts); name != "command" {
			return args
		}
		for args = args[1:]; len(args) > 0; args = args[1:] {
			flag, ok := plain(args[0].Parts)
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

// joined is the text that eval makes of words, if they are literal.
func joined(words []*ast.Word) (string, bool) {
	var b strings.Builder
	for i, w := range words {
		text, ok := plain(w.Parts)
		if !ok {
			return "", false
		}
		if i > 0 || text != "--" {
			b.WriteString(text + " ")
		}
	}
	return b.String(), true
}

// setsSignal reports whether trap with these operands changes what a signal does. Where
// the text does not say which conditions it has, it may.
func setsSignal(words []*ast.Word) bool {
	if len(words) > 0 {
		switch first, _ := plain(words[0].Parts); {
		case first == "--":
			words = words[1:]
		case len(first) > 1 && first[0] == '-':
			return false // -p, or an error
		}
	}
	if len(words) > 1 {
		if text, ok := plain(words[0].Parts); ok && !isNumber(text) || !ok && oneField(words[0]) {
			words = words[1:]
		}
	}
	for _, w := range words {
		text, ok := plain(w.Parts)
		if !ok {
			return true
		}
		if c, ok := trap.Parse(text); ok && c != trap.Exit && c != sig.SIGKILL && c != sig.SIGSTOP {
			return true
		}
	}
	return false
}

// plain is the text of word parts without expansions, quotes removed.
func plain(parts []ast.WordPart) (string, bool) {
	if len(parts) == 1 {
		switch p := parts[0].(type) {
		case *ast.Lit:
			return p.Value, true
		case *ast.Quoted:
			return p.Value, true
		case *ast.DblQuoted:
			return plain(p.Parts)
		}
		return "", false
	}
	text := ""
	for i := range parts {
		t, ok := plain(parts[i : i+1])
		if !ok {
			return "", false
		}
		text += t
	}
	return text, true
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// oneField reports whether a word is one field, whatever its expansions yield, and no
// condition: an action in double quotes.
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

// trapUse is what the function's body says of traps and process ids.
func (f *function) trapUse() *trapUse {
	f.looked.Do(func() { f.use = trapUseOf(f.declaration().Body) })
	return &f.use
}

// mentionsTraps reports whether the function may set the trap of a signal, or ask for a process
// id, by itself. It does not read a body that has not been read yet.
func (f *function) mentionsTraps() bool {
	from, to := int(f.decl.From.Offset), int(f.decl.To.Offset)
	if f.source != "" && from < to && to <= len(f.source) {
		return mentionsUse(f.source[from:to])
	}
	return f.trapUse().process
}
