package retry

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/quote"
)

// maxWords is the most bytes of words in the text of a failure.
const maxWords = 200

// Words returns the failed words of a forany or forall for the text of a failure with status:
// quoted, with commas between them, as many as fit; "" if there are none. Each word has its status
// if that differs. With a list, the words are in its order.
func (es *Errors[F]) Words(status int, list []string) string {
	// Equal words may have failed with different statuses.
	type failed struct{ word, shown string }
	var all []failed
	add := func(word, more string) {
		all = append(all, failed{word, quote.Brief([]string{word}) + more})
	}
	for i := range es.groups {
		more := ""
		if s := es.groups[i].Status; s != status {
			more = " with status " + strconv.Itoa(s)
		}
		for _, w := range es.groups[i].Words {
			add(w, more)
		}
	}
	for _, w := range es.Cut {
		add(w, "")
	}
	if list != nil {
		at := places(list)
		slices.SortStableFunc(all, func(x, y failed) int { return at[x.word] - at[y.word] })
	}
	shown := make([]string, len(all))
	for i := range all {
		shown[i] = all[i].shown
	}
	return listed(shown)
}

// listed joins words with commas, as many as fit.
func listed(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			if b.Len()+len(w) > maxWords {
				return b.String() + " and " + strconv.Itoa(len(words)-i) + " more"
			}
			b.WriteString(", ")
		}
		b.WriteString(w)
	}
	return b.String()
}
