package pattern

import "math/bits"

// A positions is a set of places in a string, by bits.
type positions []uint64

func newPositions(n int) positions { return make(positions, n/64+1) }

func (b positions) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

func (b positions) set(i int) { b[i>>6] |= 1 << (i & 63) }

// first returns the first place from i on, or -1.
func (b positions) first(i int) int {
	for w := i >> 6; w < len(b); w++ {
		v := b[w]
		if w == i>>6 {
			v &= ^uint64(0) << (i & 63)
		}
		if v != 0 {
			return w<<6 + bits.TrailingZeros64(v)
		}
	}
	return -1
}

// last returns the last place, or -1.
func (b positions) last() int {
	for w := len(b) - 1; w >= 0; w-- {
		if b[w] != 0 {
			return w<<6 + bits.Len64(b[w]) - 1
		}
	}
	return -1
}

// A subject is a string being matched, in the order of the program's direction.
type subject struct {
	p       *Pattern
	chars   []rune
	offsets []int // of the characters and of the end, in the string; nil while the same
	back    bool
	dotted  bool // only a period matches a period at the start
	runs    map[*prog]*run
	rows    map[rowKey]positions // of !(…) within !(…), which are asked for again
	room    int                  // left for rows, in words
	steps   int
	halted  bool
}

type rowKey struct {
	not *prog
	at  int
}

// maxRows bounds the memory of rows, in words. Beyond, they are computed again.
const maxRows = 1 << 23

// A run is the state of one program, reused for each start.
type run struct {
	mark       []int // the generation at which a state was added
	generation int
	now, then  []int32
	todo       []int32
	ends       positions
	last       int         // the last end, or -1
	from, to   int         // the places visited: ends has no others
	exits      []positions // of each !(…): where it may end
	until      int         // the last of them
}

func (p *Pattern) subject(s string, back bool) *subject {
	t := &subject{p: p, back: back, room: maxRows}
	t.chars = make([]rune, 0, len(s))
	plain := true
	for i := 0; i < len(s); {
		r, w := p.char(s, i)
		plain = plain && w == 1
		t.chars = append(t.chars, r)
		i += w
	}
	if !plain {
		t.offsets = make([]int, 0, len(t.chars)+1)
		for i := 0; i < len(s); i += p.width(s, i) {
			t.offsets = append(t.offsets, i)
		}
		t.offsets = append(t.offsets, len(s))
	}
	if back {
		for i, j := 0, len(t.chars)-1; i < j; i, j = i+1, j-1 {
			t.chars[i], t.chars[j] = t.chars[j], t.chars[i]
		}
	}
	return t
}

// offset turns a place among the characters into one in the string.
func (t *subject) offset(i int) int {
	if t.back {
		i = len(t.chars) - i
	}
	if t.offsets == nil {
		return i
	}
	return t.offsets[i]
}

// match returns the places at which a match of pr from a place ends; with all, from any place. The
// result is valid until the next call with the same program.
func (t *subject) match(pr *prog, from int, all bool) positions {
	r := t.run(pr)
	clear(r.ends[r.from>>6 : r.to>>6+1])
	if r.until >= 0 {
		for _, e := range r.exits {
			clear(e[r.from>>6:])
		}
	}
	r.until, r.last, r.now = -1, -1, r.now[:0]
	r.from, r.to = from, from
	n := len(t.chars)
	r.generation++
	t.follow(pr, r, pr.start, from)
	for at := from; !t.halted; at++ {
		r.to = at
		for k, e := range r.exits {
			if at > from && at <= r.until && e.has(at) {
				t.leave(pr, r, k, at)
			}
		}
		if all && at > from {
			t.follow(pr, r, pr.start, at)
		}
		if at == n || len(r.now) == 0 && at >= r.until && !all {
			break
		}
		t.step(pr, r, at)
	}
	if t.halted {
		clear(r.ends)
		r.last = -1
	}
	return r.ends
}

// run returns the state of a program that is not in use.
func (t *subject) run(pr *prog) *run {
	if t.runs == nil {
		t.runs = map[*prog]*run{}
	}
	r := t.runs[pr]
	if r == nil {
		n := len(t.chars)
		r = &run{mark: make([]int, len(pr.code)), ends: newPositions(n)}
		for range pr.nots {
			r.exits = append(r.exits, newPositions(n))
		}
		t.runs[pr] = r
	}
	return r
}

