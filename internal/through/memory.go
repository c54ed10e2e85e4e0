package through

import (
	"context"
	"os"
	"time"
)

// A Memory keeps a State without a file, for Gates in a time of their own: those of a simulation. There are as many rows
// as in a file. Who has locked one lives. It is for one goroutine; the zero value is that of a name that nobody has used.
type Memory struct {
	state   State
	holders []bool   // the rows that are locked
	waiters []*place // by whom
	bells   []uint32
	number  uint32 // of the change
}

// A place is a Gate's at a Memory.
type place struct {
	at    *Memory
	woken func()
}

// Join gives a Gate its State at a Memory instead of in a file. It does not Sleep, but takes a Nap, which the caller
// times; woken is called by whoever wakes it. It leaves by Close, and may then join again.
func (g *Gate) Join(m *Memory, woken func()) { g.start(&place{m, woken}) }

// HolderLives implements Living.
func (p *place) HolderLives(row int) bool { return row < len(p.at.holders) && p.at.holders[row] }

// WaiterLives implements Living.
func (p *place) WaiterLives(row int) bool { return row < len(p.at.waiters) && p.at.waiters[row] != nil }

func (p *place) change(_ context.Context, _ func() func(), do func(s *State) (wake []int)) error {
	m := p.at
	m.state.changedHolder, m.state.changedWaiter = m.state.changedHolder[:0], m.state.changedWaiter[:0]
	wake := do(&m.state)
	m.number++
	for _, row := range wake {
		m.bells[row] = m.number
		if p.WaiterLives(row) {
			m.waiters[row].woken()
		}
	}
	return nil
}

func (p *place) take(_ *Holds, s *State) (row int, slot *os.File, err error) {
	m := p.at
	for row := range maxHolders {
		if row == len(m.holders) {
			m.holders = append(m.holders, false)
		}
		if !m.holders[row] {
			m.holders[row] = true
			return row, nil, nil
		}
	}
	return -1, nil, nil
}

func (p *place) release(_ *Holds, _ *os.File, row int) { p.at.holders[row] = false }

func (p *place) lockWaiter(row int, on bool) bool {
	m := p.at
	for row >= len(m.waiters) {
		m.waiters, m.bells = append(m.waiters, nil), append(m.bells, 0)
	}
	switch {
	case !on:
		m.waiters[row] = nil
	case m.waiters[row] != nil:
		return false
	default:
		m.waiters[row] = p
	}
	return true
}

func (p *place) bell(row int) uint32 { return p.at.bells[row] }

func (p *place) waits(row int, ticket uint64) bool {
	s := &p.at.state
	return row < len(s.Waiters) && s.Waiters[row].Ticket == ticket && s.Waiters[row].Rung == 0 && p.WaiterLives(row)
}

func (p *place) sleep(ctx context.Context, _ int, _ uint32, d time.Duration) { doze(ctx, d) }

// Close implements store. Who has given up its rows holds nothing.
func (p *place) Close() {}
