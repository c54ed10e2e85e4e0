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

// A slot is the slot of `through NAME jobs 1` for a named lock. Blocks in this user's scripts and
// the job exclude each other, wait in one queue, and are shown together by ftsh-state. Other users,
// and systems without slots, know only the lock's file. A nil slot, used for a path, is always
// free.
type slot struct {
	gate  through.Gate
	holds through.Holds
}

// slot returns the slot of the job's lock. If there can be none, no block holds one either, and the
// file alone is the lock.
func (r *run) slot() *slot {
	name, err := through.Encode(r.config.Lock)
	if err != nil || strings.Contains(r.config.Lock, "/") {
		return nil
	}
	setting := lookup(r.config.Env, through.DirVariable)
	if _, err := through.OpenDir(setting); err != nil {
		if !errors.Is(err, errors.ErrUnsupported) {
			r.note("the lock is not that of blocks through %s: %v", r.config.Lock, err)
		}
		return nil
	}
	s := &slot{}
	s.gate = through.Gate{
		Terms: through.Terms{Jobs: 1, NoWait: r.config.OnLocked == Skip}, Encoded: name, Setting: setting,
		Outer: lookup(r.config.Env, through.Variable), Holds: &s.holds, Rand: rand.Float64,
		Now:       through.Now,
		HoldStops: r.signals.HoldStops, Script: filepath.Base(r.config.Name) + " --cron",
	}
	return s
}

// look takes the slot if it is free and not taken yet.
func (s *slot) look(ctx context.Context) (look through.Look, err error) {
	if s == nil || s.gate.In() {
		return look, nil
	}
	return s.gate.Look(ctx, 0)
}

// sleep waits until it is time to look again, for at most d. The error is the context's cause.
func (s *slot) sleep(ctx context.Context, look through.Look, d time.Duration) error {
	soon, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	s.gate.Sleep(soon, look)
	return context.Cause(ctx)
}

// files returns the files the watchdog must hold.
func (s *slot) files() []*os.File {
	if s == nil {
		return nil
	}
	return s.holds.Files()
}

// variables returns variables for commands under the lock: blocks through the same name run inside
// the slot.
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

// by names the holder of the slot.
func by(look through.Look) string {
	if look.Holder == 0 {
		return ""
	}
	return fmt.Sprintf(" by process %d", look.Holder)
}
