package syntax

import (
	"slices"
	"strings"

	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// ThroughOptions returns the words allowed after the name of a through clause, in the order of the
// messages.
func ThroughOptions() []string { return []string{"budget", "jobs", "nowait", "break"} }

// Limits of the state shared by processes.
const (
	maxJobs  = 1024 // attempts at once
	maxBreak = 64   // failures counted by a breaker
)

// through reads the words of a through clause: a name, and directly after it the options.
func (h *header) through() *ast.Through {
	n := h.throughName()
	var seen []string
	for h.i < len(h.words) {
		option := h.text(h.i)
		if option != "budget" && option != "jobs" && option != "break" {
			break
		}
		if slices.Contains(seen, option) {
			h.fail(h.i, "each of budget, jobs and break once")
		}
		seen = append(seen, option)
		h.i++
		switch option {
		case "budget":
			n.Budget = h.checked("a percentage (20%)", func(t string) bool {
				_, ok := duration.ParsePercentage(t)
				return ok
			})
		case "jobs":
			n.Jobs = h.upTo(maxJobs)
			if h.text(h.i) == "nowait" {
				n.NoWait = true
				h.i++
			}
		case "break":
			n.Break = h.upTo(maxBreak)
			if h.text(h.i) != "in" {
				h.fail(h.i, `"in" and a duration after `+
					strings.TrimPrefix(h.source("", h.i-2, h.i), " "))
			}
			h.i++
			n.In = h.duration(false)
		}
	}
	n.From, n.To = n.Name.From, h.words[h.i-1].To
	return n
}

// throughName reads the name of a through clause.
func (h *header) throughName() *ast.Through {
	const what = "the name of a resource"
	if h.i >= len(h.words) {
		h.fail(h.i, what)
	}
	if t, ok := h.words[h.i].Literal(); ok && (t == "" || h.accepts(t)) {
		h.fail(h.i, what)
	}
	name, next := h.word(h.i, h.i-1)
	h.optionsInName(name)
	h.i = next
	return &ast.Through{Name: name}
}

// optionsInName reports an error for a name with words of the clause in its quotes, such as
// "mirror jobs 1".
func (h *header) optionsInName(w *ast.Word) {
	var b strings.Builder
	Unquote(&b, w.Parts, func(ast.WordPart) bool {
		b.WriteByte('$')
		return true
	})
	fields := strings.Fields(b.String())
	for i := 1; i+1 < len(fields); i++ {
		option := fields[i] == "for" || slices.Contains(ThroughOptions(), fields[i])
		if c := fields[i+1][0]; option && '0' <= c && c <= '9' {
			h.p.failInstead(w.From, "the name of a resource", h.p.spelling(w),
				fields[i]+" stands after the closing quote", h.open)
		}
	}
}

// alternativesThrough reads the words of the through clause of a forany: a name for each
// alternative, and how long a failure is remembered. (`break K in D` has the word in, which begins
// the list here.)
func (h *header) alternativesThrough() *ast.Through {
	n := h.throughName()
	if t, ok := Static(n.Name); ok {
		h.p.failIn(n.Name.From, `a name for each alternative ("`+t+`-$`+h.name+`")`,
			h.p.spelling(n.Name), h.open)
	}
	if h.text(h.i) == "for" {
		h.i++
		n.In = h.duration(false)
	}
	n.From, n.To = n.Name.From, h.words[h.i-1].To
	return n
}
