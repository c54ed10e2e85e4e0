package through

import (
	"context"
	"os"
	"time"
)

// A Memory keeps a State without a file, for Gates in a simulated time. It has as many rows as a
// file. A member is alive while it has a row locked. A Memory must be used by one goroutine at a
// time; its zero value is the State of an unused name.
type Memory struct {
	state      State
	holders    []bool          // locked rows
	waiters    []*memoryMember // who has locked the row
	futexWords []uint32
	number     uint32 // of the last change
}

// A memoryMember is a Gate's access to a Memory.
type memoryMember struct {
	at    *Memory
	woken func()
}

// Join gives a Gate its State in a Memory instead of a file. The Gate does not Sleep: the caller
// times a Nap instead, and woken is called when another Gate wakes it. Close ends the membership;
// the Gate may then join again.
func (g *Gate) Join(m *Memory, woken func()) { g.start(&memoryMember{m, woken}) }

// HolderLives implements Living.
func (p *memoryMember) HolderLives(row int) bool {
	return row < len(p.at.holders) && p.at.holders[row]
}

// WaiterLives implements Living.
func (p *memoryMember) WaiterLives(row int) bool {
	return row < len(p.at.waiters) && p.at.waiters[row] != nil
}

func (p *memoryMember) change(_ context.Context, _ func() func(),
	do func(s *State) (wake []int)) error {
	m := p.at
	m.state.changedHolder, m.state.changedWaiter = m.state.changedHolder[:0],
		m.state.changedWaiter[:0]
	wake := do(&m.state)
	m.number++
	for _, row := range wake {
		m.futexWords[row] = m.number
		if p.WaiterLives(row) {
			m.waiters[row].woken()
		}
	}
	return nil
}

func (p *memoryMember) peek() (*State, error) { return &p.at.state, nil }

func (p *memoryMember) take(_ *Holds, s *State) (row int, slot *os.File, err error) {
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

func (p *memoryMember) release(_ *Holds, _ *os.File, row int) { p.at.holders[row] = false }

func (p *memoryMember) lockWaiter(row int, on bool) bool {
	m := p.at
	for row >= len(m.waiters) {
		m.waiters, m.futexWords = append(m.waiters, nil), append(m.futexWords, 0)
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

func (p *memoryMember) futexWord(row int) uint32 { return p.at.futexWords[row] }

func (p *memoryMember) waits(row int, ticket uint64) bool {
	s := &p.at.state
	return row < len(s.Waiters) && s.Waiters[row].Ticket == ticket && s.Waiters[row].Rung == 0 &&
		p.WaiterLives(row)
}

func (p *memoryMember) sleep(ctx context.Context, _ int, _ uint32, d time.Duration) { doze(ctx, d) }

// Close implements store. A member without rows holds nothing.
func (p *memoryMember) Close() {}
