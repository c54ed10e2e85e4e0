package interp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/via"
	"ftsh/interp/event"
)

// remoteBranchOp is the body of a branch on a batch system.
type remoteBranchOp struct {
	remote *remote
	block  *block
	n      int
	going  bool // an earlier run has submitted it
}

func (o *remoteBranchOp) exec(fr *frame) flow.Outcome {
	back := fr.context.group.blocking()
	r := o.remote.session.Branch(o.n, func() error { return o.write(fr) })
	o.addTrace(fr)
	back()
	o.facts(fr, &r)
	switch m := r.Mark; {
	case r.Cancelled && m == nil:
		return fr.cancelOutcome()
	case r.Err != nil:
		return o.refused(fr, r.Err)
	case m == nil:
		return o.lost(fr, &r)
	case m.Reason != "":
		o.remote.turns.take(r.Order)()
		return o.failed(fr, m.Status, m.Host+": "+m.Reason)
	default:
		out := o.ended(fr, m, r.Order)
		o.explain(fr, m, r.Cause.Reason)
		return out
	}
}

// addTrace adds the spans of the branch's shell to the trace of this one.
func (o *remoteBranchOp) addTrace(fr *frame) {
	add := fr.sh.opts.Standalone.AddTrace
	if add == nil {
		return
	}
	if f, err := os.Open(o.remote.dir.Of(o.n, "trace")); err == nil {
		add(f)
		f.Close()
	}
}

// facts notes where and when the branch ran. The clocks of two machines may differ.
func (o *remoteBranchOp) facts(fr *frame, r *via.Result) {
	t := fr.facts
	if t.node = r.Cause.Node; r.Mark == nil {
		return
	}
	m := r.Mark
	if t.node = m.Host; !m.Began.IsZero() {
		c := fr.sh.clock
		begun := c.Wall().Add(-c.Now().Sub(o.block.began))
		t.start, t.took, t.wait = m.Began, m.Took, max(m.Began.Sub(begun), 0)
	}
	if o.going {
		t.wait = -1 // since an earlier run
	}
}

// Why a branch failed on another machine, if it knows more than the batch system.
const (
	lastOom     = "oom"
	lastLost    = "lost"
	lastRefused = "refused"
)

// explain adds what is known to the failure of a branch that ran.
func (o *remoteBranchOp) explain(fr *frame, m *via.Mark, reason string) {
	if m.Oom {
		reason = lastOom
	}
	o.because(fr, m.Status, reason)
}

// because sets the reason of the branch's failure; "": none is known.
func (o *remoteBranchOp) because(fr *frame, status int, reason string) {
	if f := fr.regs.failure; f != nil && f.Status == status && reason != "" {
		g := *f
		g.Reason = reason
		fr.regs.failure = &g
	}
}

// lost returns the outcome of a branch whose task is gone.
func (o *remoteBranchOp) lost(fr *frame, r *via.Result) flow.Outcome {
	c, message := r.Cause, "the branch is lost: "+r.Lost
	if c.Reason != "" {
		message += " (" + c.Reason
		if c.Node != "" {
			message += " on " + c.Node
		}
		if c.Text != "" {
			message += ": " + c.Text
		}
		message += ")"
	}
	out := o.failed(fr, via.StatusLost, message)
	o.because(fr, via.StatusLost, cmp.Or(c.Reason, lastLost))
	return out
}

// A turnOrder lets goroutines run in the order of their numbers, from 1. The zero value is ready.
type turnOrder struct {
	mu      sync.Mutex
	changed *sync.Cond
	over    int // the number of finished turns
}

// take waits for the turn of n. The turn ends with a call of the returned function.
func (t *turnOrder) take(n int) (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changed == nil {
		t.changed = sync.NewCond(&t.mu)
	}
	for t.over != n-1 {
		t.changed.Wait()
	}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.over = n
		t.changed.Broadcast()
	}
}

// write writes the branch's environment for the batch system. It leaves out everything tied to this
// process, such as jobs and limits: the other machine has its own.
func (o *remoteBranchOp) write(fr *frame) error {
	s := stateOf(fr, o.remote.word.list)
	e, c := &s.Environment, &s.Context
	e.Jobs, e.Hashed, e.Limits = nil, nil, nil
	c.Deadline, c.Spawner, c.Member, c.Prompted = 0, 0, false, false
	var files []fd.Laid
	for _, l := range e.Files {
		if l.Number > 2 {
			continue
		}
		if l.Number == 2 && l.Same == 2 && o.block.streams.print == nil && samePlace(fr) {
			l.Same = 1
		}
		files = append(files, l)
	}
	e.Files = files
	data, err := s.Append(nil)
	if err != nil {
		return err
	}
	return os.WriteFile(o.remote.dir.Of(o.n, "state"), data, 0o600)
}

