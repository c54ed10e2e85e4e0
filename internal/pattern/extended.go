package pattern

import (
	"strings"
	"unicode"
)

// Options are the dialect of a pattern. The zero value is that of POSIX.
type Options struct {
	Bytes    bool // characters are bytes: see CompileBytes
	Extended bool // ?(…) *(…) +(…) @(…) and !(…) are groups, as with bash's extglob
	Fold     bool // letters match in either case, as with bash's nocasematch
	Caret    bool // [^…] is [!…], and nothing is in an unknown class: as in bash
}

// CompileWith compiles src in a dialect. A group has alternatives separated by |, which are
// patterns in turn: ?(…) matches at most one of them, *(…) any number, +(…) at least one, @(…) one,
// and !(…) any string that none of them matches. A group without its parenthesis is literal text.
// With Fold, characters and ends of ranges are compared in lower case, but classes are not folded.
//
// A pattern with groups or with Fold has a matcher of its own, whose cost is at most the length of
// the pattern times the length of the string; for each !(…), times the length once more.
func CompileWith(src string, o Options) *Pattern {
	if !o.Fold && !(o.Extended && HasGroup(src)) {
		return compileIn(src, o)
	}
	p := &Pattern{bytes: o.Bytes, fold: o.Fold, caret: o.Caret}
	r := reader{p: p, src: src, groups: o.Extended, close: strings.LastIndexByte(src, ']')}
	if o.Extended {
		r.pair()
	}
	seq := r.sequence(0)
	p.ext = &extended{forward: program(seq, false), backward: program(seq, true)}
	return p
}

// HasGroup reports whether src may have a group.
func HasGroup(src string) bool {
	for i := 1; i < len(src); i++ {
		if src[i] == '(' && isGroup(src[i-1]) {
			return true
		}
	}
	return false
}

func isGroup(c byte) bool { return strings.IndexByte("?*+@!", c) >= 0 }

// An extended is a pattern as two programs, the second for the reversed string.
type extended struct {
	forward, backward *prog
}

// An item of a pattern: a character, one of a set, any character, a star or a group.
type item struct {
	kind byte // 'c', '[', '.', or the character before the ( of a group
	char rune
	set  *set
	alts [][]item
}

// maxGroups bounds groups within each other. A deeper one is literal text.
const maxGroups = 250

// A reader turns the text of a pattern into items.
type reader struct {
	p      *Pattern
	src    string
	groups bool
	close  int         // index of the last ]
	closer map[int]int // of parentheses
	i      int
}

