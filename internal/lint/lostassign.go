package lint

import (
	"slices"
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// lostAssignment looks for variables assigned or extended only by branches of a forall or commands
// of a pipeline, and used after it or in the forall's catch list. They are subshells: their
// assignments end with them. A block with a journal is like them in a run that finds it done.
func (w walker) lostAssignment() {
	var o occurrences
	for _, list := range w.script {
		ast.Walk(list, o.note)
	}
	for _, f := range o.subshells {
		names := map[string]bool{}
		if f.forall != nil {
			names[f.forall.Name] = true
		}
		for _, a := range o.assigned {
			if within(a.at, f.body) {
				names[a.name] = true
			}
		}
		for _, u := range o.used {
			if names[u.name] && o.lost(u, f, w.facts.sources) {
				w.reportLost(u, f)
				names[u.name] = false // once is enough
			}
		}
	}
}

func (w walker) reportLost(u occurrence, f subshell) {
	switch {
	case f.journal:
		w.report(LostAssignment, u.node, "%s was assigned in a block with a journal, and is not set "+
			"in a run that finds the block done: write x=$(try … journal …; end)", u.name)
	case f.forall == nil:
		w.report(LostAssignment, u.node, "%s was assigned in a command of a pipeline, which is a "+
			"subshell, and is lost here: give a loop its input with done <file, or use the value "+
			"inside of the pipeline", u.name)
	case u.name == f.forall.Name && f.forall.Catch != nil && within(u.at, f.forall.Catch):
		w.report(LostAssignment, u.node,
			"%s is not set in the catch list of its forall: the words whose branches failed "+
				"are the lines of $FTSH_FAILED", u.name)
	default:
		w.report(LostAssignment, u.node, "%s was assigned in a branch of a forall, which is a "+
			"subshell, and is lost here: write values to a file of each branch, or use "+
			"forany or for", u.name)
	}
}

// A subshell is a part of a script with assignments that end with it.
type subshell struct {
	body   ast.Node
	from   uint32      // where the whole construct begins
	forall *ast.Forall // with the branches; nil: a command of a pipeline, or a block with a journal

	journal bool // it is a block with a journal
}

// assigns reports whether the construct itself assigns a variable to run with.
func (s subshell) assigns(name string) bool { return s.forall != nil && s.forall.Name == name }

// An occurrence is an assignment or a use of a variable.
type occurrence struct {
	name string
	at   uint32
	node ast.Node
	grew bool // the assigned value contains the old one
}

// occurrences holds the occurrences of a script, in the order of the text.
type occurrences struct {
	subshells      []subshell
	functions      []*ast.FuncDecl
	assigned, used []occurrence
	lastpipe       bool // the last commands of pipelines are no subshells
}

// note records a node, and reports whether to descend into it.
func (o *occurrences) note(n ast.Node) bool {
	assign := func(name string, n ast.Node, grew bool) {
		o.assigned = append(o.assigned, occurrence{name, n.Pos().Offset, n, grew})
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		o.functions = append(o.functions, n)
	case *ast.Forall:
		o.subshells = append(o.subshells, subshell{body: n.Body, from: n.From.Offset, forall: n})
	case *ast.Try:
		if n.Journal != nil {
			o.subshells = append(o.subshells, subshell{body: n, from: n.From.Offset, journal: true})
		}
	case *ast.Pipeline:
		for i, c := range n.Commands {
			if len(n.Commands) > 1 && !(o.lastpipe && i == len(n.Commands)-1) {
				o.subshells = append(o.subshells, subshell{body: c, from: n.From.Offset})
			}
		}
	case *ast.For:
		assign(n.Name, n, false)
	case *ast.Select:
		assign(n.Name, n, false)
	case *ast.ArithCommand:
		o.expression(n.Expr)
	case *ast.ForArith:
		o.expression(n.Init)
		o.expression(n.Step)
	case *ast.Forany:
		assign(n.Name, n, false)
		if n.Journal != nil {
			o.subshells = append(o.subshells, subshell{body: n.Body, from: n.From.Offset, journal: true})
		}
	case *ast.Simple:
		for _, a := range n.Assigns {
			if len(n.Args) == 0 { // else it is for the command alone
				extends := a.Bash != nil && (a.Bash.Append || a.Bash.Index != nil)
				assign(a.Name, a, extends || refersTo(a.Value, a.Name))
			}
		}
		o.lastpipe = o.lastpipe || isLastpipe(n)
		var f facts
		f.call(n, func(name string, _ *ast.Word) { assign(name, n, false) })
	case *ast.ParamExp:
		if n.Op == ast.ParamAssign {
			assign(n.Name, n, false)
		}
		o.used = append(o.used, occurrence{name: n.Name, at: n.From.Offset, node: n})
	case *ast.BashExp:
		if n.Op == ast.ParamAssign {
			assign(n.Name, n, false)
		}
		o.used = append(o.used, occurrence{name: n.Name, at: n.From.Offset, node: n})
	case *ast.ArithExp:
		for _, name := range arithmeticNames(n) {
			o.used = append(o.used, occurrence{name: name, at: n.From.Offset, node: n})
		}
	}
	return true
}

// expression notes the assignments of an expression that is a command.
func (o *occurrences) expression(e *ast.ArithExp) {
	if e == nil || len(e.Parts) != 1 {
		return
	}
	text, ok := e.Parts[0].(*ast.Lit)
	if !ok {
		return
	}
	for _, part := range strings.FieldsFunc(text.Value, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimSpace(part)
		name := strings.TrimLeft(part, "+-")
		rest := strings.TrimLeft(name, letters)
		name = name[:len(name)-len(rest)]
		op := strings.TrimLeft(rest, " ")
		switch {
		case name == "":
		case strings.HasPrefix(part, "++"), strings.HasPrefix(part, "--"), strings.HasPrefix(op, "++"),
			strings.HasPrefix(op, "--"), strings.HasPrefix(op, "+="), strings.HasPrefix(op, "-="),
			strings.HasPrefix(op, "*="):
			o.assigned = append(o.assigned, occurrence{name, e.From.Offset, e, true})
		case strings.HasPrefix(op, "=") && !strings.HasPrefix(op, "=="):
			o.assigned = append(o.assigned, occurrence{name, e.From.Offset, e,
				slices.Contains(namesIn(op), name)})
		}
	}
}

// letters are the characters of names.
const letters = "_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// isLastpipe reports whether a command is `shopt -s lastpipe`.
func isLastpipe(n *ast.Simple) bool {
	for i, word := range [...]string{"shopt", "-s", "lastpipe"} {
		if len(n.Args) != 3 {
			return false
		}
		if text, ok := syntax.Static(n.Args[i]); !ok || text != word {
			return false
		}
	}
	return true
}

// lost reports whether a use comes after f and can only expect a value lost with a branch of f.
// unseen reports whether the script may have assignments unseen by the linter.
func (o *occurrences) lost(u occurrence, f subshell, unseen bool) bool {
	end := f.body.End().Offset
	if u.at < end || isEnvironment(u.name) || o.function(u.at) != o.function(f.from) {
		return false
	}
	// Assignments in the branches that extend the variable, and that replace it; assignments
	// elsewhere.
	grew, fresh, elsewhere := false, false, false
	for _, a := range o.assigned {
		switch {
		case a.name != u.name:
		case within(a.at, f.body):
			grew, fresh = grew || a.grew, fresh || !a.grew
		case o.function(a.at) != o.function(f.from), a.at >= end:
			return false // perhaps before the use
		default:
			elsewhere = true
		}
	}
	for _, other := range o.subshells {
		if other.body != f.body && !other.journal && (other.assigns(u.name) || within(u.at, other.body) &&
			!within(f.from, other.body)) {
			return false
		}
	}
	if elsewhere {
		return grew && !fresh
	}
	return !unseen && !slices.ContainsFunc(o.used, func(b occurrence) bool {
		return b.name == u.name && b.at < f.from
	})
}

// function returns the innermost function around a position; nil if there is none.
func (o *occurrences) function(at uint32) (f *ast.FuncDecl) {
	for _, d := range o.functions {
		if within(at, d) {
			f = d
		}
	}
	return f
}

// within reports whether a position is in the text of a node.
func within(at uint32, n ast.Node) bool { return at >= n.Pos().Offset && at < n.End().Offset }

// refersTo reports whether a word expands a variable, in arithmetic too.
func refersTo(word *ast.Word, name string) bool {
	found := false
	ast.Walk(word, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParamExp:
			found = found || n.Name == name
		case *ast.BashExp:
			found = found || n.Name == name
		case *ast.ArithExp:
			found = found || slices.Contains(arithmeticNames(n), name)
		}
		return !found
	})
	return found
}

// arithmeticNames returns the names without $ in an arithmetic expansion.
func arithmeticNames(e *ast.ArithExp) []string {
	var names []string
	for _, p := range e.Parts {
		if l, ok := p.(*ast.Lit); ok {
			names = append(names, namesIn(l.Value)...)
		}
	}
	return names
}

// namesIn returns the names, and numbers, in the text of an expression.
func namesIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(letters, r) })
}

// isEnvironment reports whether a variable is likely set outside the script.
func isEnvironment(name string) bool {
	switch name {
	case "IFS", "HOME", "PWD", "OLDPWD", "LANG", "TMPDIR", "OPTIND", "OPTARG":
		return true
	}
	return strings.HasSuffix(name, "PATH") || strings.HasPrefix(name, "LC_") ||
		strings.HasPrefix(name, "FTSH_")
}
