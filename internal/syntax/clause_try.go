package syntax

import (
	"strings"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

func (h *header) try(n *ast.Try) {
	h.limit = &n.Limit
	repeats := -1   // the first clause with a meaning only for repeated attempts
	transient := -1 // the clause
	h.clauses(&n.Clauses, func(clause string, at int) {
		switch clause {
		case "every", "backoff", "on", "except", "known", "permanent", "transient":
			if repeats < 0 {
				repeats = at
			}
		}
		switch clause {
		case "every":
			n.Every = h.duration(true)
		case "backoff":
			n.Backoff = h.backoff()
		case "on":
			n.On = h.statuses()
		case "except":
			n.Except = h.statuses()
		case "known":
			n.Known = true
		case "permanent":
			n.Permanent = h.patterns()
		case "transient":
			n.Transient, transient = h.patterns(), at
		case "streaming":
			n.Streaming = true
		case "through":
			n.Through = h.through()
		}
		if n.Every != nil && n.Backoff != nil {
			h.fail(at, "either every or backoff")
		}
		if n.On != nil && n.Except != nil {
			h.fail(at, "either on or except")
		}
	})
	if repeats >= 0 && !n.Limit.Forever && n.Limit.Times == nil && n.Limit.For == nil {
		h.fail(repeats, "a limit (a count, a duration or forever) next to "+h.text(repeats))
	}
	if transient >= 0 && n.On == nil && n.Except == nil && !n.Known && n.Permanent == nil {
		w := h.words[transient]
		h.p.failInstead(w.From, "on, except, known or permanent next to transient", h.p.spelling(w),
			"alone it changes nothing, since every failure is retried; to retry nothing else, add "+
				"except 1-255", h.open)
	}
}

// limits reads the limits of a try, if there are any here, with the words before them.
func (h *header) limits(l *ast.Limit) bool {
	due := false // a limit has to follow
	if h.text(h.i) == "or" && (l.Forever || l.Times != nil || l.For != nil) {
		h.i++
		due = true
	}
	if h.text(h.i) == "for" {
		h.i++
		due = true
	}
	if !h.startsLimit() {
		if due {
			h.fail(h.i, "a number of times, a duration or forever")
		}
		return false
	}
	h.oneLimit(l)
	return true
}

func (h *header) startsLimit() bool {
	t := h.text(h.i)
	_, number := duration.ParseNumber(t)
	return t == "forever" || h.dynamic(h.i) || number || duration.LooksCompact(t)
}

// oneLimit reads one limit.
func (h *header) oneLimit(l *ast.Limit) {
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
		if !h.bareCount() {
			l.For = h.duration(false)
		}
	}
}

// certainLimit reports whether the word here begins a limit other than a duration alone.
func (h *header) certainLimit() bool {
	t, next := h.text(h.i), h.text(h.i+1)
	return t == "for" || t == "forever" || t == "or" || h.startsLimit() &&
		(next == "times" || next == "time")
}

// bareCount reports an error for `try 3`, most likely without its "times". Inside a block this is
// an error in its own right: it takes the number and reports the error there.
func (h *header) bareCount() bool {
	_, number := duration.ParseNumber(h.text(h.i))
	switch {
	case h.i > 0 && h.text(h.i-1) == "for" || !number || h.i+1 < len(h.words) &&
		!h.accepts(h.text(h.i+1)):
	case h.p.closing:
		h.i++
		return true
	default:
		h.fail(h.i+1, `"times" (`+h.source(h.opener(), 0, h.i+1)+" times)")
	}
	return false
}

// backoff reads the words of a policy, up to another clause or a limit outside the policy.
func (h *header) backoff() *ast.Backoff {
	from := h.i
	for h.i < len(h.words) && !h.accepts(h.text(h.i)) && !h.certainLimit() {
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
	switch first, _, _ := strings.Cut(h.text(h.i), ","); first {
	case "oom", "node", "preempted", "held", "cancelled", "lost", "refused", "timeout", "signal", "exit":
		w := h.words[h.i]
		h.p.failInstead(w.From, flow.ExpectedStatuses, h.p.spelling(w),
			"the next attempt has the reason in FTSH_VIA_REASON", h.open)
	}
	return h.checked(flow.ExpectedStatuses, func(t string) bool {
		_, ok := flow.ParseStatuses(t)
		return ok
	})
}
