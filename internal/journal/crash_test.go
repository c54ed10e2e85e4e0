package journal

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"
)

// world has the effects of a script's two steps. It outlives the machine.
type world struct {
	done  [2]int // number of times each step took effect
	given [2]string
}

// script runs two journaled steps that look first, as a block does. Each can be interrupted between
// its effect and its record. The script ends well if both are done. The second step may be in a
// shell of its own, which has ended before.
type script struct {
	d     *disk
	w     *world
	night int
	apart bool
}

func (s *script) stamp() Stamp {
	return Stamp{At: time.Unix(1000+int64(s.d.calls), 0), Boot: "b", Up: time.Duration(s.d.calls)}
}

// run returns an error at an interruption.
func (s *script) run() error {
	s.w.given = [2]string{}
	var all []*Journal
	mark := ""
	for step := range 2 {
		path := fmt.Sprintf("/j/step%d", step)
		j, err := Open(s.d, path, "step", "try")
		if err != nil {
			return err
		}
		j.FinishCommit(s.stamp())
		st := j.State()
		if st.Phase == Completed {
			if j, err = j.Anew(); err != nil {
				return err
			}
			st = j.State()
		}
		if mark == "" {
			mark = MarkFor(path, fmt.Sprintf("%d-%d", s.night, s.d.rand.Uint64()))
		}
		if apart := s.apart && step == 1; !apart {
			all = append(all, j)
		} else if err := List(s.d, mark, path, ""); err != nil {
			return err
		} else {
			defer j.Close()
		}
		if err := s.step(j, step, st, mark); err != nil {
			return err
		}
		if len(all) == step {
			j.Close()
		}
	}
	err := Commit(s.d, mark, all, s.stamp())
	for _, j := range all {
		j.Close()
	}
	return err
}

func (s *script) step(j *Journal, step int, st State, mark string) error {
	text := fmt.Sprintf("step %d of night %d", step, s.night)
	opened := Record{Kind: Opened, Stamp: s.stamp(), Mark: Text(mark)}
	if st.Phase == Done {
		if err := j.Append(opened); err != nil {
			return err
		}
		return j.Give(st.Success.Output, func(p []byte) error {
			s.w.given[step] = string(p)
			return nil
		})
	}
	records := []Record{opened}
	if st.Phase == New {
		records = append(records, Record{Kind: Started, Stamp: s.stamp(), ID: "id"})
	}
	if err := j.Append(records...); err != nil {
		return err
	}
	if !st.Unsure || s.w.done[step] == 0 { // the check knows whether it took effect
		if err := j.Append(Record{Kind: Begun, Stamp: s.stamp(),
			Attempt: st.Attempts + 1}); err != nil {
			return err
		}
		if _, err := s.d.step(); err != nil {
			return err
		}
		s.w.done[step]++
		if _, err := s.d.step(); err != nil {
			return err
		}
	}
	out, err := j.Keep(strings.NewReader(text), int64(len(text)))
	if err != nil {
		return err
	}
	if err := j.Append(Record{Kind: Succeeded, Stamp: s.stamp(), Attempt: st.Attempts + 1,
		Output: out}); err != nil {
		return err
	}
	s.w.given[step] = text
	return nil
}

// Wherever a run is cut off, by SIGKILL or with the machine, and whichever call fails, later runs
// do each step exactly once, and end.
func TestNoStepTwiceAndNoneLeftOut(t *testing.T) {
	for _, mode := range []string{"killed", "killed in the middle", "power", "power in the middle",
		"error", "error in the middle"} {
		for seed := range 4 {
			for stop := 1; ; stop++ {
				d := newDisk(rand.New(rand.NewPCG(uint64(seed), uint64(stop))))
				s := &script{d: d, w: &world{}, apart: seed%2 == 1}
				if err := s.run(); err != nil || s.w.done != [2]int{1, 1} {
					t.Fatal(err, s.w.done)
				}
				// The next night, cut off at one call.
				s.w, s.night = &world{}, 1
				d.calls, d.stop, d.torn = 0, stop, mode[len(mode)-1] == 'e'
				if mode[0] == 'e' {
					d.fail = syscall.EIO
				}
				err := s.run()
				made := d.calls
				what := fmt.Sprintf("%s, seed %d, call %d", mode, seed, stop)
				want := [2]int{1, 1}
				if mode[0] == 'p' {
					d.lose()
				} else {
					d.kill()
				}
				if err == nil { // that night is over
					if made < stop {
						break
					}
					s.w, s.night = &world{}, 2
				}
				for range 3 {
					if err = s.run(); err == nil {
						break
					}
					d.kill()
				}
				// A night cut off when all was done may be over, and this is the next one.
				over := s.w.done == [2]int{2, 2}
				if err != nil || s.w.done != want && !over {
					t.Fatalf("%s: %v, done %v\n%s", what, err, s.w.done, d.listing())
				}
				if g := s.w.given; g[0] != fmt.Sprintf("step 0 of night %d", s.night) ||
					g[1] != fmt.Sprintf("step 1 of night %d", s.night) {
					t.Fatalf("%s: given %q", what, g)
				}
				if mode[0] == 'k' { // removed files may come back with the power
					s.onlyAMark(t, what)
				}
			}
		}
	}
}

