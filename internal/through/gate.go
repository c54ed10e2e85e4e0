package through

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/clock"
)

// Variable is an environment variable with the names held around a process. It has a word for each
// encoded name, followed by "=ROW.SERIAL" if a slot of Jobs is held.
const Variable = "FTSH_THROUGH"

// A Gate is one block at a name. It must be used by one goroutine at a time.
type Gate struct {
	Terms     Terms
	Encoded   string
	Setting   string         // FTSH_STATE_DIR
	Outer     string         // the value of Variable around the block
	Holds     *Holds         // of the process
	Delays    Delays         // after the breaker's openings
	Rand      func() float64 // uniform in [0,1)
	HoldStops func() func()  // see File; nil: nothing
	Script    string         // for display
	Now       func() clock.Instant

	file   store
	share  float64
	inside bool // the block runs inside an attempt through this name
	holds  bool // and inside a slot of this name
	waiter int  // its row; -1: none
	seen   uint32
	// Row of the waiter directly before, if there are many; -1: the Gate must look itself.
	before int
	ticket uint64 // its ticket

	in     bool // an attempt is running
	row    int  // of its slot; -1: none
	slot   *os.File
	serial uint64
	kind   Kind
	paid   Charge
	began  clock.Instant
}

// FailingSince returns the time of the latest failure if the resource counts as failing by t, and 0
// otherwise. It takes no lock and changes nothing.
func (g *Gate) FailingSince(t *Terms) (clock.Instant, error) {
	if err := g.open(); err != nil {
		return 0, err
	}
	s, err := g.file.peek()
	if err != nil {
		return 0, err
	}
	return s.failingSince(g.Now(), t), nil
}

// open opens the State if it is not open yet.
func (g *Gate) open() error {
	if g.file != nil {
		return nil
	}
	boot, err := g.Holds.bootID()
	if err != nil {
		return err
	}
	dir, err := openDir(g.Setting, boot)
	if err != nil {
		return err
	}
	file, err := g.Holds.open(dir, g.Encoded)
	if err != nil {
		return err
	}
	g.start(file)
	return nil
}

// start prepares a Gate that has neither waited nor begun anything.
func (g *Gate) start(at store) {
	g.file, g.waiter, g.row, g.share = at, -1, -1, g.Rand()
	if g.HoldStops == nil {
		g.HoldStops = func() func() { return func() {} }
	}
}

// around finds what is held around the block. It is called for each attempt, since a slot held
// before may be lost by now.
func (g *Gate) around(s *State) {
	g.inside, g.holds = false, false
	for word := range strings.FieldsSeq(g.Outer) {
		name, slot, isSlot := strings.Cut(word, "=")
		if name != g.Encoded {
			continue
		}
		if !isSlot {
			g.inside = true
			continue
		}
		r, n, _ := strings.Cut(slot, ".")
		row, err := strconv.Atoi(r)
		serial, err2 := strconv.ParseUint(n, 10, 64)
		if err == nil && err2 == nil && row >= 0 && row < len(s.Holders) &&
			s.Holders[row].Serial == serial && g.file.HolderLives(row) {
			g.inside, g.holds = true, true
		}
	}
}

// A Look is the result of asking at a Gate.
type Look struct {
	Answer
	Phase  Phase
	Holder int // process ID of a holder, while waiting for a slot; 0: unknown
}

// Look asks whether an attempt may begin, and begins it if so. Otherwise the block waits in the
// queue, except for a slot under NoWait. cost is the attempt's cost in tokens. An error reports an
// unusable State.
func (g *Gate) Look(ctx context.Context, cost int) (look Look, err error) {
	if err := g.open(); err != nil {
		return look, err
	}
	var lost error
	err = g.file.change(ctx, g.HoldStops, func(s *State) []int {
		g.around(s)
		now := g.Now()
		q := Query{Terms: g.Terms, Waiter: g.waiter, Cost: cost, Share: g.share, Inside: g.inside,
			Holds: g.holds}
		if q.Waiter >= len(s.Waiters) {
			q.Waiter = -1 // the State was lost: ask as a newcomer
		}
		a := s.Ask(now, q, g.file, g.Delays)
		look = Look{Answer: a}
		if a.For == Nothing {
			lost = g.begin(s, now, q, &look)
		}
		if look.For != Nothing && (look.For != Jobs || !g.Terms.NoWait) {
			g.wait(s, now, look.For)
		}
		look.Phase = s.Phase
		for _, h := range s.Holders {
			if h.Kind&Job != 0 && look.For == Jobs {
				look.Holder = h.Pid
				break
			}
		}
		return look.Wake
	})
	if err == nil {
		err = lost
	}
	if err != nil && g.in { // nobody knows of the attempt
		g.in = false
		if g.row >= 0 {
			g.file.release(g.Holds, g.slot, g.row)
		}
	}
	return look, err
}

// begin begins the attempt if there is a free row for it.
func (g *Gate) begin(s *State, now clock.Instant, q Query, look *Look) (err error) {
	g.row = -1
	if look.Kind != 0 {
		if g.row, g.slot, err = g.file.take(g.Holds, s); err != nil {
			return err
		}
		if g.row < 0 {
			look.For = Jobs
			return nil
		}
	}
	var wake []int
	g.serial, g.paid, wake = s.Begin(now, q, look.Answer, g.row,
		Holder{Pid: os.Getpid(), Script: g.Script}, g.file)
	look.Wake = append(look.Wake, wake...)
	g.unwait()
	g.in, g.kind, g.began = true, look.Kind, now
	return nil
}

