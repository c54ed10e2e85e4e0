package pattern

import "iter"

// Find finds the leftmost match of p in s, and of those with that start the longest: s[start:end],
// for ${x/p/…} of bash. A match may be empty.
func (p *Pattern) Find(s string) (start, end int, ok bool) {
	for start, end := range p.All(s) {
		return start, end, true
	}
	return 0, 0, false
}

// All finds the matches of p in s one after the other, for ${x//p/…}: each is the leftmost one from
// the end of the last on, and of those the longest. After an empty match it goes on at the next
// character. It finds none at the end of s, unless s is empty.
func (p *Pattern) All(s string) iter.Seq2[int, int] {
	find := p.finder(s)
	return func(yield func(start, end int) bool) {
		for i := 0; ; {
			start, end := find(i)
			if start < 0 || start == len(s) && s != "" || !yield(start, end) || start == len(s) {
				return
			}
			if i = end; start == end {
				i += p.width(s, i)
			}
			if i == len(s) {
				return
			}
		}
	}
}

// finder returns a function that finds the first match of p in s from a place on, or -1, -1.
func (p *Pattern) finder(s string) func(from int) (start, end int) {
	if p.ext == nil {
		return func(from int) (start, end int) { return p.find(s, from) }
	}
	back, t := p.subject(s, true), p.subject(s, false)
	n := len(t.chars)
	starts := back.match(p.ext.backward, 0, true) // counted from the end
	place := 0
	return func(from int) (start, end int) {
		for t.offset(place) < from {
			place++
		}
		for ; place <= n && !starts.has(n-place); place++ {
		}
		if place > n {
			return -1, -1
		}
		t.match(p.ext.forward, place, false)
		if last := t.runs[p.ext.forward].last; last >= 0 {
			return t.offset(place), t.offset(last)
		}
		return -1, -1 // the match was stopped
	}
}

// find places the segments as far left as they go, then the last one as far right.
func (p *Pattern) find(s string, from int) (start, end int) {
	if len(p.segs) == 0 {
		return from, from
	}
	last := len(p.segs) - 1
	start, end = p.first(&p.segs[0], s, from)
	for k := 1; k < last && end >= 0; k++ {
		_, end = p.first(&p.segs[k], s, end)
	}
	if last > 0 && end >= 0 {
		_, end = p.last(&p.segs[last], s, end)
	}
	if end < 0 {
		return -1, -1
	}
	return start, end
}
