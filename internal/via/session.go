package via

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"ftsh/internal/clock"
)

// A Session hands the branches of one block to an Executor and waits for their ends. Run must be
// running. Branch and Leave are safe for concurrent use.
type Session struct {
	dir   Dir
	exec  Executor
	clock clock.Clock
	opt   Options

	arrivals chan *entry
	leaving  chan int
	answers  chan func() // after calls of the Executor
	over     chan struct{}

	// The fields below belong to Run.
	pace       pace
	come       map[int]bool // branches that have come, or never will
	waiting    []*entry
	running    map[int]*entry // submitted, or about to be
	number     int            // of the last submission
	ordered    int            // number of branches with a mark
	found      adopted
	calling    context.CancelFunc
	polled     clock.Instant // when the queue was last read
	scanned    clock.Instant // when the directory was last read
	rest       time.Duration // between two readings
	cancelled  bool
	silent     silence
	cancelSent bool          // the Executor has cancelled
	again      clock.Instant // when to try again, if cancelling failed
	giveUp     clock.Instant // when to give up on cancelled branches
}

// Options are the limits of a Session.
type Options struct {
	Branches int           // number of branches
	Jobs     int           // most to run at the same time; 0: any number
	Chunk    int           // most tasks in a submission
	Every    time.Duration // between two readings of the queue
	Patience time.Duration // how long the mark may come after its task left the queue
	Ending   time.Duration // how long cancelled branches may take to end
	Longest  func() time.Duration
	// Silence is called by Run for a Silence that lasts for Patience, and for its end; nil: no
	// calls.
	Silence func(Silence)
	Run     int    // number of the submitting run; 0: the first
	Found   *Found // work submitted by earlier runs; nil: none
}

// A Result is the end of a branch.
type Result struct {
	Mark *Mark // nil: no mark, for one of the reasons below
	// Order counts the branches with a mark from 1, as nearly as possible in the order of their
	// ends.
	Order     int
	Lost      string // the task is gone: the reason
	Cause     Cause  // why it is gone, or why a signal ended the branch
	Err       error  // the branch could not be submitted
	Cancelled bool
}

// A taskID identifies a task.
type taskID struct{ submission, task int }

// An entry is an arrived branch.
type entry struct {
	n         int
	write     func() error
	done      chan Result
	place     taskID
	submitted bool
	missing   clock.Instant // when it was first not in the queue; 0: it was
	torn      clock.Instant // when its mark was first found without its files; 0: never
	marked    time.Time     // time of its mark, by the file system's clock
	asked     bool          // the Executor has been asked why it ended
	cause     Cause         // the answer
	result    *Result       // its end, while the Executor is asked; nil: none yet
}

// The directory is read again after soon, and after up to seldom if nothing happens.
const (
	soon   = 20 * time.Millisecond
	seldom = time.Second
)

// NewSession returns a Session for the branches of a directory.
func NewSession(d Dir, e Executor, c clock.Clock, opt Options) *Session {
	s := &Session{
		dir: d, exec: e, clock: c, opt: opt, pace: pace{opt.Jobs, max(opt.Chunk, 1)},
		arrivals: make(chan *entry), leaving: make(chan int), answers: make(chan func()),
		over: make(chan struct{}),
		come: make(map[int]bool), running: make(map[int]*entry), rest: soon, polled: c.Now(),
	}
	s.opt.Run = max(opt.Run, 1)
	if opt.Found != nil {
		s.adopt(opt.Found)
	}
	return s
}

// Branch submits branch n, unless an earlier run has, and returns after its end. write writes its
// state. Run calls it at most once, right before the submission.
func (s *Session) Branch(n int, write func() error) Result {
	e := &entry{n: n, write: write, done: make(chan Result, 1)}
	s.arrivals <- e
	return <-e.done
}

// Leave reports that branch n has ended, or will never come.
func (s *Session) Leave(n int) { s.leaving <- n }

// End reports the end of all arrived branches. Run then returns.
func (s *Session) End() { close(s.over) }

// Run submits arriving branches until End. When ctx ends, it cancels all branches, and those
// arriving later.
func (s *Session) Run(ctx context.Context) {
	done, over := ctx.Done(), s.over
	ended := false
	for {
		if s.calling == nil && ended && len(s.running) == 0 {
			return
		}
		s.call()
		s.look()
		s.reportSilence()
		wake := make(chan struct{})
		t := s.clock.AfterFunc(s.idle(), func() { close(wake) })
		select {
		case e := <-s.arrivals:
			s.come[e.n] = true
			if s.goesOn(e) {
				break
			}
			s.waiting = append(s.waiting, e)
			slices.SortFunc(s.waiting, func(a, b *entry) int { return a.n - b.n })
		case n := <-s.leaving:
			s.come[n] = true
			s.never(n)
		case answer := <-s.answers:
			s.calling = nil
			answer()
		case <-wake:
		case <-done:
			done = nil
			s.cancel()
		case <-over:
			over, ended = nil, true
			if s.calling != nil {
				s.calling()
			}
		}
		t.Stop()
		if s.cancelled {
			s.refuse()
		}
	}
}

