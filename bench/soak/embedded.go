//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
)

const (
	// seedsOfRound is few enough for several rounds within minutes.
	seedsOfRound = 60
	// warming is the number of rounds before the first count, for resources that stay open by
	// design.
	warming = 2
)

// holdings counts a program's resources.
type holdings struct{ goroutines, threads, descriptors int }

func count() (h holdings, err error) {
	tasks, err := os.ReadDir("/proc/self/task")
	fds, err2 := os.ReadDir("/proc/self/fd")
	return holdings{runtime.NumGoroutine(), len(tasks), len(fds)}, errors.Join(err, err2)
}

// settle counts after the numbers stop changing: cancelled work needs a moment to unwind.
func settle() (h holdings, err error) {
	for same := 0; same < 10; {
		time.Sleep(20 * time.Millisecond)
		next, err := count()
		if err != nil {
			return h, err
		}
		if next == h {
			same++
		} else {
			same, h = 0, next
		}
	}
	return h, nil
}

// soakEmbedded makes one shell run the same scripts in rounds. After the first rounds the program
// must hold nothing more than before, whatever was cancelled.
func soakEmbedded(c config) error {
	guardAgainstScripts()
	if err := becomeSubreaper(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	shells, scripts, rounds := 0, 0, 0
	var sh *interp.Shell
	var before holdings
	var failures []error
	for end := time.Now().Add(c.span); time.Now().Before(end); rounds++ {
		if rounds == warming {
			if before, err = settle(); err != nil {
				return err
			}
		}
		for i := range uint64(seedsOfRound) {
			if !time.Now().Before(end) {
				break
			}
			if sh == nil {
				shells++
				if sh, err = interp.New(interp.Options{
					Dir: dir, Env: []string{"PATH=/usr/bin:/bin", "TMPDIR=" + dir},
					Kill: interp.Kill{Timeout: killTimeout},
					Log:  interp.Log{Level: event.LevelProcess, Events: func(interp.Event) {}},
				}); err != nil {
					return err
				}
			}
			scripts++
			seed := c.seed + i
			if c.only != "" {
				seed = c.seed
			}
			if err := runEmbedded(sh, seed); err != nil {
				failures = append(failures, err)
			}
			if sh.Exited() {
				failures, sh = append(failures, sh.Close()), nil
			}
		}
	}
	if sh != nil {
		failures = append(failures, sh.Close())
	}
	after, err := settle()
	if err != nil {
		return err
	}
	fmt.Printf("soak: embedded: %d scripts in %d rounds, %d shells; at first %+v, at last %+v\n",
		scripts, rounds, shells, before, after)
	// The runtime keeps as many threads as it had at most, a number with small variations.
	if rounds > warming && (after.goroutines > before.goroutines ||
		after.descriptors > before.descriptors || after.threads > before.threads+10) {
		failures = append(failures, errors.New("embedded: more than before"))
		_ = pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
	}
	return errors.Join(failures...)
}

// runEmbedded runs the script of a seed; now and then its context ends first.
func runEmbedded(sh *interp.Shell, seed uint64) error {
	script := newGenerator(seed, true).script()
	limit := time.Duration(rand.IntN(1000)) * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := sh.Run(ctx, "soak", script)
		ended <- err
	}()
	var err error
	select {
	case err = <-ended:
	case <-time.After(bound):
		_ = pprof.Lookup("goroutine").WriteTo(os.Stdout, 2)
		return fmt.Errorf("embedded: seed %d did not end; processes:\n%s\n%s", seed,
			describe(descendants(os.Getpid())), script)
	}
	var signalled *interp.SignalError
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &signalled) {
		return fmt.Errorf("embedded: seed %d: %w\n%s", seed, err, script)
	}
	if left := descendants(os.Getpid()); len(left) > 0 {
		report := fmt.Errorf("embedded: seed %d (context of %v): processes left:\n%s\n%s", seed,
			limit, describe(left), script)
		endAll()
		return report
	}
	reap() // of orphans; the shell has waited for its own
	return nil
}
