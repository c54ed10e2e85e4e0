package interp

import (
	"strconv"
	"sync"

	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/vars"
)

// Why an attempt failed: values of FTSH_VIA_REASON and of the table. A batch system has more of
// them (docs/reference/via.md).
const (
	lastExit      = "exit"
	lastSignal    = "signal"
	lastTimeout   = "timeout"
	lastDeadline  = "deadline"
	lastCancelled = "cancelled"
)

// reason returns why the attempt failed; "": it has not failed.
func (a *attempt) reason() string {
	status := int(a.out.Status)
	switch a.verdict {
	case retry.Succeeded, retry.Diverted:
		return ""
	case retry.TimedOut:
		return lastTimeout
	case retry.Overdue:
		return lastDeadline
	case retry.Cancelled:
		if c := a.cause; c != nil && (c.Kind == scope.Deadline || c.Kind == scope.Timeout) {
			return lastDeadline
		}
		return lastCancelled
	}
	switch f := a.failure; {
	case f != nil && f.Reason != "" && f.Status == status:
		return f.Reason
	case f != nil && f.Cut && status == flow.StatusDeadline:
		return lastTimeout
	case flow.BySignal(status):
		return lastSignal
	}
	return lastExit
}

// setViaReason sets FTSH_VIA_REASON for the rest of a block: its next attempt and its catch list.
func setViaReason(b *block, a *attempt) {
	if why := a.reason(); why != "" {
		b.env.set(b.env.fr.sh.blocks.refs.viaReason, why)
	}
}

// beginsWith sets FTSH_VIA_REASON for a first attempt, or for a branch that has failed before.
func (s *attemptEnv) beginsWith(ref vars.Ref, reason string) {
	if is, set := s.fr.env.vars.Get(ref); !set || is != reason {
		s.set(ref, reason)
	}
}

// branchReasons are what a block remembers of the branches of foralls in it, from one attempt of a
// try to the next. The zero value is ready.
type branchReasons struct {
	mu   sync.Mutex
	of   map[string]past
	runs map[string]runs // of foralls, by place
}

// runs are the executions of a forall in the present attempt.
type runs struct {
	turns []journal.Turn
	n     int
}

// begin returns the number of this execution of a forall among those of the attempt.
func (m *branchReasons) begin(at string, now []journal.Turn) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[at]
	if journal.Again(r.turns, now) {
		r.n = 0
	}
	if m.runs == nil {
		m.runs = make(map[string]runs)
	}
	m.runs[at] = runs{now, r.n + 1}
	return r.n + 1
}

// past is what is known of earlier attempts of a branch.
type past struct {
	turns    []journal.Turn // the attempts of the tries around, then
	attempts int
	reason   string // why the latest one failed; "": it has not
}

// recall returns what the tries around a forall remember of a branch.
func (m *branchReasons) recall(key string, now []journal.Turn) past {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.of[key]; journal.Again(p.turns, now) {
		return p
	}
	return past{}
}

func (m *branchReasons) keep(key string, p past) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = make(map[string]past)
	}
	m.of[key] = p
}

// A recollection connects the branches of a forall with the memory of the outermost block around
// it. The zero value remembers nothing.
type recollection struct {
	memory *branchReasons
	turns  []journal.Turn
	keys   []string // of the branches
}

func recollect(b *block, words []string) recollection {
	now := turns(b.parent)
	if len(now) == 0 {
		return recollection{}
	}
	top := b.parent
	for top.parent != nil {
		top = top.parent
	}
	r := recollection{memory: &top.reasons, turns: now}
	at, seen := b.around.place(b.pos).String(), make(map[string]int)
	if around := b.around.branch; around != nil {
		at += "\x00" + around.word
	}
	at += "\x00" + strconv.Itoa(r.memory.begin(at, now))
	for _, w := range words {
		seen[w]++
		r.keys = append(r.keys, at+"\x00"+strconv.Itoa(seen[w])+"\x00"+w)
	}
	return r
}

// before returns what is known of earlier attempts of branch i.
func (r *branches) before(i int) past {
	if d := r.block.durable; d != nil {
		var known past
		if p := d.progress(i); p != nil {
			known.attempts, known.reason = p.Attempts, p.Reason
			if d.going[i] {
				known.attempts--
			}
		}
		return known
	}
	if r.past.memory == nil {
		return past{}
	}
	return r.past.memory.recall(r.past.keys[i], r.past.turns)
}

// remember keeps the result of branch i for the next attempt of a try around.
func (r *branches) remember(i int, a *attempt) {
	if m := r.past.memory; m != nil {
		p := past{turns: r.past.turns}
		if a.facts != nil {
			p.attempts = a.facts.attempts()
		}
		if a.verdict.Counts() {
			p.reason = a.reason()
		}
		m.keep(r.past.keys[i], p)
	}
}
