package sim

import (
	"context"
	"time"
)

// event is something that happens to a client at a time. kind and gen share a word, to keep a
// million pending events at 24 bytes each.
type event struct {
	at   int64 // ns since the start
	seq  uint64
	who  int32
	kind uint8
	gen  uint16
}

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

// agenda holds the future of a simulation. Events come out in the order of time, and events of the
// same time in the order of insertion.
type agenda struct {
	now    int64
	end    int64
	seq    uint64
	heap   []event // 4-ary: fewer cache misses than a binary one
	lane   []event // ring of events inserted in the order of time, see soon
	head   int
	count  int
	served uint64
}

func newAgenda(end time.Duration, capacity int) *agenda {
	return &agenda{end: int64(end), heap: make([]event, 0, capacity)}
}

// after inserts an event d from now. One beyond the end is dropped, which keeps the memory bounded
// however long a server takes.
func (a *agenda) after(d time.Duration, kind uint8, who int32, gen uint16) {
	at := a.now + max(int64(d), 0)
	if at < a.now || at > a.end { // the first: the sum wrapped
		return
	}
	a.seq++
	a.push(event{at, a.seq, who, kind, gen})
}

// soon is after for a d that is the same in every call: such events need no sorting.
func (a *agenda) soon(d time.Duration, kind uint8, who int32, gen uint16) {
	at := a.now + int64(d)
	if at > a.end {
		return
	}
	a.seq++
	if a.count == len(a.lane) {
		bigger := make([]event, max(2*len(a.lane), 1024))
		for i := range a.count {
			bigger[i] = a.lane[(a.head+i)%len(a.lane)]
		}
		a.lane, a.head = bigger, 0
	}
	a.lane[(a.head+a.count)%len(a.lane)] = event{at, a.seq, who, kind, gen}
	a.count++
}

// next takes out the earliest event and moves the time to it; false at the end.
func (a *agenda) next() (event, bool) {
	var e event
	switch {
	case a.count > 0 && (len(a.heap) == 0 || a.lane[a.head].before(a.heap[0])):
		e = a.lane[a.head]
		a.head = (a.head + 1) % len(a.lane)
		a.count--
	case len(a.heap) > 0:
		e = a.pop()
	default:
		a.now = a.end
		return event{}, false
	}
	a.now = e.at
	a.served++
	return e, true
}

// run hands every event to handle, and reports progress, as the share of virtual time, to tick.
func (a *agenda) run(ctx context.Context, tick func(share float64), handle func(event)) error {
	step := max(a.end/200, 1)
	for report := int64(0); ; {
		e, ok := a.next()
		if !ok {
			break
		}
		if a.served&0x3fff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if tick != nil && a.now >= report {
			tick(float64(a.now) / float64(a.end))
			report = a.now + step
		}
		handle(e)
	}
	if tick != nil {
		tick(1)
	}
	return ctx.Err()
}

func (a *agenda) push(e event) {
	a.heap = append(a.heap, e)
	h := a.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (a *agenda) pop() event {
	h := a.heap
	top := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	a.heap = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least := first
		for j := first + 1; j < min(first+4, len(h)); j++ {
			if h[j].before(h[least]) {
				least = j
			}
		}
		if !h[least].before(last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return top
}
