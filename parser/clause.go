package parser

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// clauses reads the clauses to the end of the header. read reads what belongs to
// one, whose word is at the index at.
func (h *header) clauses(read func(clause string, at int)) {
	for h.i < len(h.words) {
		clause, at := h.text(h.i), h.i
		if !h.accepts(clause) {
			h.fail(at, h.clauseNames())
		}
		if slices.Contains(h.seen, clause) {
			h.fail(at, "each clause once")
		}
		h.seen = append(h.seen, clause)
		h.i++
		read(clause, at)
	}
}

// clauseNames says what may stand in the header where no clause does.
func (h *header) clauseNames() string {
	switch h.block {
	case kwTry:
		return "a limit, every, timeout, backoff, on, except, streaming, ; or a newline"
	case kwForany:
		return "ordered, timeout, hedge, streaming, in, ; or a newline"
	}
	return "jobs, timeout, keepgoing, grouped, tagged, in, ; or a newline"
}

func (h *header) try(n *ast.Try) {
	limited := h.limits(&n.Limit)
	h.clauses(func(clause string, at int) {
		switch clause {
		case "every", "backoff", "on", "except":
			if !limited {
				h.fail(at, "a limit (a count, a duration or forever) before "+clause)
			}
		}
		switch clause {
		case "every":
			n.Every = h.duration(true)
		case "timeout":
			n.Timeout = h.duration(false)
		case "backoff":
			n.Backoff = h.backoff()
		case "on":
			n.On = h.statuses()
		case "except":
			n.Except = h.statuses()
		case "streaming":
			n.Streaming = true
		}
		if n.Every != nil && n.Backoff != nil {
			h.fail(at, "either every or backoff")
		}
		if n.On != nil && n.Except != nil {
			h.fail(at, "either on or except")
		}
	})
}

func (h *header) forany(n *ast.Forany) {
	h.clauses(func(clause string, _ int) {
		switch clause {
		case "ordered":
			n.Ordered = true
		case "timeout":
			n.Timeout = h.duration(false)
		case "hedge":
			n.Hedge = h.duration(true)
		case "streaming":
			n.Streaming = true
		}
	})
}

func (h *header) forall(n *ast.Forall) {
	h.clauses(func(clause string, _ int) {
		switch clause {
		case "jobs":
			n.Jobs = h.count()
		case "timeout":
			n.Timeout = h.duration(false)
		case "keepgoing":
			n.Keepgoing = true
		case "grouped":
			n.Grouped = true
		case "tagged":
			n.Tagged = true
		}
	})
}

// limits reads the limits of a try and reports whether there are any.
func (h *header) limits(l *ast.Limit) bool {
	due := h.text(0) == "for" // a limit has to follow
	if due {
		h.i++
	}
	for n := 0; ; n++ {
		if n > 0 && h.text(h.i) == "or" {
			h.i++
			due = true
		}
		if !h.startsLimit() {
			if due {
				h.fail(h.i, "a number of times, a duration or forever")
			}
			return n > 0
		}
		h.limit(l)
		due = false
	}
}

func (h *header) startsLimit() bool {
	t := h.text(h.i)
	_, number := duration.ParseNumber(t)
	return t == "forever" || h.dynamic(h.i) || number || duration.LooksCompact(t)
}

// limit reads one limit.
func (h *header) limit(l *ast.Limit) {
	at := h.i
	next := h.text(at + 1)
	switch {
	case l.Forever, h.text(at) == "forever" && (l.Times != nil || l.For != nil):
		h.fail(at, "forever alone")
	case h.text(at) == "forever":
		l.Forever = true
		h.i++
	case next == "times" || next == "time":
		if l.Times != nil {
			h.fail(at, "one count and one duration at most")
		}
		l.Times = h.count()
		h.i++
	case l.For != nil:
		h.fail(at, "one count and one duration at most")
	default:
		l.For = h.duration(false)
	}
}

// count reads a whole number greater than zero.
func (h *header) count() *ast.Word {
	const expected = "a whole number greater than zero"
	if h.i >= len(h.words) {
		h.fail(h.i, expected)
	}
	w := h.words[h.i]
	if t, ok := w.Literal(); ok {
		n, ok := duration.ParseNumber(t)
		if !ok {
			h.fail(h.i, expected)
		}
		if c, ok := n.Count(); !ok || c <= 0 {
			h.fail(h.i, expected)
		}
	}
	h.i++
	return w
}

// duration reads a duration; zero says that it may be 0.
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

// durationEnd is the index behind the words of the duration that starts at i.
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

// durationFails says what is wrong with the duration at i.
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

// backoff reads the words of a policy.
func (h *header) backoff() *ast.Backoff {
	from := h.i
	for h.i < len(h.words) && !h.accepts(h.text(h.i)) {
		h.i++
	}
	if h.i == from {
		h.fail(from, "a backoff policy")
	}
	b := &ast.Backoff{Words: h.words[from:h.i:h.i]}
	b.From, b.To = b.Words[0].From, b.Words[len(b.Words)-1].To
	if texts, ok := literals(b.Words); ok {
		if _, err := backoff.Parse(texts, backoff.Default()); err != nil {
			if e, ok := err.(*backoff.Error); ok {
				h.fail(from+e.Index, e.Expected)
			}
			h.fail(from, err.Error())
		}
	}
	return b
}

// statuses reads a word of statuses and ranges: 75  1,2  64-78.
func (h *header) statuses() *ast.Word {
	const expected = "exit statuses from 1 to 255, such as 75 or 1,2 or 64-78"
	if h.i >= len(h.words) {
		h.fail(h.i, expected)
	}
	w := h.words[h.i]
	if t, ok := w.Literal(); ok && !isStatuses(t) {
		h.fail(h.i, expected)
	}
	h.i++
	return w
}

func isStatuses(t string) bool {
	for part := range strings.SplitSeq(t, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		a, err := strconv.ParseUint(low, 10, 8)
		b, err2 := strconv.ParseUint(high, 10, 8)
		if err != nil || err2 != nil || a == 0 || b < a {
			return false
		}
	}
	return true
}

func isNumber(w *ast.Word) bool {
	_, ok := duration.ParseNumber(literal(w))
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

// literals gives the text of words, if all are literal.
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
