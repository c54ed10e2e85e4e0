package lint

import (
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// facts describe a script as a whole.
type facts struct {
	functions map[string]bool
	blocks    bool            // it has blocks
	brittle   extent          // where it is brittle outside of blocks
	asked     map[string]bool // names of commands whose status it tests
	aborts    bool            // it may call abort or failure somewhere
	sources   bool            // it sources files or uses eval: definitions may be unseen
	assigned  map[string]bool // variables it assigns
	plain     map[string]bool // variables with single words for values, without blanks and patterns
}

// A value is a word assigned to a variable. The word is nil if it is not known.
type value struct {
	name string
	word *ast.Word
}

// gather collects the facts.
func gather(l *linter) facts {
	f := facts{brittle: brittleExtent(l), asked: askedFunctions(l.script),
		functions: map[string]bool{}, assigned: map[string]bool{}, plain: map[string]bool{}}
	var values []value
	add := func(name string, w *ast.Word) {
		f.assigned[name] = true
		values = append(values, value{name, w})
	}
	for _, list := range l.script {
		ast.Walk(list, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				f.functions[n.Name] = true
			case *ast.Assign:
				if n.Bash != nil && n.Bash.Array != nil {
					add(n.Name, nil)
				} else {
					add(n.Name, n.Value)
				}
			case *ast.Word:
				t, known := syntax.Static(n)
				f.aborts = f.aborts || known && (t == "abort" || t == "failure")
			case *ast.Try:
				f.blocks = true
			case *ast.For:
				each(n.In, n.Words, n.Name, add)
			case *ast.Select:
				each(n.In, n.Words, n.Name, add)
				add("REPLY", nil)
			case *ast.Forany:
				f.blocks = true
				each(n.In, n.Words, n.Name, add)
			case *ast.Forall:
				f.blocks = true
				each(n.In, n.Words, n.Name, add)
			case *ast.ParamExp:
				if n.Op == ast.ParamAssign {
					add(n.Name, n.Arg)
				}
			case *ast.BashExp:
				if n.Op == ast.ParamAssign {
					add(n.Name, n.Arg)
				}
			case *ast.Simple:
				if len(n.Args) > 0 {
					_, known := syntax.Static(n.Args[0])
					f.aborts = f.aborts || !known // the name of the command is known at run time
				}
				f.call(n, add)
			}
			return true
		})
	}
	f.findPlain(values)
	return f
}

func each(in bool, words []*ast.Word, name string, add func(string, *ast.Word)) {
	if !in {
		add(name, nil)
	}
	for _, w := range words {
		add(name, w)
	}
}

// call notes the effects of a builtin on names.
func (f *facts) call(cmd *ast.Simple, add func(string, *ast.Word)) {
	switch n := name(cmd); n {
	case ".", "eval", "source":
		f.sources = true
	case "read", "getopts", "mapfile", "readarray":
		for _, w := range cmd.Args[1:] {
			add(lead(w), nil)
		}
	case "printf":
		if text(cmd.Args, 1) == "-v" && len(cmd.Args) > 2 {
			add(lead(cmd.Args[2]), nil)
		}
	case "export", "readonly", "local", "declare", "typeset":
		for _, w := range cmd.Args[1:] {
			if name, _, ok := strings.Cut(lead(w), "="); ok {
				add(name, valueOf(w))
			}
		}
	}
}

// valueOf returns the part of a word after its =.
func valueOf(w *ast.Word) *ast.Word {
	if len(w.Parts) == 0 {
		return nil
	}
	first, ok := w.Parts[0].(*ast.Lit)
	if !ok {
		return nil
	}
	_, rest, ok := strings.Cut(first.Value, "=")
	if !ok {
		return nil
	}
	out := &ast.Word{}
	if rest != "" {
		out.Parts = append(out.Parts, &ast.Lit{Value: rest})
	}
	out.Parts = append(out.Parts, w.Parts[1:]...)
	return out
}

// findPlain finds the plain variables: all their values are plain.
func (f *facts) findPlain(values []value) {
	for _, v := range values {
		f.plain[v.name] = true
	}
	for changed := true; changed; {
		changed = false
		for _, v := range values {
			if f.plain[v.name] && (v.word == nil || !f.plainParts(v.word.Parts)) {
				f.plain[v.name] = false
				changed = true
			}
		}
	}
}

// plainParts reports whether parts always expand to one field, unchanged by field splitting.
func (f *facts) plainParts(parts []ast.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *ast.Lit:
			if strings.ContainsAny(p.Value, " \t\n*?[") {
				return false
			}
		case *ast.Quoted:
			if strings.ContainsAny(p.Value, " \t\n*?[") {
				return false
			}
		case *ast.DblQuoted:
			if !f.plainParts(p.Parts) {
				return false
			}
		case *ast.ParamExp:
			if !f.plainParam(p) {
				return false
			}
		case *ast.CmdSubst:
			if !f.plainSubst(p) {
				return false
			}
		case *ast.ArithExp, *ast.ProcSubst:
		default:
			return false
		}
	}
	return true
}

// plainParam reports whether a parameter always expands to one field, unchanged by field splitting.
func (f *facts) plainParam(p *ast.ParamExp) bool {
	if p.Op == ast.ParamLength {
		return true
	}
	switch p.Name {
	case "#", "?", "$", "!", "-":
		return true
	}
	switch p.Op {
	case ast.ParamDefault, ast.ParamAssign, ast.ParamAlternate:
		if !f.plainParts(p.Arg.Parts) {
			return false
		}
		if p.Op == ast.ParamAlternate {
			return true
		}
	}
	return f.plain[p.Name]
}

// plainSubst reports whether a command substitution runs a command that prints a plain word.
func (f *facts) plainSubst(s *ast.CmdSubst) bool {
	if len(s.Body.AndOrs) != 1 || len(s.Body.AndOrs[0].Pipelines) == 0 {
		return false
	}
	cmd := only(s.Body.AndOrs[0].Pipelines[0])
	if cmd == nil {
		return false
	}
	switch name(cmd) {
	case "mktemp", "tempfile", "id", "date", "dpkg-architecture", "uname", "nproc", "getconf":
		return !f.functions[name(cmd)]
	}
	return false
}
