package ere

import (
	"strings"

	"ftsh/internal/pattern"
)

// A thread waits at an instruction that consumes a character, or at the match.
type thread struct {
	pc     int32
	places []int // of the match and the groups, -1 if not set
}

// A queue is the threads at one place, in the order of preference.
type queue struct {
	threads []thread
	mark    []int32 // of each instruction: 1 + its index in list, if list agrees
	list    []int32 // instructions visited
}

func (q *queue) visit(pc int32) bool {
	if i := q.mark[pc]; int(i) < len(q.list) && q.list[i] == pc {
		return false
	}
	q.mark[pc] = int32(len(q.list))
	q.list = append(q.list, pc)
	return true
}

func (q *queue) clear() { q.threads, q.list = q.threads[:0], q.list[:0] }

// A machine runs a program on a string.
type machine struct {
	re    *Regexp
	s     string
	stop  <-chan struct{}
	steps int
	free  [][]int
	best  []int
	found bool
}

// places returns the places of the leftmost-longest match, or nil.
func (re *Regexp) places(s string, stop <-chan struct{}) []int {
	m := machine{re: re, s: s, stop: stop, best: make([]int, 2*(re.groups+1))}
	now, then := m.queue(), m.queue()
	start := make([]int, len(m.best))
	for i := range start {
		start[i] = -1
	}
	for at := 0; ; {
		if len(now.threads) == 0 {
			if m.found {
				break
			}
			if re.prefix != "" {
				n := strings.Index(s[at:], re.prefix)
				if n < 0 {
					break
				}
				at += n
			}
		}
		if !m.found {
			start[0] = at
			m.follow(now, re.start, at, start)
		}
		width, r := 0, rune(-1)
		if at < len(s) {
			r, width = decode(s[at:])
		}
		m.step(now, then, at, width, r)
		now.clear()
		now, then = then, now
		if width == 0 || m.stopped(len(now.threads)) {
			break
		}
		at += width
	}
	if !m.found {
		return nil
	}
	return m.best
}

// stopped reports whether the match must end, which after it has found nothing.
func (m *machine) stopped(threads int) bool {
	if m.steps += threads + 1; m.stop == nil || m.steps < 4096 {
		return false
	}
	m.steps = 0
	select {
	case <-m.stop:
		m.found = false
		return true
	default:
		return false
	}
}

func (m *machine) queue() *queue { return &queue{mark: make([]int32, len(m.re.code))} }

// step lets all threads of now consume a character.
func (m *machine) step(now, then *queue, at, width int, r rune) {
	lower := r
	if m.re.fold && r >= 0 {
		lower = folded(r)
	}
	for _, t := range now.threads {
		in := &m.re.code[t.pc]
		ok := false
		switch {
		case m.found && m.best[0] < t.places[0]: // begins after the leftmost match
		case in.op == opMatch:
			if !m.found || m.best[1] < at {
				copy(m.best, t.places)
				m.best[1] = at
				m.found = true
			}
		case r < 0:
		case in.op == opChar:
			ok = in.char == lower
		case in.op == opAny:
			ok = r < badByte
		case in.op == opSet:
			ok = in.set.has(r, m.re.fold)
		}
		if ok {
			m.follow(then, in.next, at+width, t.places)
		}
		m.free = append(m.free, t.places)
	}
}

// follow adds the threads that an instruction leads to without a character. It leaves places as
// they were.
func (m *machine) follow(q *queue, pc int32, at int, places []int) {
	for q.visit(pc) {
		in := &m.re.code[pc]
		switch in.op {
		case opSplit:
			m.follow(q, in.next, at, places)
			pc = in.alt
		case opSave:
			old := places[in.alt]
			places[in.alt] = at
			m.follow(q, in.next, at, places)
			places[in.alt] = old
			return
		case opAssert:
			if !m.holds(in.kind, at) {
				return
			}
			pc = in.next
		default:
			q.threads = append(q.threads, thread{pc, m.copy(places)})
			return
		}
	}
}

func (m *machine) copy(places []int) []int {
	n := len(m.free)
	if n == 0 {
		return append([]int(nil), places...)
	}
	c := m.free[n-1]
	m.free = m.free[:n-1]
	copy(c, places)
	return c
}

// holds reports whether an assertion holds at a place.
func (m *machine) holds(k kind, at int) bool {
	switch k {
	case textStart:
		return at == 0
	case textEnd:
		return at == len(m.s)
	}
	before, after := m.wordBefore(at), m.wordAfter(at)
	switch k {
	case wordEdge:
		return before != after
	case noWordEdge:
		return before == after
	case wordStart:
		return !before && after
	}
	return before && !after
}

func (m *machine) wordAfter(at int) bool {
	if at == len(m.s) {
		return false
	}
	r, _ := decode(m.s[at:])
	return isWord(r)
}

func (m *machine) wordBefore(at int) bool {
	i := at - 1
	for i > 0 && i > at-4 && m.s[i]&0xc0 == 0x80 {
		i--
	}
	for ; i >= 0 && i < at; i++ {
		if r, w := decode(m.s[i:]); i+w == at {
			return isWord(r)
		}
	}
	return false
}

func isWord(r rune) bool {
	if r < 128 {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	alnum, _ := pattern.ClassOf("alnum")
	return r < badByte && alnum.Has(r)
}
