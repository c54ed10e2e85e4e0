package backoff

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ftsh/internal/duration"
)

// Error reports why words are not a policy.
type Error struct {
	Variable string // the environment variable at fault; empty for a clause
	Index    int    // of the word at fault; the number of words if one is missing
	Expected string // the words allowed there
	Found    string // the word quoted, or "nothing"
}

func (e *Error) Error() string {
	s := "expected " + e.Expected + ", found " + e.Found
	if e.Variable != "" {
		s = e.Variable + ": " + s
	}
	return s
}

// Parse reads the words after backoff:
//
//	[NAME] [from D] [to D] [factor F] [jitter KIND]
//
// With a NAME the rest starts from that policy's own defaults; without one it modifies base. No
// words give base. The clauses may stand in any order, each once. A clause without use for the
// policy is an error, unless inherited from base. A factor below 1 is an error, since attempts
// would follow one another ever faster; so is a duration of 0, which means no pause.
//
// Words must be expanded already. After from or to, a word with blanks in it, such as an expansion
// may give, stands for a whole duration. The error is an [*Error].
func Parse(words []string, base Spec) (Spec, error) {
	p := parser{words: words, spec: base}
	if len(words) > 0 && !isClause(words[0]) {
		spec, ok := Named(words[0])
		if !ok {
			return Spec{}, p.expected(0, "a backoff policy ("+nameList()+
				"), from, to, factor or jitter")
		}
		p.spec, p.at = spec, 1
	}
	for p.at < len(words) {
		if err := p.clause(); err != nil {
			return Spec{}, err
		}
	}
	if err := p.unused(); err != nil {
		return Spec{}, err
	}
	return p.spec, nil
}

// ParseText reads a policy from one text, such as FTSH_BACKOFF: words between blanks.
func ParseText(text string, base Spec) (Spec, error) { return Parse(strings.Fields(text), base) }

func isClause(word string) bool {
	return word == "from" || word == "to" || word == "factor" || word == "jitter"
}

type parser struct {
	words []string
	at    int
	spec  Spec
	seen  [4]int // index+1 of the words from, to, factor, jitter
}

func (p *parser) expected(i int, what string) *Error {
	found := "nothing"
	if i < len(p.words) {
		found = fmt.Sprintf("%q", p.words[i])
	}
	return &Error{Index: i, Expected: what, Found: found}
}

func (p *parser) clause() error {
	word := p.words[p.at]
	i := clauseIndex(word)
	if i < 0 {
		return p.expected(p.at, "from, to, factor, jitter or the end of the backoff clause")
	}
	if p.seen[i] != 0 {
		return p.expected(p.at, "each of from, to, factor and jitter once")
	}
	p.seen[i] = p.at + 1
	p.at++
	switch word {
	case "from":
		return p.duration(&p.spec.From)
	case "to":
		return p.duration(&p.spec.To)
	case "factor":
		return p.factor()
	}
	return p.jitter()
}

// Reasons to refuse a valid number.
const (
	aboveZero = "a delay above 0 (for attempts without a pause, write every 0s)"
	growing   = "a factor of 1 or more, since a smaller one makes delays shorter with every failure"
)

func clauseIndex(word string) int {
	switch word {
	case "from":
		return 0
	case "to":
		return 1
	case "factor":
		return 2
	case "jitter":
		return 3
	}
	return -1
}

func (p *parser) duration(to *time.Duration) error {
	d, used, err := duration.Take(p.words[p.at:])
	if err != nil {
		e, ok := err.(*duration.Error)
		if !ok {
			return err
		}
		return p.expected(p.at+e.Index, e.Expected)
	}
	if d == 0 {
		return p.expected(p.at, aboveZero)
	}
	*to = d
	p.at += used
	return nil
}

func (p *parser) factor() error {
	f, ok := number(p.word())
	if !ok {
		return p.expected(p.at, "a factor such as 2 or 1.5")
	}
	if f < 1 {
		return p.expected(p.at, growing)
	}
	p.spec.Factor = f
	p.at++
	return nil
}

func (p *parser) jitter() error {
	j, ok := parseJitter(p.word())
	if !ok {
		return p.expected(p.at, "none, full, equal, decorrelated or a fraction from 0 to 1")
	}
	p.spec.Jitter = j
	p.at++
	return nil
}

// word returns the next word, or one that nothing accepts.
func (p *parser) word() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

func number(word string) (float64, bool) {
	n, ok := duration.ParseNumber(word)
	return n.Float(), ok && !math.IsInf(n.Float(), 0)
}

func parseJitter(word string) (Jitter, bool) {
	switch word {
	case "none":
		return Jitter{Kind: JitterNone}, true
	case "full":
		return Jitter{Kind: JitterFull}, true
	case "equal":
		return Jitter{Kind: JitterEqual}, true
	case "decorrelated":
		return Jitter{Kind: JitterDecorrelated}, true
	}
	r, ok := number(word)
	return Jitter{JitterFraction, r}, ok && r <= 1
}

// unused looks for a clause without use for the policy. It runs after all clauses are known:
// whether a factor is used depends on the jitter, which may follow it.
func (p *parser) unused() error {
	uses := p.spec.uses()
	for i, flag := range [...]clauses{useFrom, useTo, useFactor} {
		if at := p.seen[i]; at != 0 && uses&flag == 0 {
			return p.expected(at-1, p.accepted(uses))
		}
	}
	at := p.seen[3]
	if at == 0 {
		return nil
	}
	kind := p.spec.Jitter.Kind
	if kind == JitterDecorrelated { // an inherited factor has no effect now
		own, _, _ := lookup(p.spec.Name)
		p.spec.Factor = own.Factor
	}
	switch uses.jitter() {
	case 0:
		return p.expected(at-1, p.accepted(uses))
	case useJitterSpread:
		if kind == JitterDecorrelated {
			return p.expected(at, "none, full, equal or a fraction from 0 to 1 as the jitter of "+
				p.spec.Name)
		}
	case useJitterFraction:
		switch kind {
		case JitterNone:
			// A single representation, so that equal policies are ==.
			p.spec.Jitter = Jitter{JitterFraction, 0}
		case JitterFraction:
		default:
			return p.expected(at, "none or a fraction from 0 to 1 as the jitter of "+p.spec.Name)
		}
	}
	return nil
}

// accepted lists the clauses of the policy, for messages.
func (p *parser) accepted(uses clauses) string {
	name := "the policy " + p.spec.Name
	if p.spec.Jitter.Kind == JitterDecorrelated {
		name += " with jitter decorrelated"
	}
	var list []string
	for _, c := range [...]struct {
		flag clauses
		word string
	}{{useFrom, "from"}, {useTo, "to"}, {useFactor, "factor"},
		{useJitter | useJitterSpread | useJitterFraction, "jitter"}} {
		if uses&c.flag != 0 {
			list = append(list, c.word)
		}
	}
	switch len(list) {
	case 0:
		return "no clause, since " + name + " has nothing to set"
	case 1:
		return "only " + list[0] + " for " + name
	}
	return "only " + strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1] +
		" for " + name
}
