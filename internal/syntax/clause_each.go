package syntax

import (
	"ftsh/parser/ast"
)

func (h *header) forany(n *ast.Forany) {
	h.clauses(&n.Clauses, func(clause string, _ int) {
		switch clause {
		case "ordered":
			n.Ordered = true
		case "hedge":
			n.Hedge = h.duration(true)
		case "streaming":
			n.Streaming = true
		case "through":
			n.Through = h.alternativesThrough()
		case "table":
			n.Table = h.fileForAll()
		}
	})
}

func (h *header) forall(n *ast.Forall) {
	h.clauses(&n.Clauses, func(clause string, _ int) {
		switch clause {
		case "jobs":
			n.Jobs = h.count()
		case "keepgoing":
			n.Keepgoing = true
		case "grouped":
			n.Grouped = true
		case "tagged":
			n.Tagged = true
		case "via":
			n.Via = h.system()
		case "table":
			n.Table = h.fileForAll()
		}
	})
	h.scratchOfBranches(n)
}

// fileForAll reads the name of a file that all words share.
func (h *header) fileForAll() *ast.Word {
	w := h.file()
	if h.expandsVariable(w) {
		h.p.failIn(w.From, "a file for all words, without $"+h.name, h.p.spelling(w), h.open)
	}
	return w
}
