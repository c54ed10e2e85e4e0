package via

import (
	"context"
	"time"

	"ftsh/internal/flow"
)

// explaining is how long the Executor may take to say why tasks have ended.
const explaining = 30 * time.Second

// unexplained reports whether a branch ended in a way that the batch system may know more about: a
// signal ended it, and the machine does not know why.
func (m *Mark) unexplained() bool {
	return flow.BySignal(m.Status) && m.Limit == "" && m.Reason == "" && !m.Oom
}

// explain asks the Executor, once, why tasks have left the queue without a mark, and why signals
// ended branches. A batch system soon forgets, so it does not wait until a branch counts as lost.
func (s *Session) explain() bool {
	if s.cancelled {
		return false
	}
	var all []*entry
	q := make(Queue)
	for _, e := range s.running {
		if e.asked || e.result == nil && (e.missing == 0 || e.missing >= s.scanned) {
			continue
		}
		e.asked = true
		all = append(all, e)
		p := e.place
		q[p.submission] = append(q[p.submission], span{p.task, p.task})
	}
	if len(all) == 0 {
		return false
	}
	s.start(func(ctx context.Context) func() {
		ctx, cancel := context.WithTimeout(ctx, explaining)
		defer cancel()
		causes, _ := s.exec.Why(ctx, q) // without an answer nothing is known
		return func() {
			for _, e := range all {
				e.cause = causes[e.place]
				if e.result != nil {
					r := *e.result
					r.Cause = e.cause
					s.finish(e, r)
				}
			}
		}
	})
	return true
}