// samePlace reports whether standard output and error are one file, pipe or terminal. If so, their
// order is kept.
func samePlace(fr *frame) bool {
	var at [2]syscall.Stat_t
	for i := range at {
		f := fr.env.fds.Get(i + 1)
		if f == nil {
			return false
		}
		n, err := f.Fd()
		if err != nil || syscall.Fstat(n, &at[i]) != nil {
			return false
		}
	}
	return at[0].Dev == at[1].Dev && at[0].Ino == at[1].Ino
}

// failed returns the outcome of a branch that did not run to its end.
func (o *remoteBranchOp) failed(fr *frame, status int, message string) flow.Outcome {
	fr.regs.pos = o.remote.word.pos
	return fr.notBegun(status, "via %s: %s", o.remote.name, message)
}

// refused returns the outcome of a branch that could not be submitted. All branches of a submission
// have the same error, so it is reported once. A permanent error ends the try around.
func (o *remoteBranchOp) refused(fr *frame, err error) flow.Outcome {
	message := "via " + o.remote.name + ": " + err.Error()
	failedIn(fr, o.remote.word.pos, message, flow.StatusNoExec)
	o.because(fr, flow.StatusNoExec, lastRefused)
	o.remote.reported.Do(func() {
		fr.regs.pos = o.remote.word.pos
		fr.say("%s", message)
	})
	out := flow.Status(flow.StatusNoExec)
	var refusal *refusedError
	if errors.As(err, &refusal) && !refusal.passing {
		out.Divert = flow.Abort
	}
	return out
}

// ended prints the output of a branch after its end on its machine, and returns its outcome.
func (o *remoteBranchOp) ended(fr *frame, m *via.Mark, order int) flow.Outcome {
	werr := o.print(fr, m, order)
	r := o.reply(m)
	if r != nil {
		restoreReply(fr, r)
	}
	switch {
	case m.Limit == via.LimitTimeout, m.Limit == via.LimitDeadline && o.formerly(fr):
		fr.context.scope.Cancel(&scope.Cause{Kind: scope.Timeout, Scope: fr.context.scope,
			Status: flow.StatusDeadline})
		return fr.cancelOutcome()
	case m.Limit == via.LimitDeadline: // by the machine's clock
		await(fr, nil)
		return fr.cancelOutcome()
	case werr != nil:
		return o.unprinted(fr, werr)
	case r == nil || m.Signal != 0: // exec, or a signal
		if m.Signal != 0 {
			saySignal(fr, sig.Signal(m.Signal), false)
		}
		if m.Status != 0 && (fr.regs.failure == nil || fr.regs.failure.Status != m.Status) {
			fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(o.remote.word.pos),
				Source: "via " + o.remote.name, Status: m.Status}}
		}
		return flow.Status(m.Status)
	case r.Runaway:
		runaway(fr)
		return fr.cancelOutcome()
	case r.Outcome.Divert == flow.Cancel:
		return flow.Status(m.Status)
	}
	return r.Outcome
}

// reply reads the reply of the branch's shell; nil: the shell was replaced by exec, or killed by a
// signal.
func (o *remoteBranchOp) reply(m *via.Mark) *handover.Reply {
	f, err := m.Reply.Open(o.remote.dir.Of(o.n, "reply"))
	if err != nil {
		return nil
	}
	defer f.Close()
	r, err := handover.DecodeReply(f)
	if err != nil {
		return nil
	}
	return r
}

// print writes the branch's output and errors, after the output of branches ended before. Once the
// block has been cancelled, a reader has a second.
func (o *remoteBranchOp) print(fr *frame, m *via.Mark, order int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(fr.context.scope.Context(), func() {
		fr.sh.clock.AfterFunc(lastWords, cancel)
	})()
	fr.sh.startSignals()
	defer fr.context.group.blocking()()
	defer o.remote.turns.take(order)()
	err := o.copy(ctx, fr, 1, m.Out, "out")
	_ = o.copy(ctx, fr, 2, m.Err, "err") // unwritten errors fail nothing
	return err
}

func (o *remoteBranchOp) copy(ctx context.Context, fr *frame, n int, sum via.Sum,
	what string) error {
	to := fr.env.fds.Get(n)
	if to == nil || sum.Size == 0 {
		return nil
	}
	from, err := sum.Open(o.remote.dir.Of(o.n, what))
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(writing{ctx, to}, io.LimitReader(from, sum.Size))
	return err
}

// writing makes a File an io.Writer.
type writing struct {
	ctx  context.Context
	file fd.File
}

func (w writing) Write(p []byte) (int, error) { return w.file.Write(w.ctx, p) }

// unprinted returns the outcome of a branch whose output cannot be written. Without a reader it is
// the outcome of SIGPIPE.
func (o *remoteBranchOp) unprinted(fr *frame, err error) flow.Outcome {
	if errors.Is(err, syscall.EPIPE) {
		fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(o.remote.word.pos),
			Source: "via " + o.remote.name, Status: statusPipe}}
		return flow.Status(statusPipe)
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	return o.failed(fr, 1, "write error: "+strings.TrimSpace(errorText(err)))
}
