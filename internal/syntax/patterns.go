package syntax

import (
	"strings"

	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// patterns reads the patterns of a permanent or transient clause: all words up to another clause, a
// limit, or the end of the header. A plain word among them is an error, because it is most likely a
// misspelt clause.
func (h *header) patterns() []*ast.Word {
	var patterns []*ast.Word
	clause := h.i - 1
	for h.i < len(h.words) && !h.endsPatterns() {
		w, next := h.word(h.i, clause)
		if t, ok := w.Literal(); ok && !strings.ContainsAny(t, "*?[ \t\n") {
			h.fail(h.i, "a clause, or a pattern "+h.marked())
		}
		patterns = append(patterns, w)
		h.i = next
	}
	if patterns == nil {
		h.fail(h.i, "a pattern such as '*nvalid partition*'")
	}
	return patterns
}

// marked says how a pattern differs from a clause.
func (h *header) marked() string {
	if h.apart {
		return "with a *"
	}
	return "with a * or in quotes"
}

// endsPatterns reports whether the word here begins a clause or a limit.
func (h *header) endsPatterns() bool {
	t := h.text(h.i)
	_, number := duration.ParseNumber(t)
	return h.accepts(t) || t == "for" || t == "or" || t == "forever" || number ||
		duration.LooksCompact(t)
}

// word returns the word at i, and the index after it. In words not parsed by a shell a pattern may
// contain blanks: there it is the word as it was given, unless that has the clause's word in it as well.
func (h *header) word(i, clause int) (*ast.Word, int) {
	w := h.words[i]
	if !h.apart || h.given[i].word == h.given[clause].word {
		return w, i + 1
	}
	given, next := h.given[i], i+1
	for next < len(h.words) && h.given[next].word == given.word {
		next++
	}
	if next == i+1 {
		return w, next
	}
	span := ast.Span{From: w.From, To: h.words[next-1].To}
	text := strings.TrimRight(given.rest, " \t\n\v\f\r")
	return &ast.Word{Span: span, Parts: []ast.WordPart{&ast.Lit{Span: span, Value: text}}}, next
}

// A givenWord is a word given to TryHeader, from one of its blank-separated parts on.
type givenWord struct {
	word int // its index
	rest string
}

// givenWords returns the given word of each part, in the order of the header's words.
func givenWords(words []string) []givenWord {
	var all []givenWord
	for i, w := range words {
		w = WithoutNUL(w)
		fields := strings.Fields(w)
		if len(fields) == 0 {
			all = append(all, givenWord{i, w}) // shown as ""
		}
		for _, f := range fields {
			w = w[strings.Index(w, f):]
			all = append(all, givenWord{i, w})
			w = w[len(f):]
		}
	}
	return all
}