// idle returns how long there is nothing to do without an event.
func (s *Session) idle() time.Duration {
	if len(s.running) == 0 {
		return time.Hour
	}
	now := s.clock.Now()
	wait := s.scanned.Add(s.rest).Sub(now)
	if s.calling == nil {
		wait = min(wait, s.due().Sub(now))
		if len(s.found.asked) > 0 {
			wait = min(wait, s.found.again.Sub(now))
		}
		if s.cancelled && !s.cancelSent {
			wait = min(wait, s.again.Sub(now))
		}
	}
	return max(wait, time.Millisecond)
}

// due returns the time of the next reading of the queue.
func (s *Session) due() clock.Instant {
	if s.cancelled {
		return s.polled.Add(min(s.opt.Every, seldom))
	}
	return s.polled.Add(s.opt.Every)
}

// start calls the Executor. Run executes answer after the call.
func (s *Session) start(call func(context.Context) (answer func())) {
	ctx, cancel := context.WithCancel(context.Background())
	s.calling = cancel
	go func() {
		answer := call(ctx)
		cancel()
		s.answers <- answer
	}()
}

// call calls the Executor if there is work and no call is running.
func (s *Session) call() {
	switch {
	case s.calling != nil:
	case s.cancelled && !s.cancelSent && len(s.running) > 0 && s.clock.Now() >= s.again:
		s.start(func(ctx context.Context) func() {
			ctx, cancel := context.WithTimeout(ctx, s.opt.Ending)
			defer cancel()
			err := s.exec.Cancel(ctx)
			return func() {
				now := s.clock.Now()
				s.cancelSent, s.again = err == nil, now.Add(seldom)
				// Read the queue again soon.
				s.polled = now.Add(soon - min(s.opt.Every, seldom))
			}
		})
	case s.drop(), s.ask(), s.explain(), s.submit():
	case len(s.running) > 0 && s.clock.Now() >= s.due():
		s.asks(false)
		s.start(func(ctx context.Context) func() {
			q, err := s.exec.Poll(ctx)
			return func() {
				s.heard(err)
				s.seen(q, err)
			}
		})
	}
}

// submit makes the next submission if one is due.
func (s *Session) submit() bool {
	if s.cancelled || len(s.come) < s.opt.Branches && len(s.waiting) < s.pace.chunk {
		return false
	}
	n, atOnce := s.pace.next(len(s.waiting), len(s.running))
	if n == 0 {
		return false
	}
	batch := slices.Clone(s.waiting[:n])
	s.waiting = s.waiting[n:]
	batch = slices.DeleteFunc(batch, func(e *entry) bool {
		if e.write == nil {
			return false // written for an earlier submission
		}
		err := e.write()
		if e.write = nil; err != nil {
			e.done <- Result{Err: err}
		}
		return err != nil
	})
	if len(batch) == 0 {
		return false
	}
	s.number++
	k, numbers := s.number, make([]int, len(batch))
	for i, e := range batch {
		e.place, e.submitted = taskID{k, i}, false
		numbers[i], s.running[e.n] = e.n, e
	}
	err := s.dir.keepStates(numbers)
	if err == nil {
		err = s.dir.writeIndex(k, s.opt.Run, numbers)
	}
	if err != nil {
		s.refused(k, batch, err)
		return false
	}
	what := Submission{Number: k, Tasks: len(batch), AtOnce: atOnce, Limit: s.opt.Longest()}
	s.rest = soon
	s.asks(true)
	s.start(func(ctx context.Context) func() {
		taken, err := s.send(ctx, what)
		return func() {
			s.heardSubmit(err)
			if err != nil {
				if !s.cancelled {
					s.refused(k, batch, err)
				}
				return
			}
			s.accepted(batch, taken)
		}
	})
	return true
}

// send submits, and records how many tasks were accepted.
func (s *Session) send(ctx context.Context, what Submission) (taken int, err error) {
	taken, err = s.exec.Submit(ctx, what)
	if err == nil && (taken <= 0 || taken > what.Tasks) {
		err = fmt.Errorf("%d of %d tasks were submitted", taken, what.Tasks)
	}
	if err == nil {
		s.dir.writeTaken(what.Number, taken)
	}
	return taken, err
}

