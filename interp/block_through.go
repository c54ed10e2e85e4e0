package interp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/thread"
	"ftsh/internal/through"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// throughWords is the through clause.
type throughWords struct {
	name   *expand.Word
	budget *expand.Word
	jobs   *countWord
	nowait bool
	breaks *countWord
	in     *durationWord
}

func (c *compiler) through(n *ast.Through) *throughWords {
	if n == nil {
		return nil
	}
	o := &throughWords{name: c.words.Word(n.Name), jobs: c.count(n.Jobs), nowait: n.NoWait,
		breaks: c.count(n.Break), in: c.duration(n.In)}
	if n.Budget != nil {
		o.budget = c.words.Word(n.Budget)
	}
	return o
}

// terms evaluates the words after the name.
func (o *throughWords) terms(fr *frame) (t through.Terms, err error) {
	if o.budget == nil && o.jobs == nil && o.breaks == nil {
		return through.DefaultTerms(), nil
	}
	if o.budget != nil {
		text, err := o.budget.Text((*expander)(fr))
		if err != nil {
			return t, err
		}
		if t.Ratio, t.Budgeted = duration.ParsePercentage(text); !t.Budgeted {
			return t, fmt.Errorf("expected a percentage (20%%), found %q", text)
		}
	}
	if o.jobs != nil {
		if t.Jobs, err = o.jobs.value(fr); err != nil {
			return t, err
		}
		if t.Jobs > through.MaxJobs {
			return t, tooMany(through.MaxJobs, t.Jobs)
		}
		t.NoWait = o.nowait
	}
	if o.breaks != nil {
		if t.Failures, err = o.breaks.value(fr); err != nil {
			return t, err
		}
		if t.Failures > through.MaxFailures {
			return t, tooMany(through.MaxFailures, t.Failures)
		}
		t.Within, err = o.in.value(fr, true)
	}
	return t, err
}

func tooMany(most, found int) error {
	return fmt.Errorf("expected a whole number from 1 to %d, found %d", most, found)
}

// An admission is a try's access to the gate of its through clause. A nil admission is for a try
// without the clause.
type admission struct {
	b      *block
	name   string
	gate   through.Gate
	most   time.Duration // how long a failure --after of an attempt may bind other blocks
	cost   int           // of the next attempt, in the budget
	report through.Report
	made   bool  // an attempt was made
	short  error // too few threads for waiting; nil: enough
}

// value returns the admission of a try whose policy is known; nil without the clause.
func (o *throughWords) value(b *block) (*admission, error) {
	if o == nil {
		return nil, nil
	}
	fr := b.env.fr
	name, err := o.name.Text((*expander)(fr))
	if err != nil {
		return nil, err
	}
	p := &admission{b: b, name: name}
	if p.gate, err = gateOf(fr, name); err != nil {
		return nil, err
	}
	if p.gate.Terms, err = o.terms(fr); err != nil {
		return nil, err
	}
	p.gate.Delays, p.most = b.repeats.Openings(b.env.fr.sh.rand)
	return p, nil
}

// gateOf returns the gate of a name, without terms.
func gateOf(fr *frame, name string) (g through.Gate, err error) {
	if g.Encoded, err = through.Encode(name); err != nil {
		return g, err
	}
	if g.Setting = fr.env.vars.Value(through.DirVariable); g.Setting != "" &&
		!filepath.IsAbs(g.Setting) {
		g.Setting = filepath.Join(fr.env.pwd, g.Setting)
	}
	g.Outer = fr.env.vars.Value(through.Variable)
	g.Holds, g.Rand, g.Now, g.Script = &fr.sh.blocks.through.holds, fr.sh.rand.Float64, through.Now,
		filepath.Base(fr.context.script)
	if c := fr.sh.opts.Standalone.Clock; c != nil {
		g.Now = c.Now
	}
	if fr.sh.signals.dispatcher != nil {
		g.HoldStops = fr.sh.signals.dispatcher.HoldStops
	}
	return g, nil
}

