package through

import (
	"time"

	"ftsh/internal/clock"
)

// The budget of retries, as in Finagle: deposits by first attempts and withdrawals by retries count
// for budgetSpan. A floor lets a few clients retry at all.
const (
	budgetSpan  = 10 * time.Second
	budgetFloor = 3 // tokens a second
	budgetCell  = 100 * time.Millisecond
	budgetCells = int64(budgetSpan / budgetCell)
)

// A budget holds raw counts for each tenth of a second, because headers with different ratios share
// it.
type budget [budgetCells]cell

type cell struct {
	stamp  int64 // tenths of a second since boot, plus 1; 0: unused
	firsts uint32
	taken  uint32
}

func stampOf(at clock.Instant) int64 { return int64(at)/int64(budgetCell) + 1 }

// cell returns the cell for an instant, cleared if it held an earlier time.
func (b *budget) cell(at clock.Instant) *cell {
	stamp := stampOf(at)
	c := &b[stamp%budgetCells]
	if c.stamp != stamp {
		*c = cell{stamp: stamp}
	}
	return c
}

// balance returns the tokens available at an instant under a ratio, as known now.
func (b *budget) balance(at clock.Instant, ratio float64) float64 {
	last := stampOf(at)
	tokens := float64(budgetFloor) * budgetSpan.Seconds()
	for _, c := range b {
		if last-budgetCells < c.stamp && c.stamp <= last {
			tokens += ratio*float64(c.firsts) - float64(c.taken)
		}
	}
	return tokens
}

// Recent counts first attempts and tokens taken by retries in the last ten seconds.
func (s *State) Recent(now clock.Instant) (firsts, taken int) {
	last := stampOf(now)
	for _, c := range s.Budget {
		if last-budgetCells < c.stamp && c.stamp <= last {
			firsts += int(c.firsts)
			taken += int(c.taken)
		}
	}
	return firsts, taken
}

// when returns the first instant with so many tokens.
func (b *budget) when(now clock.Instant, ratio, tokens float64) clock.Instant {
	for n := range budgetCells {
		// The beginning of the next cells.
		at := clock.Instant((stampOf(now) + n) * int64(budgetCell))
		if b.balance(at, ratio) >= tokens {
			return at
		}
	}
	return now.Add(budgetSpan)
}
