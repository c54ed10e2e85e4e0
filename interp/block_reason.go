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
	whyExit      = "exit"
	whySignal    = "signal"
	whyTimeout   = "timeout"
	whyDeadline  = "deadline"
	whyCancelled = "cancelled"
)

// reason returns why the attempt failed; "": it has not failed.
func (a *attempt) reason() string {
	status := int(a.out.Status)
	switch a.verdict {
	case retry.Succeeded, retry.Diverted:
		return ""
	case retry.TimedOut:
		return whyTimeout
	case retry.Overdue:
		return whyDeadline
	case retry.Cancelled:
		if c := a.cause; c != nil && (c.Kind == scope.Deadline || c.Kind == scope.Timeout) {
			return whyDeadline
		}
		return whyCancelled
	}
	switch f := a.failure; {
	case f != nil && f.Reason != "" && f.Status == status:
		return f.Reason
	case f != nil && f.Cut && status == flow.StatusDeadline:
		return whyTimeout
	case flow.BySignal(status):
		return whySignal
	}
	return whyExit
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

// branchReasons are what the outermost block, or a branch of a forall, remembers of the branches of
// foralls in it, from one attempt of a try to the next. The zero value is ready.
type branchReasons struct {
	mu sync.Mutex
	of map[string]*runs // by the place of the forall
}

// runs are the executions of one forall.
type runs struct {
	n        int              // how many there were in the present attempt
	began    map[string]began // by the ID of a try around
	branches []map[string]past
}

// began says which attempt of a try is made, and how many executions of the forall there were
// before it.
type began struct{ attempt, before int }

// maxRuns is the number of executions of a forall in one attempt whose branches are remembered. A
// loop in the attempt may have no end.
const maxRuns = 1000

// past is what is known of earlier attempts of a branch.
type past struct {
	attempts int
	reason   string         // why the latest one failed; "": it has not
	within   *branchReasons // of foralls in it; nil: it has not begun
}

// next returns the number of the execution that begins in these attempts: it has that of the
// corresponding one in the attempt before. Executions that no attempt can repeat are forgotten.
func (r *runs) next(now []journal.Turn) int {
	n, again := r.n, false
	for _, t := range now { // the outermost try is the last one
		was, known := r.began[t.ID]
		again = again || known
		if known && was.attempt != t.Attempt {
			n = was.before
		}
	}
	if !again {
		*r = runs{}
		n = 0
	}
	all := make(map[string]began, len(now))
	for _, t := range now {
		was, known := r.began[t.ID]
		if !known || was.attempt != t.Attempt {
			was = began{t.Attempt, n}
		}
		all[t.ID] = was
	}
	r.began, r.n = all, n+1
	return n
}

// begin begins an execution of the forall at a place, with these branches. Others of its former
// execution are forgotten.
func (m *branchReasons) begin(at string, now []journal.Turn, keys []string) recollection {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.of[at]
	if r == nil {
		if m.of == nil {
			m.of = make(map[string]*runs)
		}
		r = new(runs)
		m.of[at] = r
	}
	n := r.next(now)
	before := make([]past, len(keys))
	if n >= maxRuns {
		return recollection{before: before}
	}
	for len(r.branches) <= n {
		r.branches = append(r.branches, nil)
	}
	last, branches := r.branches[n], make(map[string]past, len(keys))
	for i, k := range keys {
		if p, known := last[k]; known {
			before[i], branches[k] = p, p
		}
	}
	r.branches[n] = branches
	return recollection{memory: m, branches: branches, keys: keys, before: before}
}

// A recollection connects the branches of a forall with the memory around it. The zero value
// remembers nothing.
type recollection struct {
	memory   *branchReasons
	branches map[string]past
	keys     []string // of the branches
	before   []past
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
	memory := &top.reasons
	if around := b.around.branch; around != nil && around.reasons != nil {
		memory = around.reasons
	}
	seen, keys := make(map[string]int, len(words)), make([]string, len(words))
	for i, w := range words {
		seen[w]++
		keys[i] = strconv.Itoa(seen[w]) + "\x00" + w
	}
	return memory.begin(b.around.place(b.pos).String(), now, keys)
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
	if r.past.before == nil {
		return past{}
	}
	return r.past.before[i]
}

// within returns the memory of foralls in branch i.
func (r *branches) within(i int) *branchReasons {
	if r.past.before == nil {
		return new(branchReasons)
	}
	p := &r.past.before[i]
	if p.within == nil {
		p.within = new(branchReasons)
	}
	return p.within
}

// remember keeps the result of branch i for the next attempt of a try around.
func (r *branches) remember(i int, a *attempt) {
	if r.past.memory == nil {
		return
	}
	p := past{within: r.past.before[i].within}
	if a.facts != nil {
		p.attempts = a.facts.attempts()
	}
	if a.verdict.Counts() {
		p.reason = a.reason()
	}
	r.past.memory.mu.Lock()
	defer r.past.memory.mu.Unlock()
	r.past.branches[r.past.keys[i]] = p
}
