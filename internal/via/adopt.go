package via

import (
	"context"
	"maps"
	"slices"

	"ftsh/internal/clock"
)

// adopted is the work submitted by earlier runs that a Session goes on with. It belongs to
// Session.Run.
type adopted struct {
	places  map[int]taskID // tasks of branches
	asked   []Submission   // without a known answer
	again   clock.Instant  // earliest time to ask again
	dropped Queue          // tasks nobody waits for
}

// adopt takes over the work found. The queue and the directory are read as soon as there are
// branches.
func (s *Session) adopt(f *Found) {
	s.number, s.found.places = f.last, f.places
	// The first scan comes a moment later, after the arrival of the branches: the first to end must
	// be seen first.
	s.scanned = s.clock.Now()
	s.polled = s.scanned - clock.Instant(s.opt.Every)
	for _, k := range slices.Sorted(maps.Keys(f.unasked)) {
		a := Submission{Number: k, Tasks: f.unasked[k], Again: true}
		if s.opt.Jobs > 0 && a.Tasks > s.opt.Jobs {
			a.AtOnce = s.opt.Jobs
		}
		s.found.asked = append(s.found.asked, a)
	}
	for _, p := range f.dropped {
		s.found.unwanted(p)
	}
}

// unwanted notes a task nobody waits for.
func (a *adopted) unwanted(p taskID) {
	if a.dropped == nil {
		a.dropped = make(Queue)
	}
	a.dropped[p.submission] = append(a.dropped[p.submission], span{p.task, p.task})
}

// never notes that a branch will not come.
func (s *Session) never(n int) {
	if p, ok := s.found.places[n]; ok {
		delete(s.found.places, n)
		s.found.unwanted(p)
	}
}

// cancelAdopted lets the Session wait for the end of adopted branches that had not come before the
// cancellation.
func (s *Session) cancelAdopted() {
	for n, p := range s.found.places {
		s.running[n] = &entry{n: n, place: p, done: make(chan Result, 1)}
	}
	s.found = adopted{}
}

// goesOn reports whether an arriving branch was submitted earlier, and if so waits for its end.
func (s *Session) goesOn(e *entry) bool {
	p, ok := s.found.places[e.n]
	if !ok {
		return false
	}
	delete(s.found.places, e.n)
	e.place, e.submitted = p, true
	for _, a := range s.found.asked {
		if a.Number == p.submission {
			e.submitted = false
		}
	}
	s.running[e.n], s.rest = e, soon
	return true
}

// drop ends, once, the tasks nobody waits for. A task that cannot be ended runs to its end.
func (s *Session) drop() bool {
	q := s.found.dropped
	if q == nil {
		return false
	}
	s.found.dropped = nil
	s.start(func(ctx context.Context) func() {
		ctx, cancel := context.WithTimeout(ctx, s.opt.Ending)
		defer cancel()
		_ = s.exec.Drop(ctx, q)
		return func() {}
	})
	return true
}

// ask repeats a submission without a known answer, after the arrival of all its wanted branches.
func (s *Session) ask() bool {
	if len(s.found.asked) == 0 || s.clock.Now() < s.found.again {
		return false
	}
	what := s.found.asked[0]
	for _, p := range s.found.places { // not arrived yet
		if p.submission == what.Number {
			return false
		}
	}
	s.found.asked = s.found.asked[1:]
	var batch []*entry
	for _, e := range s.running {
		if e.place.submission == what.Number {
			batch = append(batch, e)
		}
	}
	if len(batch) == 0 {
		return s.ask()
	}
	slices.SortFunc(batch, func(a, b *entry) int { return a.place.task - b.place.task })
	what.Limit = s.opt.Longest()
	s.asks(true)
	s.start(func(ctx context.Context) func() {
		taken, err := s.send(ctx, what)
		return func() { s.answered(what, batch, taken, err) }
	})
	return true
}

// answered handles the answer to ask.
func (s *Session) answered(what Submission, batch []*entry, taken int, err error) {
	s.heardSubmit(err)
	switch {
	case s.cancelled:
	case passing(err):
		s.found.asked, s.found.again = append(s.found.asked, what), s.clock.Now().Add(s.opt.Every)
	case err != nil:
		s.refused(what.Number, batch, err)
	default:
		first := slices.IndexFunc(batch, func(e *entry) bool { return e.place.task >= taken })
		if first < 0 {
			first = len(batch)
		}
		for _, e := range batch[:first] {
			e.submitted = true
		}
		for _, e := range batch[first:] {
			if s.running[e.n] == e {
				delete(s.running, e.n)
				s.waiting = append(s.waiting, e)
			}
		}
	}
}