// accepted notes that the first branches of a submission were accepted. The others wait again, and
// further submissions are no larger.
func (s *Session) accepted(batch []*entry, taken int) {
	for _, e := range batch[:taken] {
		e.submitted = true
	}
	if taken == len(batch) {
		return
	}
	s.pace.chunk = taken
	for _, e := range batch[taken:] {
		delete(s.running, e.n)
	}
	s.waiting = append(batch[taken:len(batch):len(batch)], s.waiting...)
}

// refused fails the branches of a submission. If one of its tasks runs all the same, it finds no
// branch.
func (s *Session) refused(k int, batch []*entry, err error) {
	s.dir.refuse(k)
	for _, e := range batch {
		s.end(e, Result{Err: err})
	}
}

// end ends a branch, once.
func (s *Session) end(e *entry, r Result) {
	if s.running[e.n] == e {
		delete(s.running, e.n)
		e.done <- r
	}
}

// seen handles a reading of the queue. Ended and lost tasks are missing there.
func (s *Session) seen(q Queue, err error) {
	s.polled = s.clock.Now()
	if err != nil {
		return
	}
	gone := false
	for _, e := range s.running {
		switch {
		case q.has(e.place):
			if e.missing = 0; e.result == nil {
				e.asked, e.cause = false, Cause{}
			}
		case e.missing == 0 && (e.submitted || s.cancelled):
			e.missing, gone = s.polled, true
		}
	}
	// Read the directory after the queue, before giving branches up.
	if gone {
		s.rest, s.scanned = soon, s.polled-1
	}
}

// look reads the directory if that is due. It ends the branches with a mark, and those that will
// have none.
func (s *Session) look() {
	now := s.clock.Now()
	if len(s.running) == 0 || now < s.scanned.Add(s.rest) {
		return
	}
	ended, err := s.dir.ended()
	s.scanned, s.rest = s.clock.Now(), min(2*s.rest, seldom)
	if err != nil && !errors.Is(err, os.ErrNotExist) && !s.cancelled {
		return // no answer says nothing
	}
	for _, e := range s.inOrder(ended) {
		s.marked(e)
		s.rest = soon
	}
	for _, e := range s.running {
		switch {
		case e.result != nil:
		case s.cancelled && (e.missing != 0 && e.missing < s.scanned || s.scanned >= s.giveUp):
			s.end(e, Result{Cancelled: true})
		case e.missing != 0 && s.scanned.Sub(e.missing) >= s.opt.Patience:
			s.end(e, Result{Lost: "it left the queue and wrote no result", Cause: e.cause})
		case e.torn != 0 && s.scanned.Sub(e.torn) >= s.opt.Patience:
			s.end(e, Result{Lost: errTorn.Error()})
		}
	}
}

// inOrder returns the running branches among ended, in the order of their marks.
func (s *Session) inOrder(ended []int) []*entry {
	var all []*entry
	for _, n := range ended {
		if e := s.running[n]; e != nil && e.result == nil {
			e.marked = s.dir.markedAt(n)
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(a.marked.Compare(b.marked), a.n-b.n)
	})
	return all
}

// marked ends a branch with a mark, if the mark's files are there.
func (s *Session) marked(e *entry) {
	m, err := s.dir.read(e.n)
	switch {
	case err == nil && m.unexplained() && !s.cancelled:
		e.result, e.asked = &Result{Mark: m}, false
	case err == nil:
		s.finish(e, Result{Mark: m})
	case e.torn == 0:
		e.torn = s.scanned
	}
}

// finish ends a branch with a mark.
func (s *Session) finish(e *entry, r Result) {
	if s.running[e.n] == e {
		s.ordered++
		r.Order = s.ordered
		s.end(e, r)
	}
}

// cancel begins to end all branches.
func (s *Session) cancel() {
	s.cancelled = true
	s.giveUp = s.clock.Now().Add(s.opt.Ending)
	s.rest = soon
	_ = s.dir.Cancel()
	s.cancelAdopted()
	for _, e := range s.running {
		if e.missing = 0; e.result != nil {
			s.finish(e, *e.result)
		}
	}
	if s.calling != nil {
		s.calling()
	}
}

// refuse ends the branches not submitted yet.
func (s *Session) refuse() {
	for _, e := range s.waiting {
		e.done <- Result{Cancelled: true}
	}
	s.waiting = nil
}
