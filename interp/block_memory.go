package interp

import (
	"cmp"
	"slices"

	"ftsh/internal/clock"
	"ftsh/internal/through"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A memory is the through clause of a forany: the gates of its alternatives, by their words. They
// admit every attempt, and remember how it ended.
type memory map[string]through.Gate

// memory evaluates the clause for each word that the variable r will have, and returns the terms by
// which an alternative comes last.
func (o *throughWords) memory(fr *frame, words []string, r vars.Ref) (m memory, t through.Terms,
	err error) {
	if o == nil {
		return nil, t, nil
	}
	if t = through.DefaultMemory(); o.in != nil {
		if t.Within, err = o.in.value(fr, true); err != nil {
			return nil, t, err
		}
	}
	m = memory{}
	return m, t, withEach(fr, words, r, func(word string) error {
		name, err := o.name.Text((*expander)(fr))
		if err == nil {
			m[word], err = gateOf(fr, name)
		}
		return err
	})
}

// order moves the words that have failed a short while ago to the end, the one with the oldest
// failure first. If nothing can be known, the order stays.
func (m memory) order(b *block, words []string, t *through.Terms) {
	since := make(map[string]clock.Instant, len(words))
	for _, w := range words {
		g := m[w]
		failed, err := g.FailingSince(t)
		g.Close()
		if err != nil {
			forgetful(b.env.fr, b.pos, &g, err)
			return
		}
		since[w] = failed
	}
	slices.SortStableFunc(words, func(x, y string) int { return cmp.Compare(since[x], since[y]) })
}

// forgetful reports once that the shared state cannot be used.
func forgetful(fr *frame, pos ast.Pos, g *through.Gate, err error) {
	if !fr.sh.blocks.through.unusable.CompareAndSwap(false, true) {
		return
	}
	name, _ := through.Decode(g.Encoded)
	fr.regs.pos = pos
	fr.say("%s: no failure is remembered", unusableState(name, err))
}

// enterMemory begins an attempt at the gate of its alternative.
func (at *attemptEnv) enterMemory(b *block, word string) {
	if b.clauses.memory == nil {
		return // before g, which is on the heap, and larger than the rest of an attempt
	}
	g, ok := b.clauses.memory[word]
	if !ok {
		return
	}
	if _, err := g.Look(b.scope.Context(), 0); err != nil {
		g.Close()
		if !b.scope.Cancelled() {
			forgetful(at.fr, b.pos, &g, err)
		}
		return
	}
	at.gate = &g
	at.set(at.fr.sh.names.Ref(through.Variable), g.Inside())
}

// leaveMemory records how the attempt ended.
func (at *attemptEnv) leaveMemory(a *attempt) {
	g := at.gate
	if g == nil {
		return
	}
	at.gate = nil
	at.unset(at.fr.sh.names.Ref(through.Variable))
	_, _, _ = g.End(a.report(at.fr))
	g.Close()
}
