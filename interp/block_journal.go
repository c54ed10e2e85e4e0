package interp

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/quote"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/treehash"
	"ftsh/internal/txn"
	"ftsh/internal/via"
	"ftsh/internal/watchdog"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// Why a block with a journal failed: values of FTSH_REASON.
const (
	reasonLocked  = "locked"
	reasonJournal = "journal"
)

// statusLocked is the status of a block if another run has locked its journal: EX_TEMPFAIL.
const statusLocked = 75

// durable is a block's journal (docs/guides/durable.md).
type durable struct {
	name  string
	file  *journal.Journal
	found journal.State // the state at the block's start
	done  atomic.Bool   // the success of the block is recorded
	gone  atomic.Bool   // exec has taken the attempt's output: nothing to record

	// Of a forany or forall: the words of the attempts after the first `before` ones.
	branches []journal.Branch
	before   int
	left     via.Dir      // an earlier run's directory on the batch system (away)
	going    map[int]bool // indexes of branches still running from an earlier run

	again  sync.Mutex // held while an output is written again
	mu     sync.Mutex // attempts may run at the same time
	unsure bool       // an attempt's effect is not known
	err    error      // why recording failed
}

// failure returns the error of recording the block; nil: there is none.
func (d *durable) failure() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

// textOf returns the hash of a block's text if the block has a journal.
func textOf(journal *ast.Word, lists ...*ast.List) string {
	if journal == nil {
		return ""
	}
	return treehash.Sum(lists...)
}

// openDurable opens the journal of a block, after its header was evaluated. over: the block ends
// here, because it has succeeded before or cannot begin.
func (o *blockOp) openDurable(b *block) (end ending, over bool) {
	fr, name := b.env.fr, *b.clauses.journal
	if e := fr.env.fds.Entry(1); o.streams && given(e) {
		return b.badHeader(errors.New("expected no streaming with journal: a journal keeps the output so that it can be given again")), true
	}
	dir, err := journalDir(fr)
	if journal.IsPath(name) {
		dir, err = "", nil
	}
	path := ""
	if err == nil {
		path, err = journal.Path(name, dir, fr.env.pwd)
	}
	if err != nil {
		return b.badHeader(err), true
	}
	at := b.around.place(b.pos)
	j, err := o.openWhenLeft(b, path, name, at)
	var twice *journalTwice
	switch {
	case errors.As(err, &twice):
		return b.badHeader(err), true
	case errors.Is(err, journal.ErrLocked):
		return b.undone(reasonLocked, statusLocked, journalFault(name, err)), true
	case err != nil:
		return b.undone(reasonJournal, 1, journalFault(name, err)), true
	}
	d := &durable{name: name, file: j.file, found: j.file.State()}
	d.findAway()
	err = d.fits(b.kind, o.hash)
	if err == nil {
		err = d.fitsAway(b.remote)
	}
	if err != nil {
		fr.sh.blocks.journals.rest(j.file)
		return b.badHeader(err), true
	}
	if err := b.recordAround(path); err != nil {
		fr.sh.blocks.journals.rest(j.file)
		return b.undone(reasonJournal, 1, journalFault(name, err)), true
	}
	b.durable = d
	d.unsure = d.found.Unsure
	return o.beginDurable(b, j.mark, at)
}