// pass waits until the gate admits the next attempt. It reports whether the block ends instead.
func (b *block) pass() (ending, bool) {
	p := b.admission
	if p == nil {
		return ending{}, false
	}
	p.made, p.report = false, through.Report{}
	if b.env.fr.sh.opts.Standalone.OwnProcess {
		if p.short = thread.Reserve(1, proc.TryThreads); p.short != nil {
			return ending{}, false // the attempt reports the lack of threads
		}
	}
	noted := through.Nothing
	var queued *span
	defer func() { endSpan(b.env.fr, queued, func(*Span) {}) }()
	for {
		look, err := p.gate.Look(b.scope.Context(), p.cost)
		switch {
		case b.scope.Expired():
			return p.overdue(look.For), true
		case err != nil:
			return p.unusable(err)
		case look.For == through.Nothing:
			p.passed(look)
			return ending{}, false
		case look.For == through.Jobs && p.gate.Terms.NoWait:
			return p.refused(reasonBusy, statusTemporary, p.name+": no slot is free"), true
		}
		if d := b.scope.Deadline(); look.For == through.Budget && d != 0 &&
			d.Sub(b.env.fr.sh.clock.Now()) < look.At.Sub(p.gate.Now()) {
			return p.refused(reasonBusy, flow.StatusDeadline,
				p.name+": no retry is left in the budget before the time limit"), true
		}
		if noted != look.For {
			endSpan(b.env.fr, queued, func(*Span) {})
			queued = beginSpan(b.env.fr, event.SpanQueue, b.around.place(b.pos), func(s *Span) {
				s.Block = event.Block{Kind: b.kind, ID: b.id, Attempt: b.made + 1}
				s.Through = event.Through{Name: p.name, For: look.For.String()}
			})
			noted = look.For
			b.note(b.env.fr, event.WaitingThrough, func(e *Event) {
				e.Block.Attempt, e.Through.Name, e.Through.For = b.made+1, p.name, look.For.String()
			})
		}
		if end, over := p.wait(look); over {
			return end, true
		}
	}
}

// statusTemporary is the status of a temporary failure: EX_TEMPFAIL of sysexits.h.
const statusTemporary = 75

// wait waits until it is worth looking again. Traps run at once. At a prompt a key may end the wait
// or give up the block.
func (p *admission) wait(look through.Look) (ending, bool) {
	b := p.b
	fr := b.env.fr
	wake := fr.sh.signals.wakeChan()
	if out := fr.attention(); out.Divert == flow.Failure {
		fr.regs.after = retry.After{}
	} else if out.Divert != flow.None {
		return b.between(out), true
	}
	pressed, over := b.showWait(Wait{
		Through: event.Through{Name: p.name, For: look.For.String()}, Holder: look.Holder,
	})
	ctx, cancel := context.WithCancel(b.scope.Context())
	defer cancel()
	slept := make(chan struct{})
	go func() {
		defer close(slept)
		if c := fr.sh.opts.Standalone.Clock; c != nil { // the gate's naps are on the real clock
			defer c.AfterFunc(p.gate.Nap(look), cancel).Stop()
		}
		p.gate.Sleep(ctx, look)
	}()
	var key byte
	select {
	case <-slept:
	case <-wake:
	case key = <-pressed:
	}
	over()
	if key == 0 {
		key = answered(pressed)
	}
	b.givenUp = key == keyGiveUp
	cancel()
	<-slept
	switch {
	case b.scope.Expired():
		return p.overdue(look.For), true
	case b.givenUp:
		return failsWith(reasonPermanent, max(fr.env.status, 1)), true
	}
	return ending{}, false
}

// overdue ends a block cancelled during the wait.
func (p *admission) overdue(why through.Reason) ending {
	b := p.b
	if c := b.scope.Cause(); c == nil || c.Kind != scope.Deadline || c.Scope != b.scope {
		return b.between(b.env.fr.cancelOutcome())
	}
	switch why {
	case through.Breaker:
		return p.refused(reasonOpen, flow.StatusDeadline,
			p.name+": the breaker was not closed before the time limit")
	case through.Asked:
		return p.refused(reasonOpen, flow.StatusDeadline,
			p.name+": an attempt asked for a delay that was not over before the time limit")
	case through.Jobs:
		return p.refused(reasonBusy, flow.StatusDeadline,
			p.name+": no slot was free before the time limit")
	case through.Budget:
		return p.refused(reasonBusy, flow.StatusDeadline,
			p.name+": no retry was left in the budget before the time limit")
	}
	return failsWith(reasonDeadline, flow.StatusDeadline)
}

// refused ends the block. The failure of an earlier attempt says more than message, and stays.
func (p *admission) refused(reason string, status int, message string) ending {
	b := p.b
	if b.errors.Last == nil {
		b.env.fr.regs.pos = b.pos
		failedIn(b.env.fr, b.pos, message, status)
		b.keep(&attempt{failure: b.env.fr.regs.failure})
	}
	return failsWith(reason, status)
}

