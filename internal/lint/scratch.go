package lint

import (
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// scratchVariable has the path at which an attempt makes its result.
const scratchVariable = "FTSH_SCRATCH"

// scratch looks for uses of FTSH_SCRATCH that cannot be meant: in a list that runs after the attempt,
// and as something of the other kind in it.
func (w walker) scratch(s *ast.Scratch, body *ast.List, in around, after ...*ast.List) {
	if s == nil || w.facts.assigned[scratchVariable] {
		return
	}
	for _, l := range after {
		if l == nil || in.scratch {
			continue
		}
		w.eachScratch(l, func(e *ast.ParamExp) {
			w.report(MisusedScratch, e, "FTSH_SCRATCH is not set here: the attempt has ended, and what it "+
				"made has its name, or is removed")
		})
	}
	if body == nil {
		return
	}
	w.madeElsewhere(s, body)
	if s.File {
		w.eachInScratch(body)
		return
	}
	ast.Walk(body, func(n ast.Node) bool {
		if scratches(n) {
			return false
		}
		if r, ok := n.(*ast.Redirect); ok && r.Op != ast.RedirIn && isScratch(r.Target) {
			w.report(MisusedScratch, r, "FTSH_SCRATCH is a directory here: write scratch file %s in the "+
				"header, or a name in the directory", w.source(s.Name))
		}
		return true
	})
}

// eachScratch calls f for the expansions of FTSH_SCRATCH in a list, without blocks that set it.
func (w walker) eachScratch(l *ast.List, f func(*ast.ParamExp)) {
	ast.Walk(l, func(n ast.Node) bool {
		if scratches(n) {
			return false
		}
		if e, ok := n.(*ast.ParamExp); ok && e.Name == scratchVariable && e.Op == ast.ParamPlain {
			f(e)
		}
		return true
	})
}

// madeElsewhere reports a result that an attempt makes under its name, in a body without
// FTSH_SCRATCH: nothing is there when the attempt has worked.
func (w walker) madeElsewhere(s *ast.Scratch, body *ast.List) {
	name, ok := syntax.Static(s.Name)
	if name = strings.TrimSuffix(name, "/"); !ok || strings.Contains(w.source(body), scratchVariable) {
		return
	}
	ast.Walk(body, func(n ast.Node) bool {
		word, ok := n.(*ast.Word)
		if !ok {
			return !scratches(n)
		}
		if text, ok := syntax.Static(word); ok && (text == name || strings.HasPrefix(text, name+"/")) {
			w.report(MisusedScratch, word, "an attempt makes its result at \"$FTSH_SCRATCH\", which becomes "+
				"%s when it works: write that here", name)
		}
		return true
	})
}

// eachInScratch reports words with a name below FTSH_SCRATCH, which is a file.
func (w walker) eachInScratch(body *ast.List) {
	ast.Walk(body, func(n ast.Node) bool {
		if scratches(n) {
			return false
		}
		word, ok := n.(*ast.Word)
		if !ok {
			return true
		}
		parts := unquoted(word.Parts)
		for i := range len(parts) - 1 {
			e, ok := parts[i].(*ast.ParamExp)
			l, ok2 := parts[i+1].(*ast.Lit)
			if ok && ok2 && e.Name == scratchVariable && strings.HasPrefix(l.Value, "/") {
				w.report(MisusedScratch, word, "FTSH_SCRATCH is a file here: write scratch without file in "+
					"the header for a directory")
			}
		}
		return true
	})
}

// scratches reports whether a node is a block with a scratch clause of its own.
func scratches(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Try:
		return n.Scratch != nil
	case *ast.Forany:
		return n.Scratch != nil
	case *ast.Forall:
		return n.Scratch != nil
	}
	return false
}

// isScratch reports whether a word is FTSH_SCRATCH alone.
func isScratch(word *ast.Word) bool {
	if word == nil {
		return false
	}
	parts := unquoted(word.Parts)
	if len(parts) != 1 {
		return false
	}
	e, ok := parts[0].(*ast.ParamExp)
	return ok && e.Name == scratchVariable && e.Op == ast.ParamPlain
}
