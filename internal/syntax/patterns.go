package syntax

import (
	"strings"

	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// patterns reads the patterns of a permanent or transient clause: all words up to another clause, a
// limit, or the end of the header. A plain word among them is an error, because it is most likely a
// misspelt clause. So is a pattern that can hardly be meant as it is.
func (h *header) patterns() []*ast.Word {
	var patterns []*ast.Word
	clause := h.i - 1
	for h.i < len(h.words) && !h.endsPatterns() {
		w, next := h.word(h.i, clause)
		if t, ok := w.Literal(); ok && !strings.ContainsAny(t, "*?[ \t\n") {
			h.fail(h.i, "a clause, or a pattern with a *")
		}
		h.checkPattern(w)
		patterns = append(patterns, w)
		h.i = next
	}
	if patterns == nil {
		h.fail(h.i, "a pattern such as '*nvalid partition*'")
	}
	h.orPattern()
	return patterns
}

// orPattern reports an error for an or between patterns. Elsewhere it joins limits.
func (h *header) orPattern() {
	if h.text(h.i) != "or" || h.i+1 == len(h.words) {
		return
	}
	if t, ok := Static(h.words[h.i+1]); ok && strings.ContainsAny(t, "*?[") {
		h.p.failInstead(h.words[h.i].From, "a clause, or a pattern with a *", h.p.spelling(h.words[h.i]),
			"write the patterns without or", h.open)
	}
}

// checkPattern reports an error for a pattern that fits no message that its author has in mind.
func (h *header) checkPattern(w *ast.Word) {
	if len(w.Parts) == 0 {
		return
	}
	text, static := Static(w)
	last, unquoted := w.Parts[len(w.Parts)-1].(*ast.Lit)
	instead := ""
	switch {
	case unquoted && strings.HasSuffix(last.Value, ","):
		instead = "write the patterns without commas"
	case !static:
	case strings.Contains(text, "*|*"):
		instead = "write two patterns in place of |"
	case strings.HasPrefix(text, "^") || strings.HasPrefix(text, ".*"):
		instead = "it is no regular expression: write * for any text, and * at the start"
	case !strings.ContainsAny(text, "*?["):
		instead = "it is compared with a whole line: write * before and after the text"
	}
	if instead != "" {
		h.p.failInstead(w.From, "a pattern such as '*nvalid partition*'", h.p.spelling(w), instead,
			h.open)
	}
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
