package cron

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ftsh/internal/through"
)

// A slot is that of `through NAME jobs 1`, which goes with a lock that has a name: blocks of this user's scripts keep out
// the job, and it keeps out them; who waits is in their queue; and ftsh-state shows both. Other users, and systems
// without slots, know of the lock's file alone. A nil slot is one that is always free: that of a path.
type slot struct {
	gate  through.Gate
	holds through.Holds
}

// slot is that of the job's lock. Where there can be none, no block holds one either, and the file is the lock alone.
func (r *run) slot() *slot {
	name, err := through.Encode(r.Lock)
	if err != nil || strings.Contains(r.Lock, "/") {
		return nil
	}
	setting := lookup(r.Env, through.DirVariable)
	if _, err := through.OpenDir(setting); err != nil {
		if !errors.Is(err, errors.ErrUnsupported) {
			r.note("the lock is not that of blocks through %s: %v", r.Lock, err)
		}
		return nil
	}
	s := &slot{}
	s.gate = through.Gate{
		Terms: through.Terms{Jobs: 1, NoWait: r.OnLocked == Skip}, Encoded: name, Setting: setting,
		Outer: lookup(r.Env, through.Variable), Holds: &s.holds, Rand: rand.Float64, Now: through.Now,
		HoldStops: r.signals.HoldStops, Script: filepath.Base(r.Name) + " --cron",
	}
	return s
}

// look takes the slot, if it can be had and is not had yet.
func (s *slot) look(ctx context.Context) (look through.Look, err error) {
	if s == nil || s.gate.In() {
		return look, nil
	}
	return s.gate.Look(ctx, 0)
}

// sleep waits until it is worth looking again, for at most d. The error is the context's cause.
func (s *slot) sleep(ctx context.Context, look through.Look, d time.Duration) error {
	soon, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	s.gate.Sleep(soon, look)
	return context.Cause(ctx)
}

// files are what the watchdog is to hold.
func (s *slot) files() []*os.File {
	if s == nil {
		return nil
	}
	return s.holds.Files()
}

// variables are for what runs under the lock: its blocks through the same name are within it.
func (s *slot) variables() []string {
	if s == nil {
		return nil
	}
	return []string{through.Variable + "=" + s.gate.Inside()}
}

// free leaves the slot, or the queue.
func (s *slot) free() {
	if s != nil {
		s.gate.Close()
		s.holds.Close()
	}
}

// by says who has the slot.
func by(look through.Look) string {
	if look.Holder == 0 {
		return ""
	}
	return fmt.Sprintf(" by process %d", look.Holder)
}