// unusable handles an error in the shared state. If the clause asks for slots, the block ends,
// since their holders are not known. Otherwise the attempt is made, with one message per shell.
func (p *admission) unusable(err error) (ending, bool) {
	message := unusableState(p.name, err)
	if p.gate.Terms.Jobs > 0 {
		return p.refused(reasonState, statusTemporary, message), true
	}
	if fr := p.b.env.fr; fr.sh.blocks.through.unusable.CompareAndSwap(false, true) {
		fr.regs.pos = p.b.pos
		fr.say("%s: attempts are made without budget and breaker", message)
	}
	return ending{}, false
}

// unusableState returns the message about an error in the shared state of a name.
func unusableState(name string, err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return "through " + name + ": " + path.Path + ": " + errorText(path.Err)
	}
	return "through " + name + ": " + errorText(err)
}

// passed notes that the gate has admitted the attempt.
func (p *admission) passed(look through.Look) {
	b := p.b
	b.env.set(b.env.fr.sh.names.Ref(through.Variable), p.gate.Inside())
	if holds := heldKinds(look.Kind); holds != "" {
		b.note(b.env.fr, event.PassedThrough, func(e *Event) {
			e.Block.Attempt, e.Through.Name, e.Through.For = b.made+1, p.name, holds
		})
	}
}

// heldKinds names the attempt's hold on the gate: probe, ramp or slot; "": none.
func heldKinds(k through.Kind) string {
	switch {
	case k&through.Probe != 0:
		return "probe"
	case k&through.Ramping != 0:
		return "ramp"
	case k&through.Job != 0:
		return "slot"
	}
	return ""
}

// ready prepares an admitted attempt before its first list runs. The watchdog holds the slot too,
// and frees it only when all processes of the attempt are gone. On failure the outcome is as for a
// command that could not be started.
func (p *admission) ready() (flow.Outcome, bool) {
	if p == nil {
		return flow.Outcome{}, true
	}
	fr := p.b.env.fr
	err := p.short
	if p.short = nil; err != nil {
		fr.regs.pos = p.b.pos
		return fr.notBegun(flow.StatusNoExec, "cannot start threads: %s", why(fr, err)), false
	}
	slot := p.gate.Slot()
	if slot == nil {
		return flow.Outcome{}, true
	}
	watch := func(f *os.File) error { return fr.sh.blocks.guard.Hold(f) }
	if err := fr.sh.blocks.through.holds.Watch(slot, watch); err != nil {
		fr.regs.pos = p.b.pos
		fr.sh.counters.wants.Add(1)
		return fr.notBegun(flow.StatusNoExec, "through %s: %s", p.name, err), false
	}
	return flow.Outcome{}, true
}

// attempted notes the result of an attempt, and the cost of the next one.
func (p *admission) attempted(a *attempt) {
	if p == nil {
		return
	}
	p.made, p.cost = true, 1
	p.report = a.report(p.b.env.fr)
	if p.report.Outcome == through.CutShort {
		p.cost = 2
	}
	p.report.Most = p.most
}

// report returns the result of an attempt as it concerns other blocks.
func (a *attempt) report(fr *frame) (r through.Report) {
	switch a.verdict {
	case retry.Succeeded:
		r.Outcome = through.Success
	case retry.Diverted:
		if a.out.Status == 0 {
			r.Outcome = through.Success
		}
	case retry.FailedOnce:
		if a.lost == nil && int(a.out.Status) != flow.StatusNotFound &&
			int(a.out.Status) != flow.StatusNoExec {
			r.Outcome = through.Failure
		}
	case retry.TimedOut, retry.Overdue:
		r.Outcome = through.CutShort
	}
	r.Lasted = fr.sh.clock.Now().Sub(a.began)
	r.Asks, r.After = a.after.Asked, a.after.Delay
	return r
}

// answered notes the check list's final answer about a failed attempt: it took effect after all, or
// it failed for good. Either way it does not count as a repeatable failure.
func (p *admission) answered(end ending) {
	if p != nil && end.reason != reasonDeadline {
		p.report.Outcome = through.Neither
	}
}

// leave ends the admission of an attempt and frees its slot. If no attempt was made, the admission
// is given back.
func (p *admission) leave() {
	if p == nil || !p.gate.In() {
		return
	}
	b := p.b
	b.env.unset(b.env.fr.sh.names.Ref(through.Variable))
	if !p.made {
		_ = p.gate.GiveBack()
		return
	}
	phase, changed, err := p.gate.End(p.report)
	if err == nil && changed {
		b.note(b.env.fr, event.BreakerChanged, func(e *Event) {
			e.Block.Attempt, e.Through.Name, e.Through.For = b.made, p.name, phase.String()
		})
	}
}

// close ends the admission and closes the gate.
func (p *admission) close() {
	if p != nil {
		p.leave()
		p.gate.Close()
	}
}
