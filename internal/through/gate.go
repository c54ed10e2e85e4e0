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

// Variable has what is held around a process: a word for each name, encoded, and where that is a slot of Jobs
// behind it "=ROW.SERIAL".
const Variable = "FTSH_THROUGH"

// A Gate is one block at a name. It is for one goroutine.
type Gate struct {
	Terms
	Encoded   string
	Setting   string         // FTSH_STATE_DIR
	Outer     string         // the value of Variable around the block
	Holds     *Holds         // of the process
	Delays    Delays         // behind the breaker's openings
	Rand      func() float64 // uniform in [0,1)
	HoldStops func() func()  // see File; nil: nothing
	Script    string         // to be shown
	Now       func() clock.Instant

	file   store
	share  float64
	inside bool // an attempt through the same name is around
	holds  bool // a slot of it is
	waiter int  // a row; -1: none
	seen   uint32
	before int    // the row of who came just before, where many have; -1: it is worth looking
	ticket uint64 // of that one

	in     bool // an attempt is being made
	row    int  // its slot; -1: none
	slot   *os.File
	serial uint64
	kind   Kind
	paid   Charge
	began  clock.Instant
}

// open makes a Gate ready.
func (g *Gate) open() error {
	if g.file != nil {
		return nil
	}
	dir, err := OpenDir(g.Setting)
	if err != nil {
		return err
	}
	file, err := dir.Open(g.Encoded)
	if err != nil {
		return err
	}
	g.start(file)
	return nil
}

// start makes it one that has neither waited nor begun anything.
func (g *Gate) start(at store) {
	g.file, g.waiter, g.row, g.share = at, -1, -1, g.Rand()
	if g.HoldStops == nil {
		g.HoldStops = func() func() { return func() {} }
	}
}

// around looks what is held around the block. It is asked in each attempt: what was held may be no more.
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
		if err == nil && err2 == nil && row >= 0 && row < len(s.Holders) && s.Holders[row].Serial == serial && g.file.HolderLives(row) {
			g.inside, g.holds = true, true
		}
	}
}

// A Look is what a Gate has found.
type Look struct {
	Answer
	Phase  Phase
	Holder int // where a slot is waited for: the process of one who holds one; 0: it is not known
}

// Look asks whether an attempt may begin, which it then has. Else the block waits in the queue, but for a slot that it
// does not want to wait for. cost is that of the attempt. An error: the State is unusable.
func (g *Gate) Look(ctx context.Context, cost int) (look Look, err error) {
	if err := g.open(); err != nil {
		return look, err
	}
	var lost error
	err = g.file.change(ctx, g.HoldStops, func(s *State) []int {
		g.around(s)
		now := g.Now()
		q := Query{Terms: g.Terms, Waiter: g.waiter, Cost: cost, Share: g.share, Inside: g.inside, Holds: g.holds}
		if q.Waiter >= len(s.Waiters) {
			q.Waiter = -1 // the State was lost: as if it came now
		}
		a := s.Ask(now, q, g.file, g.Delays)
		look = Look{Answer: a}
		if a.For == Nothing {
			lost = g.begin(s, now, q, &look)
		}
		if look.For != Nothing && (look.For != Jobs || !g.NoWait) {
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
	if err != nil && g.in { // nobody knows of it
		g.in = false
		if g.row >= 0 {
			g.file.release(g.Holds, g.slot, g.row)
		}
	}
	return look, err
}

// begin begins the attempt, if there is a row for it.
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
	g.serial, g.paid, wake = s.Begin(now, q, look.Answer, g.row, Holder{Pid: os.Getpid(), Script: g.Script}, g.file)
	look.Wake = append(look.Wake, wake...)
	g.unwait()
	g.in, g.kind, g.began = true, look.Kind, now
	return nil
}

// wait goes to the end of the queue, or stays where it is. Where there is no row for it, it looks now and then.
func (g *Gate) wait(s *State, now clock.Instant, why Reason) {
	for row := 0; g.waiter < 0 && row < maxWaiters; row++ {
		if free := row >= len(s.Waiters) || s.Waiters[row].Ticket == 0; free && g.file.lockWaiter(row, true) {
			g.waiter = row
		}
	}
	if g.waiter >= 0 {
		s.Wait(now, g.waiter, why, os.Getpid())
		g.seen = g.file.futexWord(g.waiter)
		g.before, g.ticket = s.before(g.waiter)
	}
}

// many is how many look for all that are behind them.
const many = 16

// before is the row of the waiter that came just before another one for the same thing, and its ticket; -1: not many
// have come before.
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

// mostNaps is how often who waits behind many sleeps on without a look.
const mostNaps = 2

// Sleep waits until it is worth looking again: until it is woken, or a second or two have passed. Where many are before, and the
// next of them still is, they look, and Sleep goes on for a few times.
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

// Nap is how long it sleeps at once, unless it is woken: where others look first, four times as long, since it is what
// those cost who wait.
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

// SleepsOn reports whether, after so many naps, it is others that are to look.
func (g *Gate) SleepsOn(l Look, naps int) bool {
	return naps < mostNaps && l.At == 0 && g.waiter >= 0 && g.before >= 0 && g.file.futexWord(g.waiter) == g.seen && g.file.waits(g.before, g.ticket)
}

// doze waits for d, or until ctx ends.
func doze(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
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
		if row < len(s.Waiters) && !g.file.WaiterLives(row) { // else it is somebody else's by now
			s.Leave(row)
		}
		return nil
	})
}

// In reports whether an attempt is being made.
func (g *Gate) In() bool { return g.in }

// Slot is the file of Holds on which the attempt holds a slot that is to be kept while anything of it runs; nil: it holds none.
func (g *Gate) Slot() *os.File {
	if g.in && g.row >= 0 && g.kind&(Job|Probe) != 0 {
		return g.slot
	}
	return nil
}

// Inside is the value of Variable for what the attempt runs.
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

// End ends the attempt: its slot is free, and the others know what it came to. It reports the breaker's phase, and
// whether that has changed. An error: they do not know; the slot is free all the same.
func (g *Gate) End(r Report) (phase Phase, changed bool, err error) { return g.end(r, Charge{}) }

// GiveBack ends what was begun without an attempt: as if it had not been.
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

// Close ends what the Gate has begun.
func (g *Gate) Close() {
	if g.file == nil {
		return
	}
	_, _, _ = g.End(Report{})
	g.GiveUp()
	g.file.Close()
	g.file = nil
}