// wait joins the end of the queue, or keeps its position there. Without a free row, the Gate asks
// at intervals instead.
func (g *Gate) wait(s *State, now clock.Instant, why Reason) {
	for row := 0; g.waiter < 0 && row < maxWaiters; row++ {
		if free := row >= len(s.Waiters) || s.Waiters[row].Ticket == 0; free &&
			g.file.lockWaiter(row, true) {
			g.waiter = row
		}
	}
	if g.waiter >= 0 {
		s.Wait(now, g.waiter, why, os.Getpid())
		g.seen = g.file.futexWord(g.waiter)
		g.before, g.ticket = s.before(g.waiter)
	}
}

// many is the number of waiters looking on behalf of those after them.
const many = 16

// before returns the row and ticket of the waiter directly before another one for the same thing;
// -1: fewer than many are before it.
func (s *State) before(row int) (before int, ticket uint64) {
	mine, n := s.Waiters[row], 0
	before = -1
	for i := range s.Waiters {
		if w := &s.Waiters[i]; w.Ticket != 0 && w.Ticket < mine.Ticket && w.For == mine.For {
			if n++; w.Ticket > ticket {
				before, ticket = i, w.Ticket
			}
		}
	}
	if n < many {
		before = -1
	}
	return before, ticket
}

func (g *Gate) unwait() {
	if g.waiter >= 0 {
		g.file.lockWaiter(g.waiter, false)
		g.waiter = -1
	}
}

// mostNaps is how often a waiter with many before it sleeps on without looking.
const mostNaps = 2

// Sleep waits until the Gate should look again: until it is woken, or for a second or two. If many
// waiters are before it, and the one directly before is still waiting, those look, and Sleep goes
// on a few times.
func (g *Gate) Sleep(ctx context.Context, l Look) {
	for naps := 1; ; naps++ {
		if d := g.Nap(l); g.waiter < 0 {
			doze(ctx, d)
		} else {
			g.file.sleep(ctx, g.waiter, g.seen, d)
		}
		if ctx.Err() != nil || !g.SleepsOn(l, naps) {
			return
		}
	}
}

// Nap returns the length of one sleep, unless the Gate is woken. If others look first it is four
// times as long, since looks are the cost of waiting.
func (g *Gate) Nap(l Look) time.Duration {
	d := time.Second + time.Duration(g.Rand()*float64(time.Second))
	if g.waiter >= 0 && g.before >= 0 {
		d *= 4
	}
	if l.At != 0 {
		d = min(d, max(l.At.Sub(g.Now()), time.Millisecond))
	}
	return d
}

// SleepsOn reports whether, after so many naps, the Gate leaves looking to the waiters before it.
func (g *Gate) SleepsOn(l Look, naps int) bool {
	return naps < mostNaps && l.At == 0 && g.waiter >= 0 && g.before >= 0 &&
		g.file.futexWord(g.waiter) == g.seen && g.file.waits(g.before, g.ticket)
}

// doze waits for d, or until ctx ends.
func doze(ctx context.Context, d time.Duration) { dozeUntil(ctx, d, nil) }

// dozeUntil is doze, and ends when woken has an element.
func dozeUntil(ctx context.Context, d time.Duration, woken <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-woken:
	case <-ctx.Done():
	}
}

// GiveUp leaves the queue.
func (g *Gate) GiveUp() {
	if g.file == nil || g.waiter < 0 {
		return
	}
	row := g.waiter
	g.unwait()
	_ = g.file.change(context.Background(), g.HoldStops, func(s *State) []int {
		// If the row is locked, somebody else has it by now.
		if row < len(s.Waiters) && !g.file.WaiterLives(row) {
			s.Leave(row)
		}
		return nil
	})
}

// In reports whether an attempt is running.
func (g *Gate) In() bool { return g.in }

// Slot returns the file of Holds with the attempt's slot, to be kept open while anything of the
// attempt runs; nil: there is no such slot.
func (g *Gate) Slot() *os.File {
	if g.in && g.row >= 0 && g.kind&(Job|Probe) != 0 {
		return g.slot
	}
	return nil
}

// Inside returns the value of Variable for commands of the attempt.
func (g *Gate) Inside() string {
	word := g.Encoded
	if g.in && g.kind&Job != 0 {
		word += fmt.Sprintf(" %s=%d.%d", g.Encoded, g.row, g.serial)
	}
	if g.Outer == "" {
		return word
	}
	return g.Outer + " " + word
}

// End ends the attempt, frees its slot and records the outcome for the others. It returns the
// breaker's phase, and whether that has changed. On an error the outcome is not recorded; the slot
// is free all the same.
func (g *Gate) End(r Report) (phase Phase, changed bool, err error) { return g.end(r, Charge{}) }

// GiveBack ends an attempt begun and not made, as if it had not begun.
func (g *Gate) GiveBack() error {
	_, _, err := g.end(Report{}, g.paid)
	return err
}

func (g *Gate) end(r Report, back Charge) (phase Phase, changed bool, err error) {
	if !g.in {
		return Closed, false, nil
	}
	g.in = false
	if g.row >= 0 {
		g.file.release(g.Holds, g.slot, g.row)
	}
	r.Began, r.Serial = g.began, g.serial
	err = g.file.change(context.Background(), g.HoldStops, func(s *State) []int {
		now := g.Now()
		if g.row >= 0 {
			s.Release(g.row, g.serial)
		}
		s.Refund(back)
		if !g.inside {
			changed = s.Finish(now, r, &g.Terms, g.Delays)
		}
		before := s.Phase
		wake := s.Next(now, g.kind, g.file)
		changed = changed || s.Phase != before
		phase = s.Phase
		return wake
	})
	return phase, changed, err
}

// Close ends the attempt and leaves the queue.
func (g *Gate) Close() {
	if g.file == nil {
		return
	}
	_, _, _ = g.End(Report{})
	g.GiveUp()
	g.file.Close()
	g.file = nil
}
