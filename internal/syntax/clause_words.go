package syntax

import (
	"math"
	"strconv"
	"strings"

	"ftsh/internal/duration"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// count reads a whole number greater than zero.
func (h *header) count() *ast.Word {
	return h.counted("a whole number greater than zero", math.MaxInt)
}

// upTo reads a whole number from 1 to most.
func (h *header) upTo(most int) *ast.Word {
	return h.counted("a whole number from 1 to "+strconv.Itoa(most), most)
}

// counted checks a word for a whole number from 1 to most.
func (h *header) counted(expected string, most int) *ast.Word {
	return h.checked(expected, func(t string) bool {
		n, ok := duration.ParseNumber(t)
		c, whole := n.Count()
		return ok && whole && 0 < c && c <= most
	})
}

// duration reads a duration; zero allows 0.
func (h *header) duration(zero bool) *ast.Duration {
	from := h.i
	h.i = h.durationEnd(from)
	if h.i == from {
		h.durationFails(from)
	}
	d := &ast.Duration{Words: h.words[from:h.i:h.i]}
	d.From, d.To = d.Words[0].From, d.Words[len(d.Words)-1].To
	texts, ok := literals(d.Words)
	if !ok {
		return d
	}
	v, err := duration.Parse(texts...)
	if err != nil {
		h.durationFails(from)
	}
	if v == 0 && !zero {
		h.fail(from, "a duration greater than zero")
	}
	return d
}

// durationEnd returns the index after the words of the duration at i.
func (h *header) durationEnd(i int) int {
	if duration.LooksCompact(h.text(i)) {
		for duration.LooksCompact(h.text(i)) {
			i++
		}
		return i
	}
	for from := i; i < len(h.words); i += 2 {
		_, number := duration.ParseNumber(h.text(i))
		_, unit := duration.Unit(h.text(i + 1))
		if (number || h.dynamic(i)) && unit {
			continue
		}
		if i == from && h.dynamic(i) {
			return i + 1
		}
		break
	}
	return i
}

// durationFails reports the fault of the duration at i.
func (h *header) durationFails(i int) {
	var texts []string
	for _, w := range h.words[min(i, len(h.words)):] {
		t, ok := w.Literal()
		if !ok {
			break
		}
		texts = append(texts, t)
	}
	_, _, err := duration.Take(texts)
	if e, ok := err.(*duration.Error); ok {
		h.fail(i+e.Index, e.Expected)
	}
	h.fail(i, "a duration")
}

// signal reads the name of the signal sent first to end processes.
func (h *header) signal() *ast.Word {
	return h.checked(sig.ExpectedEnding, func(t string) bool {
		_, ok := sig.ParseEnding(t)
		return ok
	})
}

// journal reads the name of a journal, and whether it is kept incomplete.
func (h *header) journal() (name *ast.Word, keep bool) {
	clause := h.i - 1
	name = h.checked("the name of a journal", func(t string) bool { return t != "" })
	name, h.i = h.word(h.i-1, clause)
	if keep = h.text(h.i) == "keep"; keep {
		h.i++
	}
	return name, keep
}

// file reads the name of a file.
func (h *header) file() *ast.Word {
	return h.checked(ExpectedFile, func(t string) bool { return t != "" })
}

// ExpectedFile says, for a message, what has to follow table.
const ExpectedFile = "the name of a file"

// checked reads one word. A literal one must satisfy right.
func (h *header) checked(expected string, right func(string) bool) *ast.Word {
	if h.i >= len(h.words) {
		h.fail(h.i, expected)
	}
	w := h.words[h.i]
	if t, ok := w.Literal(); ok && !right(t) {
		h.fail(h.i, expected)
	}
	h.i++
	return w
}

func isNumber(w *ast.Word) bool {
	_, ok := duration.ParseNumber(literal(w))
	return ok
}

// isFile reports whether a word can hardly be meant as anything but a file's name.
func isFile(w *ast.Word) bool { return strings.ContainsAny(literal(w), "./") }

func isSignal(w *ast.Word) bool {
	_, ok := sig.ParseEnding(literal(w))
	return ok
}

func isDuration(words []*ast.Word) bool {
	texts, ok := literals(words)
	if !ok || len(texts) == 0 {
		return false
	}
	_, err := duration.Parse(texts...)
	return err == nil
}

// literals returns the texts of words, if all are literal.
func literals(words []*ast.Word) ([]string, bool) {
	texts := make([]string, 0, len(words))
	for _, w := range words {
		t, ok := w.Literal()
		if !ok {
			return nil, false
		}
		texts = append(texts, t)
	}
	return texts, true
}

func literal(w *ast.Word) string {
	s, _ := w.Literal()
	return s
}