// step consumes the character at a place.
func (t *subject) step(pr *prog, r *run, at int) {
	c := t.chars[at]
	lower := t.p.lower(c)
	wild := !t.hidden(at)
	now := r.now
	r.now, r.then = r.then[:0], now
	r.generation++
	for _, i := range now {
		s := &pr.code[i]
		ok := false
		switch s.kind {
		case 'c':
			ok = s.char == lower
		case '.':
			ok = wild
		case '[':
			ok = wild && s.set.accepts(t.p.fold, c, lower)
		}
		if ok {
			t.follow(pr, r, s.next, at+1)
		}
	}
	if t.steps += 1 + len(now); t.steps > 4096 {
		t.steps = 0
		t.halted = t.halted || t.p.stopped(0)
	}
}

func (t *set) accepts(fold bool, c, lower rune) bool {
	if fold {
		return t.hasFolded(c, lower)
	}
	return t.has(c)
}

// hidden reports whether a place has a period that only a period matches.
func (t *subject) hidden(at int) bool {
	return at == 0 && t.dotted && len(t.chars) > 0 && t.chars[0] == '.'
}

// follow adds a state and all states that follow without a character.
func (t *subject) follow(pr *prog, r *run, i int32, at int) {
	r.todo = append(r.todo, i)
	for len(r.todo) > 0 {
		i := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		if r.mark[i] == r.generation {
			continue
		}
		r.mark[i] = r.generation
		s := &pr.code[i]
		switch s.kind {
		case 'e':
			r.ends.set(at)
			r.last = at
		case '|':
			r.todo = append(r.todo, s.out...)
		case '!':
			if t.exits(pr, r, s.not, at) {
				r.todo = append(r.todo, s.next)
			}
		default:
			r.now = append(r.now, i)
		}
	}
}

// leave adds the states after a !(…) that may end at a place.
func (t *subject) leave(pr *prog, r *run, not, at int) {
	for i := range pr.code {
		if s := &pr.code[i]; s.kind == '!' && s.not == not {
			t.follow(pr, r, s.next, at)
		}
	}
}

// exits notes where a !(…) that begins at a place may end, and reports whether it may end there.
func (t *subject) exits(pr *prog, r *run, not, at int) bool {
	if t.hidden(at) {
		return false
	}
	outer := pr == t.p.ext.forward || pr == t.p.ext.backward
	row, e, n := t.row(pr.nots[not], at, !outer), r.exits[not], len(t.chars)
	for w := at >> 6; w < len(e); w++ {
		v := ^row[w]
		if w == at>>6 {
			v &= ^uint64(0) << (at & 63)
		}
		if w == n>>6 {
			v &= 1<<(n&63)<<1 - 1
		}
		e[w] |= v
	}
	r.until = max(r.until, e.last())
	return e.has(at)
}

// row returns where the alternatives of a !(…) that begins at a place may end. It is kept if the
// !(…) is within another one and the place may come up again.
func (t *subject) row(not *prog, at int, again bool) positions {
	k := rowKey{not, at}
	if row, ok := t.rows[k]; ok {
		return row
	}
	row := t.match(not, at, false)
	if again && t.room >= len(row) {
		if t.rows == nil {
			t.rows = map[rowKey]positions{}
		}
		t.room -= len(row)
		row = append(positions(nil), row...)
		t.rows[k] = row
	}
	return row
}

// matchExtended is Match and MatchComponent.
func (p *Pattern) matchExtended(s string, component bool) bool {
	t := p.subject(s, false)
	t.dotted = component
	return t.match(p.ext.forward, 0, false).has(len(t.chars))
}

// prefixExtended finds the shortest or the longest prefix, the end of the match in s.
func (p *Pattern) prefixExtended(s string, longest bool) (int, bool) {
	return p.edge(s, longest, false)
}

// suffixExtended finds the shortest or the longest suffix, the start of the match in s.
func (p *Pattern) suffixExtended(s string, longest bool) (int, bool) {
	return p.edge(s, longest, true)
}

func (p *Pattern) edge(s string, longest, back bool) (int, bool) {
	t, pr := p.subject(s, back), p.ext.forward
	if back {
		pr = p.ext.backward
	}
	ends := t.match(pr, 0, false)
	i := ends.first(0)
	if longest {
		i = t.runs[pr].last
	}
	if i < 0 {
		return 0, false
	}
	return t.offset(i), true
}
