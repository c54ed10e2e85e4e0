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

// A Session hands the branches of one block to an Executor, and waits for their ends. Run is to be
// running; Branch and Leave are safe for concurrent use.
type Session struct {
	dir   Dir
	exec  Executor
	clock clock.Clock
	opt   Options

	arrivals chan *entry
	leaving  chan int
	answers  chan func() // of calls of the Executor that have ended
	over     chan struct{}

	// Of Run.
	pace      pace
	come      map[int]bool // the branches that have come, or never will
	waiting   []*entry
	running   map[int]*entry // submitted, or about to be
	number    int            // of the last submission
	ordered   int            // how many have had a mark
	found     adopted
	calling   context.CancelFunc
	polled    clock.Instant // when the last look at the queue ended
	scanned   clock.Instant // when the directory was read last
	rest      time.Duration // between two readings
	cancelled bool
	silent    silence
	told      bool          // the Executor has cancelled
	again     clock.Instant // not to be told before, when that has failed
	giveUp    clock.Instant // on those that were cancelled
}

// Options are the limits of a Session.
type Options struct {
	Branches int           // how many there are
	Jobs     int           // how many may run at the same time; 0: any number
	Chunk    int           // the greatest number of tasks of a submission
	Every    time.Duration // between two looks at the queue
	Patience time.Duration // how long after its task was gone from the queue the mark of a branch may show
	Ending   time.Duration // how long branches may take to end that were cancelled
	Longest  func() time.Duration
	Silence  func(Silence) // is told of one that lasts for Patience, and of its end, by Run; nil: nobody is
	Run      int           // that the branches are submitted by; 0: the first
	Found    *Found        // what earlier ones have submitted; nil: nothing
}

// A Result is how a branch has ended.
type Result struct {
	Mark      *Mark  // nil: there is none, and one of the following says why
	Order     int    // of those that have a mark: from 1, as far as is known in the order in which they ended
	Lost      string // its task is gone
	Err       error  // it could not be submitted
	Cancelled bool
}

// A taskID is a task.
type taskID struct{ submission, task int }

// An entry is a branch that has come.
type entry struct {
	n         int
	write     func() error
	done      chan Result
	place     taskID
	submitted bool
	missing   clock.Instant // it was not in the queue any more; 0: it was
	torn      clock.Instant // its mark told of what was not there; 0: it did not
	marked    time.Time     // when its mark was written, by the clock of the file system
}

// The directory is read anew after soon, and if nothing happens seldom.
const (
	soon   = 20 * time.Millisecond
	seldom = time.Second
)

// NewSession returns a Session for the branches of a directory.
func NewSession(d Dir, e Executor, c clock.Clock, opt Options) *Session {
	s := &Session{
		dir: d, exec: e, clock: c, opt: opt, pace: pace{opt.Jobs, max(opt.Chunk, 1)},
		arrivals: make(chan *entry), leaving: make(chan int), answers: make(chan func()), over: make(chan struct{}),
		come: make(map[int]bool), running: make(map[int]*entry), rest: soon, polled: c.Now(),
	}
	s.opt.Run = max(opt.Run, 1)
	if opt.Found != nil {
		s.adopt(opt.Found)
	}
	return s
}

// Branch submits branch n, unless that has been done, and returns when it has ended. write writes its state; it is called at most
// once, by Run, just before.
func (s *Session) Branch(n int, write func() error) Result {
	e := &entry{n: n, write: write, done: make(chan Result, 1)}
	s.arrivals <- e
	return <-e.done
}

// Leave says that branch n has ended, or will never come.
func (s *Session) Leave(n int) { s.leaving <- n }

// End says that all branches have ended that ever came. Run returns then.
func (s *Session) End() { close(s.over) }

// Run hands over what comes, until End. When ctx ends, all branches are cancelled, and those that come
// later.
func (s *Session) Run(ctx context.Context) {
	done, over := ctx.Done(), s.over
	ended := false
	for {
		if s.calling == nil && ended && len(s.running) == 0 {
			return
		}
		s.call()
		s.look()
		s.tellSilence()
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

// idle is how long there is nothing to do by itself.
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
		if s.cancelled && !s.told {
			wait = min(wait, s.again.Sub(now))
		}
	}
	return max(wait, time.Millisecond)
}

// due is when the queue is to be looked at.
func (s *Session) due() clock.Instant {
	if s.cancelled {
		return s.polled.Add(min(s.opt.Every, seldom))
	}
	return s.polled.Add(s.opt.Every)
}