// pair finds the closing parenthesis of each opening one, outside brackets.
func (r *reader) pair() {
	r.closer = map[int]int{}
	var open []int
	for i := 0; i < len(r.src); i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '[':
			if _, n := r.p.bracket(r.src, i, r.close); n > 0 {
				i += n - 1
			}
		case '(':
			open = append(open, i)
		case ')':
			if len(open) > 0 {
				r.closer[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
}

// sequence reads to the end of the text, or of an alternative if it is in a group.
func (r *reader) sequence(depth int) []item {
	var seq []item
	literal := 0 // open parentheses that are text
	for r.i < len(r.src) {
		c := r.src[r.i]
		switch {
		case depth > 0 && c == ')' && literal > 0:
			literal--
		case depth > 0 && literal == 0 && (c == '|' || c == ')'):
			return seq
		case c == '(' && depth > 0:
			literal++
		}
		if r.groups && isGroup(c) && r.i+1 < len(r.src) && r.src[r.i+1] == '(' &&
			r.closer[r.i+1] > 0 && depth < maxGroups {
			seq = append(seq, r.group(c, depth))
			continue
		}
		switch c {
		case '*':
			if n := len(seq); n == 0 || seq[n-1].kind != 's' {
				seq = append(seq, item{kind: 's'})
			}
			r.i++
			continue
		case '?':
			seq = append(seq, item{kind: '.'})
			r.i++
			continue
		case '[':
			if set, n := r.p.bracket(r.src, r.i, r.close); n > 0 {
				seq = append(seq, item{kind: '[', set: set})
				r.i += n
				continue
			}
		case '\\':
			if r.i+1 < len(r.src) {
				r.i++
			}
		}
		char, w := r.p.char(r.src, r.i)
		seq = append(seq, item{kind: 'c', char: r.p.lower(char)})
		r.i += w
	}
	return seq
}

func (r *reader) group(kind byte, depth int) item {
	it := item{kind: kind}
	for r.i += 2; ; r.i++ {
		it.alts = append(it.alts, r.sequence(depth+1))
		if r.i >= len(r.src) || r.src[r.i] == ')' {
			r.i++
			return it
		}
	}
}

// lower folds a character if p does.
func (p *Pattern) lower(r rune) rune {
	switch {
	case !p.fold || r >= badByte || p.bytes && r >= 128:
		return r
	case r < 128:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

// hasFolded is has for a set whose members are folded, but not its classes.
func (t *set) hasFolded(r, lower rune) bool {
	in := t.classes != 0 && r < badByte && t.inClass(r)
	if !in {
		bare := set{ascii: t.ascii, ranges: t.ranges}
		in = bare.has(lower)
	}
	return in != t.not
}

func (t *set) inClass(r rune) bool {
	for c := class(0); c < numClasses; c++ {
		if t.classes>>c&1 != 0 && c.has(r) {
			return true
		}
	}
	return false
}

// A prog is a nondeterministic automaton.
type prog struct {
	code  []state
	start int32
	nots  []*prog // of its !(…), by number
}

// A state consumes a character and goes on to next, or goes on to all of out, or is the end.
type state struct {
	kind byte // 'c', '[', '.', '!', '|' for out, 'e' for the end
	char rune
	set  *set
	next int32
	not  int // number of a !(…)
	out  []int32
}

// program compiles items, for the reversed string if back.
func program(seq []item, back bool) *prog {
	b := progBuilder{p: &prog{}, back: back}
	end := b.add(state{kind: 'e'})
	b.p.start = b.sequence(seq, end)
	return b.p
}

type progBuilder struct {
	p    *prog
	back bool
}

func (b *progBuilder) add(s state) int32 {
	b.p.code = append(b.p.code, s)
	return int32(len(b.p.code) - 1)
}

// sequence adds items before next and returns their first state.
func (b *progBuilder) sequence(seq []item, next int32) int32 {
	for k := range seq {
		it := &seq[len(seq)-1-k]
		if b.back {
			it = &seq[k]
		}
		next = b.item(it, next)
	}
	return next
}

func (b *progBuilder) item(it *item, next int32) int32 {
	switch it.kind {
	case 'c', '[', '.':
		return b.add(state{kind: it.kind, char: it.char, set: it.set, next: next})
	case 's':
		loop := b.add(state{kind: '|'})
		any := b.add(state{kind: '.', next: loop})
		b.p.code[loop].out = []int32{next, any}
		return loop
	case '!':
		not := &prog{}
		inner := progBuilder{p: not, back: b.back}
		not.start = inner.alternatives(it.alts, inner.add(state{kind: 'e'}), nil)
		b.p.nots = append(b.p.nots, not)
		return b.add(state{kind: '!', next: next, not: len(b.p.nots) - 1})
	case '@':
		return b.alternatives(it.alts, next, nil)
	case '?':
		return b.alternatives(it.alts, next, []int32{next})
	}
	loop := b.add(state{kind: '|'})
	first := b.alternatives(it.alts, loop, nil)
	b.p.code[loop].out = []int32{next, first}
	if it.kind == '+' {
		return first
	}
	return loop
}

func (b *progBuilder) alternatives(alts [][]item, next int32, out []int32) int32 {
	for _, alt := range alts {
		out = append(out, b.sequence(alt, next))
	}
	return b.add(state{kind: '|', out: out})
}