// openWhenLeft opens a journal. If only the watchdog of a killed run has the lock, openWhenLeft
// waits for it: the watchdog frees the lock when it has ended the run's processes. The limit is the
// kill timeout and a second.
func (o *blockOp) openWhenLeft(b *block, path, name string, at event.Place) (*openJournal, error) {
	fr := b.env.fr
	limit := fr.sh.clock.Now().Add(fr.sh.killTimeout(fr.context.scope.Tree()) + time.Second)
	dead := watchdog.DeadHolder{Path: path}
	var queued *span
	defer func() { endSpan(fr, queued, func(*Span) {}) }()
	for rest := time.Millisecond; ; rest = min(2*rest, 100*time.Millisecond) {
		j, err := openJournalAt(fr, path, name, b.kind, b.clauses.keep, at)
		if !errors.Is(err, journal.ErrLocked) || fr.sh.clock.Now() >= limit || !dead.Frees() {
			return j, err
		}
		if queued == nil {
			queued = beginSpan(fr, event.SpanQueue, b.around.place(b.pos), func(s *Span) {
				s.Block = event.Block{Kind: b.kind, ID: b.id}
				s.Through = event.Through{Name: name, For: "the journal"}
			})
		}
		if fr.sh.clock.Sleep(b.scope.Context(), rest) != nil {
			return nil, err
		}
	}
}

// recordAround records a journal in the journal of the block around. The block around is complete
// only together with the inner one: the inner one must not run again after the outer one's success.
func (b *block) recordAround(path string) error {
	for o := b.parent; o != nil; o = o.parent {
		if o.durable == nil {
			continue
		}
		if o.durable.file.HasInner(path) {
			return nil
		}
		return o.durable.file.Append(journal.Record{Kind: journal.Inner,
			Stamp: stampOf(b.env.fr.sh), Place: journal.Text(path)})
	}
	return nil
}

// fits returns an error if the journal belongs to another kind of block or to another text.
func (d *durable) fits(kind, hash string) error {
	st := &d.found
	if st.Block != kind {
		return fmt.Errorf("the journal %q belongs to a %s", d.name, st.Block)
	}
	if (st.Phase == journal.Running || st.Phase >= journal.Done || len(st.Branches) > 0) &&
		st.Hash != "" && st.Hash != hash {
		return fmt.Errorf("the journal %q was begun by a block with another text; to continue it with this one: ftsh-state journal adopt %s", d.name, quote.Word(d.name))
	}
	return nil
}

// undone ends a block because its journal cannot be used.
func (b *block) undone(reason string, status int, message string) ending {
	fr := b.env.fr
	fr.regs.pos = b.pos
	fr.say("%s", message)
	failedIn(fr, b.pos, message, status)
	b.env.set(fr.sh.blocks.refs.tryID, b.id)
	b.keep(&attempt{failure: fr.regs.failure})
	return failsWith(reason, status)
}

// beginDurable records the beginning or resumption of the block, and restores the state of a
// resumed block.
func (o *blockOp) beginDurable(b *block, mark string, at event.Place) (ending, bool) {
	d, fr := b.durable, b.env.fr
	st, now := &d.found, stampOf(fr.sh)
	left, _, back := st.Remaining(now)
	if back > 0 && st.Phase == journal.Running {
		fr.regs.pos = b.pos
		fr.say("journal %q: the clock is %s before the last record: no time counts as elapsed since", d.name, back.Round(time.Second))
	}
	records := []journal.Record{{
		Kind: journal.Opened, Stamp: now, Mark: journal.Text(mark), Pid: fr.sh.id.pid,
		Place: journal.Text(at.String()), Hash: o.hash, Around: turns(b.parent),
	}}
	goesOn, done := st.Phase == journal.Running, st.Phase >= journal.Done && st.Success != nil
	switch {
	case goesOn:
		b.id, b.made = st.ID, st.Attempts
		if b.limits.duration = st.Limit; b.limits.times > 0 {
			b.limits.times = st.Times
		}
		b.deadline = 0
		if st.Left != nil {
			b.deadline = fr.sh.clock.Now().Add(left)
		}
		records[0].Left = b.left()
	case !done:
		if st.ID != "" {
			b.id = st.ID
		}
		records = append(records, journal.Record{
			Kind: journal.Started, Stamp: now, ID: b.id, Hash: o.hash, Times: b.repeats.Times,
			Limit: b.limits.duration, Left: b.left(),
		})
	}
	if err := d.file.Append(records...); err != nil {
		d.err = err
		return b.undone(reasonJournal, 1, journalFault(d.name, err)), true
	}
	if done {
		return o.givenAgain(b, st.Success), true
	}
	if err := b.watchOver(); err != nil {
		d.err = err
		return b.undone(reasonJournal, 1, journalFault(d.name, err)), true
	}
	switch resumed := fr.sh.names.Ref("FTSH_RESUMED"); {
	case goesOn || len(st.Branches) > 0:
		b.env.set(resumed, strconv.Itoa(st.Runs))
	// The value is from a block around, or from the shell's parent.
	case fr.env.vars.Value("FTSH_RESUMED") != "":
		b.env.set(resumed, "")
	}
	return ending{}, false
}

