// Package pattern matches shell patterns (XCU 2.14) for `case`, `${x#…}` and pathname expansion.
//
// The model: in a pattern `*` stands for any string, `?` for any character, `[…]` for one character
// of a set (XBD 9.3.5), and a backslash quotes the next character. It is compiled into segments,
// the runs between its stars. A segment matches a fixed number of characters, so taking the
// leftmost (or rightmost) place for each segment in turn is always right. A match costs at most the
// length of the pattern times the length of the string, and allocates nothing.
//
// Characters are UTF-8, ordered by code point. A byte that is part of no valid encoding is a
// character of its own, after all others and in no class. [CompileBytes] takes bytes for
// characters.
//
// Where POSIX leaves a choice, the package follows dash: a `[` without its `]` is itself, a
// backslash at the end is itself, and an unknown class or collating symbol makes its `[` an
// ordinary member of the set. In `[^…]` the ^ is an ordinary character. Collating symbols and
// equivalence classes are single characters, as in the POSIX locale: `[[.-.]]`, `[[=a=]]`.
//
// [CompileWith] takes the dialect of bash: groups such as `@(a|b)`, and folding of case. Such a
// pattern runs as an automaton; its cost is polynomial as well. A plain pattern pays nothing.
//
// Not here: reading directories.
//
//	p := pattern.Compile("*.c")
//	p.Match("main.c")           // true
//	p.ShortestSuffix("main.c")  // 0, true: "" is left
package pattern

import (
	"strings"
	"unicode/utf8"
)

// Pattern is a compiled pattern. It is immutable and safe for concurrent use. The zero value
// matches the empty string only.
type Pattern struct {
	segs   []seg
	bytes  bool // characters are bytes
	ragged bool // the source is not valid UTF-8: literals are compared by characters
	buf    [3]seg
	stop   <-chan struct{}

	ext   *extended // not nil: a pattern with groups or with folding, without segs
	fold  bool
	caret bool
}

// Until returns p for one long match: once stop is closed, it matches nothing.
func (p *Pattern) Until(stop <-chan struct{}) *Pattern {
	q := *p
	q.stop = stop
	return &q
}

// stopped reports whether a search at its place number n must end.
func (p *Pattern) stopped(n int) bool {
	if p.stop == nil || n%1024 != 0 {
		return false
	}
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}

// A seg is the text between two stars. A pattern without a star has one, any other at least two.
// The first and the last may be empty.
type seg struct {
	lit   string // the whole segment, if ops is nil
	ops   []op
	chars int // number of characters it matches; only if ops is not nil
}

// An op is a literal text, a number of any characters, or a set.
type op struct {
	lit string
	any int
	set *set
}

// Match reports whether p matches the whole of s.
func (p *Pattern) Match(s string) bool {
	if len(p.segs) == 0 {
		if p.ext != nil {
			return p.matchExtended(s, false)
		}
		return s == ""
	}
	first := &p.segs[0]
	i := p.at(first, s, 0)
	if i < 0 {
		return false
	}
	if len(p.segs) == 1 {
		return i == len(s)
	}
	j := p.tail(s, i)
	if j < 0 {
		return false
	}
	s = s[:j]
	for k := 1; k < len(p.segs)-1; k++ {
		if _, i = p.first(&p.segs[k], s, i); i < 0 {
			return false
		}
	}
	return true
}

// MatchComponent is Match for one component of a pathname: only a period matches a period at its
// start (XCU 2.14.3).
func (p *Pattern) MatchComponent(s string) bool {
	if p.ext != nil {
		return p.matchExtended(s, true)
	}
	if s != "" && s[0] == '.' && !p.startsWithDot() {
		return false
	}
	return p.Match(s)
}

func (p *Pattern) startsWithDot() bool {
	if len(p.segs) == 0 {
		return false
	}
	lit := p.segs[0].lit
	if ops := p.segs[0].ops; ops != nil {
		lit = ops[0].lit
	}
	return strings.HasPrefix(lit, ".")
}

// HasMeta reports whether p can match anything but one string. Quoted characters and a `[` without
// its `]` are not special.
func (p *Pattern) HasMeta() bool {
	_, ok := p.Literal()
	return !ok
}

// Literal returns the only string matched by p, if there is only one.
func (p *Pattern) Literal() (string, bool) {
	switch {
	case p.ext != nil:
		return "", false
	case len(p.segs) == 0:
		return "", true
	case len(p.segs) == 1 && p.segs[0].ops == nil:
		return p.segs[0].lit, true
	}
	return "", false
}

// ShortestPrefix finds the shortest prefix of s matching p, for ${x#p}. The prefix is s[:n], the
// rest is s[n:].
func (p *Pattern) ShortestPrefix(s string) (n int, ok bool) {
	if p.ext != nil {
		return p.prefixExtended(s, false)
	}
	i, ok := p.prefix(s)
	if !ok || len(p.segs) < 2 {
		return i, ok
	}
	_, i = p.first(&p.segs[len(p.segs)-1], s, i)
	return cut(i)
}

// LongestPrefix finds the longest prefix of s matching p, for ${x##p}. The prefix is s[:n], the
// rest is s[n:].
func (p *Pattern) LongestPrefix(s string) (n int, ok bool) {
	if p.ext != nil {
		return p.prefixExtended(s, true)
	}
	i, ok := p.prefix(s)
	if !ok || len(p.segs) < 2 {
		return i, ok
	}
	_, i = p.last(&p.segs[len(p.segs)-1], s, i)
	return cut(i)
}

// prefix places all segments but the last, or the only one, as far left as they go.
func (p *Pattern) prefix(s string) (int, bool) {
	if len(p.segs) == 0 {
		return 0, true
	}
	i := p.at(&p.segs[0], s, 0)
	for k := 1; k < len(p.segs)-1 && i >= 0; k++ {
		_, i = p.first(&p.segs[k], s, i)
	}
	return cut(i)
}

