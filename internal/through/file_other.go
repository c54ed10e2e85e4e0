//go:build !linux

package through

import (
	"context"
	"errors"
	"os"
	"time"

	"ftsh/internal/clock"
)

// No other system has usable open file description locks, so no directory can be opened.

func bootID() (string, error) { return "", unsupported{} }

// unsupported is errors.ErrUnsupported.
type unsupported struct{}

func (unsupported) Error() string        { return "through needs locks that only Linux has" }
func (unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// Now returns the time used in States.
func Now() clock.Instant { return clock.Instant(time.Now().UnixNano()) }

// HolderLives implements Living.
func (f *File) HolderLives(int) bool { return false }

// WaiterLives implements Living.
func (f *File) WaiterLives(int) bool { return false }

// Peek reads the State without its lock.
func (f *File) Peek() (*State, error) { _, err := bootID(); return nil, err }

// Reset forgets everything but holders and waiters, and wakes the waiters.
func (f *File) Reset(context.Context) error { _, err := bootID(); return err }

func (d *Dir) open(string) (*os.File, error) { _, err := bootID(); return nil, err }

func (f *File) change(context.Context, func() func(), func(s *State) (wake []int)) error {
	_, err := bootID()
	return err
}

func (f *File) waits(int, uint64) bool                                      { return false }
func (f *File) futexWord(int) uint32                                        { return 0 }
func (f *File) sleep(ctx context.Context, _ int, _ uint32, d time.Duration) { doze(ctx, d) }
func (f *File) lockWaiter(int, bool) bool                                   { return false }
func (f *File) unmap()                                                      {}

func hold(*os.File, int) bool { return false }
func letGo(*os.File, int)     {}

func identity(*os.File) (id [2]uint64, err error) { _, err = bootID(); return id, err }