// watchOver lets the watchdog hold the lock too: processes left after a SIGKILL must be gone before
// another run goes on.
func (b *block) watchOver() error {
	if f := b.durable.file.OS(); f != nil {
		return b.env.fr.sh.blocks.guard.Hold(f)
	}
	return nil
}

// leaveDurable undoes openDurable. The journal stays locked until the shell ends.
func (b *block) leaveDurable() {
	if b.durable == nil {
		return
	}
	if f := b.durable.file.OS(); f != nil {
		b.env.fr.sh.blocks.guard.Drop(f)
	}
	b.env.fr.sh.blocks.journals.rest(b.durable.file)
}

// left returns the time until the block's deadline; nil: no deadline.
func (b *block) left() *time.Duration {
	if b.deadline == 0 {
		return nil
	}
	d := max(b.deadline.Sub(b.env.fr.sh.clock.Now()), 0)
	return &d
}

// begun records the beginning of an attempt; false: it cannot be recorded, and the attempt must not
// begin. begun comes right before the attempt, after everything that may delay it.
func (b *block) begun(at *attemptEnv, number int, word string) bool {
	d := b.durable
	if d == nil || d.going[number-1-d.before] {
		return true
	}
	ok := b.recorded(at.fr, d.about(journal.Begun, &attempt{number: number, word: word}))
	d.mu.Lock()
	d.unsure = d.unsure || ok
	d.mu.Unlock()
	return ok
}

// recorded appends a record about the block. On failure the block fails too.
func (b *block) recorded(fr *frame, r journal.Record) bool {
	d := b.durable
	if d.failure() == nil {
		if err := b.append(fr, r); err != nil {
			d.fail(b, fr, err)
		}
	}
	return d.failure() == nil
}

// append appends a record like recorded, and returns the error.
func (b *block) append(fr *frame, r journal.Record) error {
	r.Stamp = stampOf(fr.sh)
	r.Left = b.left()
	back := fr.context.group.blocking()
	defer back()
	return b.durable.file.Append(r)
}

// about returns a record about an attempt.
func (d *durable) about(kind journal.Kind, a *attempt) journal.Record {
	r := journal.Record{Kind: kind, Attempt: a.number, Word: journal.Text(a.word),
		Status: int(a.out.Status)}
	if i := a.number - 1 - d.before; i >= 0 && i < len(d.branches) {
		of := d.branches[i]
		r.Occurrence = of.Occurrence
		if p := d.found.Branches[of]; d.found.Block == "forall" {
			r.Attempt = 1
			if p != nil {
				r.Attempt += p.Attempts
			}
			if d.going[i] {
				r.Attempt--
			}
		}
	}
	return r
}

// ended returns a record about the end of an attempt.
func (d *durable) ended(kind journal.Kind, a *attempt, sh *Shell) journal.Record {
	r := d.about(kind, a)
	if a.began != 0 {
		r.Duration = sh.clock.Now().Sub(a.began)
		start := sh.clock.Wall().Add(-r.Duration).UTC()
		r.Start = &start
	}
	if r.Occurrence > 0 {
		if a.facts != nil {
			r.Node = journal.Text(a.facts.node)
		}
		if kind == journal.Failed {
			r.Reason = a.reason()
		}
	}
	if a.failure != nil && kind == journal.Failed {
		r.Error = journal.Text(a.failure.String())
	}
	return r
}

