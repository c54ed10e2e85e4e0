package through

import (
	"context"
	"os"
	"time"
)

// A store keeps a State and locks its rows, for one Gate: a [File], or a member of a [Memory].
type store interface {
	Living
	// change passes the State to do, which may change it, and wakes the waiters whose rows do
	// returns.
	change(ctx context.Context, holdStops func() func(), do func(s *State) (wake []int)) error
	// peek reads the State without its lock.
	peek() (*State, error)
	// take locks a free holder's row; -1: all are held.
	take(h *Holds, s *State) (row int, slot *os.File, err error)
	release(h *Holds, slot *os.File, row int)
	lockWaiter(row int, on bool) bool
	futexWord(row int) uint32
	waits(row int, ticket uint64) bool
	sleep(ctx context.Context, row int, seen uint32, d time.Duration)
	Close()
}

func (f *File) peek() (*State, error) { return f.Peek() }

func (f *File) take(h *Holds, s *State) (row int, slot *os.File, err error) { return h.take(f, s) }

func (f *File) release(h *Holds, slot *os.File, row int) { h.release(slot, row) }
