package interp

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/quote"
)

// maxAmong is the most bytes of words in a failure.
const maxAmong = 200

// nameWords adds the failed words to the failure of a forany or forall, for FTSH_ERROR and for the
// records of blocks around. The command alone shows a variable without its value. The FTSH_ERROR of
// a forall itself does not change, since FTSH_FAILED lists its words.
func (b *block) nameWords(p plan) {
	name := p.variable(b.env.fr.sh.names)
	if name == "" {
		return
	}
	failures := []**failure{&b.env.fr.regs.failure}
	if b.kind != "forall" {
		failures = append(failures, &b.errors.last)
	}
	for _, f := range failures {
		if *f == nil {
			continue
		}
		if words := b.among((*f).Status); len(words) > 0 {
			g := **f
			g.Among = name + ": " + listed(words)
			g.alternatives = b.errors.each
			*f = &g
		}
	}
}

// among returns the failed words in the order of the list, each with its status if it differs from
// the given one.
func (b *block) among(status int) []string {
	// Equal words may have failed with different statuses.
	type failed struct{ word, shown string }
	var all []failed
	add := func(word, more string) {
		all = append(all, failed{word, quote.Brief([]string{word}) + more})
	}
	for i := range b.errors.all {
		more := ""
		if s := b.errors.all[i].failure.Status; s != status {
			more = " with status " + strconv.Itoa(s)
		}
		for _, w := range b.errors.all[i].words {
			add(w, more)
		}
	}
	for _, w := range b.errors.cut {
		add(w, "")
	}
	if b.list != nil {
		at := make(map[string]int, len(b.list))
		for i, w := range b.list {
			at[w] = i
		}
		slices.SortStableFunc(all, func(x, y failed) int { return at[x.word] - at[y.word] })
	}
	shown := make([]string, len(all))
	for i := range all {
		shown[i] = all[i].shown
	}
	return shown
}

// listed joins words with commas, as many as fit.
func listed(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			if b.Len()+len(w) > maxAmong {
				return b.String() + " and " + strconv.Itoa(len(words)-i) + " more"
			}
			b.WriteString(", ")
		}
		b.WriteString(w)
	}
	return b.String()
}