// start calls the Executor. answer is run behind it, by Run.
func (s *Session) start(call func(context.Context) (answer func())) {
	ctx, cancel := context.WithCancel(context.Background())
	s.calling = cancel
	go func() {
		answer := call(ctx)
		cancel()
		s.answers <- answer
	}()
}

// call calls the Executor if there is something to be done and no call is going on.
func (s *Session) call() {
	switch {
	case s.calling != nil:
	case s.cancelled && !s.told && len(s.running) > 0 && s.clock.Now() >= s.again:
		s.start(func(ctx context.Context) func() {
			ctx, cancel := context.WithTimeout(ctx, s.opt.Ending)
			defer cancel()
			err := s.exec.Cancel(ctx)
			return func() {
				now := s.clock.Now()
				s.told, s.again = err == nil, now.Add(seldom)
				s.polled = now.Add(soon - min(s.opt.Every, seldom)) // soon look what is left
			}
		})
	case s.drop(), s.ask(), s.submit():
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

// submit submits what is due, if anything.
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
			return false // it was written for an earlier submission
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

// send submits, and keeps how many tasks were taken.
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

// accepted notes that the first of a submission have been submitted. The others wait again, and further
// submissions have no more than these.
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

// refused fails the branches of a submission. A task of it that runs all the same finds no branch.
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

// seen is behind a look at the queue, which lacks those that have ended, and those that are lost.
func (s *Session) seen(q Queue, err error) {
	s.polled = s.clock.Now()
	if err != nil {
		return
	}
	gone := false
	for _, e := range s.running {
		switch {
		case q.has(e.place):
			e.missing = 0
		case e.missing == 0 && (e.submitted || s.cancelled):
			e.missing, gone = s.polled, true
		}
	}
	if gone { // then the directory is to be read after it, and before they are given up
		s.rest, s.scanned = soon, s.polled-1
	}
}

// look reads the directory if that is due, and ends the branches that have a mark, or will have none.
func (s *Session) look() {
	now := s.clock.Now()
	if len(s.running) == 0 || now < s.scanned.Add(s.rest) {
		return
	}
	ended, err := s.dir.ended()
	s.scanned, s.rest = s.clock.Now(), min(2*s.rest, seldom)
	if err != nil && !errors.Is(err, os.ErrNotExist) && !s.cancelled {
		return // who cannot look knows nothing
	}
	for _, e := range s.inOrder(ended) {
		s.marked(e)
		s.rest = soon
	}
	for _, e := range s.running {
		switch {
		case s.cancelled && (e.missing != 0 && e.missing < s.scanned || s.scanned >= s.giveUp):
			s.end(e, Result{Cancelled: true})
		case e.missing != 0 && s.scanned.Sub(e.missing) >= s.opt.Patience:
			s.end(e, Result{Lost: "it is not in the queue any more, and has left no mark"})
		case e.torn != 0 && s.scanned.Sub(e.torn) >= s.opt.Patience:
			s.end(e, Result{Lost: errTorn.Error()})
		}
	}
}

// inOrder are those of the branches that run, in the order in which their marks came to be.
func (s *Session) inOrder(ended []int) []*entry {
	var all []*entry
	for _, n := range ended {
		if e := s.running[n]; e != nil {
			e.marked = s.dir.markedAt(n)
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int { return cmp.Or(a.marked.Compare(b.marked), a.n-b.n) })
	return all
}

// marked ends a branch that has a mark, if what that tells of is there.
func (s *Session) marked(e *entry) {
	m, err := s.dir.read(e.n)
	switch {
	case err == nil:
		s.ordered++
		s.end(e, Result{Mark: m, Order: s.ordered})
	case e.torn == 0:
		e.torn = s.scanned
	}
}

// cancel begins to end all.
func (s *Session) cancel() {
	s.cancelled = true
	s.giveUp = s.clock.Now().Add(s.opt.Ending)
	s.rest = soon
	_ = s.dir.Cancel()
	s.cancelAdopted()
	for _, e := range s.running {
		e.missing = 0
	}
	if s.calling != nil {
		s.calling()
	}
}

// refuse ends what has not been submitted.
func (s *Session) refuse() {
	for _, e := range s.waiting {
		e.done <- Result{Cancelled: true}
	}
	s.waiting = nil
}