// ShortestSuffix finds the shortest suffix of s matching p, for ${x%p}. The suffix is s[n:], the
// rest is s[:n].
func (p *Pattern) ShortestSuffix(s string) (n int, ok bool) {
	if p.ext != nil {
		return p.suffixExtended(s, false)
	}
	j := p.tail(s, 0)
	for k := len(p.segs) - 2; k >= 0 && j >= 0; k-- {
		j, _ = p.last(&p.segs[k], s[:j], 0)
	}
	return cut(j)
}

// LongestSuffix finds the longest suffix of s matching p, for ${x%%p}. The suffix is s[n:], the
// rest is s[:n].
func (p *Pattern) LongestSuffix(s string) (n int, ok bool) {
	if p.ext != nil {
		return p.suffixExtended(s, true)
	}
	j := p.tail(s, 0)
	if j < 0 || len(p.segs) < 2 {
		return cut(j)
	}
	s = s[:j]
	n, i := p.first(&p.segs[0], s, 0)
	for k := 1; k < len(p.segs)-1 && i >= 0; k++ {
		_, i = p.first(&p.segs[k], s, i)
	}
	if i < 0 {
		return 0, false
	}
	return n, true
}

func cut(i int) (int, bool) {
	if i < 0 {
		return 0, false
	}
	return i, true
}

// tail returns the start of the last segment if it matches the end of s from lo on, else -1.
func (p *Pattern) tail(s string, lo int) int {
	if len(p.segs) == 0 {
		return len(s)
	}
	g := &p.segs[len(p.segs)-1]
	j := p.back(g, s)
	if j < lo || p.at(g, s, j) < 0 {
		return -1
	}
	return j
}

// back returns the start of g if g is to end at the end of s; -1 if s is too short.
func (p *Pattern) back(g *seg, s string) int {
	if g.ops == nil && !p.ragged {
		return len(s) - len(g.lit)
	}
	n := g.chars
	if g.ops == nil {
		n = p.count(g.lit)
	}
	j := len(s)
	for ; n > 0; n-- {
		if j == 0 {
			return -1
		}
		j = p.before(s, j)
	}
	return j
}

// at matches g at s[i:] and returns the end of the match, or -1.
func (p *Pattern) at(g *seg, s string, i int) int {
	if g.ops == nil {
		return p.literal(g.lit, s, i)
	}
	for k := range g.ops {
		o := &g.ops[k]
		switch {
		case o.set != nil:
			if i >= len(s) {
				return -1
			}
			r, w := p.char(s, i)
			if !o.set.has(r) {
				return -1
			}
			i += w
		case o.any > 0:
			for n := o.any; n > 0; n-- {
				if i >= len(s) {
					return -1
				}
				i += p.width(s, i)
			}
		default:
			if i = p.literal(o.lit, s, i); i < 0 {
				return -1
			}
		}
	}
	return i
}

func (p *Pattern) literal(lit, s string, i int) int {
	if !strings.HasPrefix(s[i:], lit) {
		return -1
	}
	if !p.ragged {
		return i + len(lit)
	}
	// The last bytes of lit may be the first of a longer character of s.
	for end := i + len(lit); i < end; {
		w := p.width(s, i)
		if i+w > end {
			return -1
		}
		i += w
	}
	return i
}

// first finds the leftmost place for g in s[i:]: its start and end, or -1, -1.
func (p *Pattern) first(g *seg, s string, i int) (start, end int) {
	lit := g.lit
	if g.ops != nil {
		lit = g.ops[0].lit
	}
	for n := 1; ; n++ {
		if lit != "" && !p.ragged {
			k := strings.Index(s[i:], lit)
			if k < 0 {
				return -1, -1
			}
			i += k
		}
		if end := p.at(g, s, i); end >= 0 {
			return i, end
		}
		if i >= len(s) || p.stopped(n) {
			return -1, -1
		}
		i += p.width(s, i)
	}
}

// last finds the rightmost place for g in s[lo:]: its start and end, or -1, -1.
func (p *Pattern) last(g *seg, s string, lo int) (start, end int) {
	if g.ops == nil && !p.ragged {
		k := strings.LastIndex(s[lo:], g.lit)
		if k < 0 {
			return -1, -1
		}
		return lo + k, lo + k + len(g.lit)
	}
	for j, n := p.back(g, s), 1; j >= lo; j, n = p.before(s, j), n+1 {
		if end := p.at(g, s, j); end >= 0 {
			return j, end
		}
		if j == 0 || p.stopped(n) {
			break
		}
	}
	return -1, -1
}

// badByte is added to a byte that is part of no character, to tell it from all characters.
const badByte = utf8.MaxRune + 1

// char returns the character at s[i:] and its width in bytes.
func (p *Pattern) char(s string, i int) (rune, int) {
	c := s[i]
	if c < utf8.RuneSelf || p.bytes {
		return rune(c), 1
	}
	r, w := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && w == 1 {
		return badByte + rune(c), 1
	}
	return r, w
}

func (p *Pattern) width(s string, i int) int {
	if s[i] < utf8.RuneSelf || p.bytes {
		return 1
	}
	_, w := utf8.DecodeRuneInString(s[i:])
	return w
}

// before returns the start of the character ending at j.
func (p *Pattern) before(s string, j int) int {
	if s[j-1] < utf8.RuneSelf || p.bytes {
		return j - 1
	}
	_, w := utf8.DecodeLastRuneInString(s[:j])
	return j - w
}

// count returns the number of characters of s.
func (p *Pattern) count(s string) int {
	if p.bytes {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}