// onlyAMark is a night without an interruption. Nothing is left of earlier nights, and only the
// mark of this one, for the next.
func (s *script) onlyAMark(t *testing.T, what string) {
	t.Helper()
	s.w, s.night = &world{}, s.night+1
	if err := s.run(); err != nil {
		t.Fatal(what, err)
	}
	var left []string
	for name := range s.d.names {
		if strings.Contains(name, "/.run-") {
			left = append(left, name)
		}
	}
	if len(left) != 1 || strings.HasSuffix(left[0], ".list") {
		t.Fatalf("%s: left %q\n%s", what, left, s.d.listing())
	}
}

// complete reports whether the journals of all steps are complete.
func (s *script) complete() bool {
	for step := range 2 {
		if _, st, err := Peek(s.d, fmt.Sprintf("/j/step%d", step)); err != nil ||
			st.Phase != Completed {
			return false
		}
	}
	return true
}

// A run killed when its journals are complete is repeated, though it was over. So at most one sync
// follows the decision.
func TestLittleFollowsTheDecision(t *testing.T) {
	for seed := range 2 {
		night := func(stop int) (*script, error) {
			d := newDisk(rand.New(rand.NewPCG(uint64(seed), 0)))
			s := &script{d: d, w: &world{}, apart: seed == 1}
			if err := s.run(); err != nil {
				t.Fatal(err)
			}
			s.w, s.night, d.calls, d.syncs, d.stop = &world{}, 1, 0, 0, stop
			return s, s.run()
		}
		whole, err := night(0)
		if err != nil {
			t.Fatal(err)
		}
		stop := whole.d.calls
		for ; ; stop-- {
			s, _ := night(stop)
			s.d.kill()
			if !s.complete() {
				break
			}
			if after := whole.d.syncs - s.d.syncs; after > 1 {
				t.Errorf("seed %d: complete at call %d of %d, and %d syncs follow", seed, stop,
					whole.d.calls, after)
			}
		}
		if stop == whole.d.calls {
			t.Errorf("seed %d: nothing follows the decision: how is it synced?", seed)
		}
	}
}

// Removing the journals of a run that ended well removes its mark with the first of them, after
// recording its decision in the others.
func TestErasedJournalsLeaveNoMark(t *testing.T) {
	d := newDisk(rand.New(rand.NewPCG(1, 1)))
	s := &script{d: d, w: &world{}}
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	if err := Erase(d, "/j/step0", func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for name := range d.names {
		if strings.Contains(name, "/.run-") {
			t.Errorf("left %s", name)
		}
	}
	if _, st, err := Peek(d, "/j/step1"); err != nil || st.Phase != Completed {
		t.Errorf("%+v, %v", st, err)
	}
}

// Once a sync has failed nothing more is written.
func TestNothingBehindAFailedSync(t *testing.T) {
	d := newDisk(rand.New(rand.NewPCG(1, 1)))
	j, err := Open(d, "/j/a", "a", "try")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(Record{Kind: Opened}); err != nil {
		t.Fatal(err)
	}
	d.stop, d.fail = d.calls+2, syscall.EIO // the write, the sync
	if err := j.Append(Record{Kind: Started}); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	was := string(d.names["/j/a"].now)
	if err := j.Append(Record{Kind: Begun, Attempt: 1}); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if now := string(d.names["/j/a"].now); now != was {
		t.Errorf("written: %q", now[len(was):])
	}
}
