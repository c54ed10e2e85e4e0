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
	from := h.i
	if from >= len(h.words) {
		h.fail(from, "the name of a resource")
	}
	if t, ok := h.words[from].Literal(); ok && (t == "" || h.accepts(t)) {
		h.fail(from, "the name of a resource")
	}
	n := &ast.Through{Name: h.words[from]}
	var seen []string
	for h.i++; h.i < len(h.words); {
		option := h.text(h.i)
		if option != "break" && (h.block == kwForany || option != "budget" && option != "jobs") {
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

// alternativesThrough reads the words of the through clause of a forany. Its alternatives never wait,
// they are only put in order, so it has neither a budget nor slots.
func (h *header) alternativesThrough() *ast.Through {
	n := h.through()
	if t, ok := n.Name.Literal(); ok {
		h.p.failIn(n.Name.From, `a name for each alternative ("`+t+`-$`+h.name+`")`,
			h.p.spelling(n.Name), h.open)
	}
	return n
}
