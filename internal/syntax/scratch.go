package syntax

import "ftsh/parser/ast"

// scratch reads the words of a scratch clause: file, if the result is one, and a name.
func (h *header) scratch() *ast.Scratch {
	n := &ast.Scratch{}
	clause, from := h.i-1, h.i
	what := "the name of a directory, or file and the name of a file"
	if n.File = h.text(h.i) == "file"; n.File {
		h.i++
		what = "the name of a file (a directory of the name file is ./file)"
	}
	if h.i >= len(h.words) {
		h.fail(h.i, what)
	}
	w, next := h.word(h.i, clause)
	if t, ok := w.Literal(); ok && (t == "" || h.accepts(t)) {
		h.p.failIn(w.From, what, h.p.spelling(w), h.open)
	}
	n.Name, h.i = w, next
	n.From, n.To = h.words[from].From, n.Name.To
	return n
}

// scratchOfBranches checks the scratch clause of a forall. The branches run at the same time, so
// each needs a name of its own.
func (h *header) scratchOfBranches(n *ast.Forall) {
	if n.Scratch == nil {
		return
	}
	w := n.Scratch.Name
	if n.Via != nil {
		h.p.failIn(w.From, "either via or scratch", h.p.spelling(w), h.open)
	}
	if t, ok := Static(w); ok {
		h.p.failIn(w.From, `a name for each branch ("`+t+`/$`+h.name+`")`, h.p.spelling(w), h.open)
	}
}