// unbegun returns an attempt whose beginning could not be recorded.
func unbegun(sc *scope.Scope) attempt {
	return attempt{verdict: retry.FailedForGood, out: flow.Status(1), cause: sc.Close(false)}
}

// commit records an attempt before its output is published, if it succeeded or left the block with
// status 0. If it cannot be recorded, the attempt has failed.
func (b *block) commit(at *attemptEnv, a *attempt) {
	d := b.durable
	if d == nil || d.done.Load() || d.gone.Load() || d.failure() != nil ||
		a.verdict != retry.Succeeded && (a.verdict != retry.Diverted || a.out.Status != 0) {
		return
	}
	r := d.ended(journal.Succeeded, a, at.fr.sh)
	r.Depth = int(a.out.Depth)
	for _, v := range diversions {
		if v.divert == a.out.Divert {
			r.Divert = v.name
		}
	}
	var err error
	if o := at.out; o != nil {
		text, size, unheld := o.Held()
		if unheld != nil || b.streams.input.err() != nil {
			return // no success: publishAttempt reports it
		}
		r.Output, err = d.file.Keep(text, size)
	}
	if err == nil {
		err = b.append(at.fr, r)
	}
	switch {
	case err == nil:
		if b.kind != "forall" { // a forall is done when its branches are
			d.done.Store(true)
		}
	case errors.As(err, new(*txn.LostError)): // lost output: publishAttempt reports it
	default:
		d.fail(b, at.fr, err)
		a.verdict, a.out = retry.FailedForGood, flow.Status(1)
	}
}

// fail makes the block fail because of its journal.
func (d *durable) fail(b *block, fr *frame, err error) {
	d.mu.Lock()
	d.err = err
	d.mu.Unlock()
	message := journalFault(d.name, err)
	fr.regs.pos = b.pos
	fr.say("%s", message)
	failedIn(fr, b.pos, message, 1)
}

// failedAgain records a failed attempt to be repeated after a delay.
func (b *block) failedAgain(a *attempt, w *retry.Waits, delay time.Duration) bool {
	if b.durable == nil {
		return true
	}
	b.durable.unsure = false
	r := b.durable.ended(journal.Failed, a, b.env.fr.sh)
	progress := journal.Policy(w.Progress())
	r.Delay, r.Policy = delay, &progress
	return b.recorded(b.env.fr, r)
}

// failedWord records a failed alternative or branch.
func (b *block) failedWord(fr *frame, a *attempt) bool {
	d := b.durable
	return d == nil || b.recorded(fr, d.ended(journal.Failed, a, fr.sh))
}

// answered notes the check list's answer about the last attempt.
func (b *block) answered(said answer) {
	if d := b.durable; d != nil && said == refuted {
		d.unsure = false
	}
}

// concluded records that the block finally failed, or was left without success.
func (b *block) concluded(end ending) {
	d := b.durable
	if d == nil || d.done.Load() || d.failure() != nil || d.gone.Load() {
		return
	}
	reason := end.reason
	if reason == "" && end.out.Status != 0 {
		reason = "left"
	}
	r := journal.Record{Kind: journal.Ended, Status: int(end.out.Status), Reason: reason,
		Unsure: d.unsure && b.kind == "try"}
	if b.errors.Last != nil {
		r.Error = journal.Text(b.errors.Last.String())
	}
	b.recorded(b.env.fr, r)
}

// execs records that exec leaves an attempt: its result will never be known.
func (b *block) execs() {
	if d := b.durable; d != nil && !d.done.Load() {
		d.gone.Store(true)
		b.recorded(b.env.fr, journal.Record{Kind: journal.Unknown, Attempt: b.made,
			Reason: "exec"})
	}
}
