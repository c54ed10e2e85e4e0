package through

import (
	"time"

	"ftsh/internal/clock"
)

// The budget of retries, as Finagle's: what first attempts bring and what retries take counts for as
// long as budgetSpan, and there is a floor, so that few clients may retry at all.
const (
	budgetSpan  = 10 * time.Second
	budgetFloor = 3 // tokens a second
	budgetCell  = 100 * time.Millisecond
	budgetCells = int64(budgetSpan / budgetCell)
)

// A budget is raw: headers with other ratios share it. It has what happened in each tenth of a second.
type budget [budgetCells]cell

type cell struct {
	stamp  int64 // which tenth of a second since the boot, and 1: the zero value is of none
	firsts uint32
	taken  uint32
}

func stampOf(at clock.Instant) int64 { return int64(at)/int64(budgetCell) + 1 }

// cell is that of an instant, emptied of what was there before.
func (b *budget) cell(at clock.Instant) *cell {
	stamp := stampOf(at)
	c := &b[stamp%budgetCells]
	if c.stamp != stamp {
		*c = cell{stamp: stamp}
	}
	return c
}

// balance is how many tokens there are at an instant, with a ratio, as far as is known now.
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

// when is the first instant at which there will be so many tokens.
func (b *budget) when(now clock.Instant, ratio, tokens float64) clock.Instant {
	for n := range budgetCells {
		at := clock.Instant((stampOf(now) + n) * int64(budgetCell)) // the beginning of the next cells
		if b.balance(at, ratio) >= tokens {
			return at
		}
	}
	return now.Add(budgetSpan)
}
