package interp

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/quote"
)

// maxAmong is how many bytes of words a failure names.
const maxAmong = 200

// nameWords adds to what failed in a forany or forall the words that it failed for, for FTSH_ERROR
// and for the records of blocks around: the command alone shows a variable without its value. The
// FTSH_ERROR of a forall itself stays as it is: it has FTSH_FAILED.
func (b *block) nameWords(p plan) {
	name := ""
	switch p := p.(type) {
	case *foranyPlan:
		name = b.stage.fr.sh.names.Name(p.ref)
	case *forallPlan:
		name = b.stage.fr.sh.names.Name(p.ref)
	}
	told := &b.errors.told
	if b.kind == "forall" {
		told = &b.stage.fr.regs.failure
	}
	for _, f := range [...]**Failure{&b.stage.fr.regs.failure, told} {
		if name == "" || *f == nil {
			continue
		}
		if words := b.among((*f).Status); len(words) > 0 {
			g := **f
			g.Among = name + ": " + listed(words)
			*f = &g
		}
	}
}

// among is the words that failed, in the order of the list, with their status if it is not the one
// given.
func (b *block) among(status int) []string {
	var words []string
	text := make(map[string]string)
	add := func(word, more string) {
		words = append(words, word)
		text[word] = quote.Brief([]string{word}) + more
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
		slices.SortStableFunc(words, func(x, y string) int { return at[x] - at[y] })
	}
	for i, w := range words {
		words[i] = text[w]
	}
	return words
}

// listed is words with commas between them, as many as fit.
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
