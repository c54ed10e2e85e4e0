//go:build linux

package tests

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/journal"
	"ftsh/internal/subject"
)

// A stepped is testdata/steps.ftsh in a directory. It has every kind of journaled step.
type stepped struct {
	t    *testing.T
	sh   subject.Shell
	text string // the path of the script
	dir  string
	cuts int // number of runs killed
}

// run makes a run for a night, killed at step at, or not at all if at is 0. It reports whether the
// run was over, and the number of steps.
func (s *stepped) run(night, at int) (over bool, steps int) {
	t := s.t
	t.Helper()
	done := s.done()
	errs := filepath.Join(s.dir, "errors")
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		out, err := os.Create(errs)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(s.sh.Path, append(s.sh.Args, s.text, strconv.Itoa(night))...)
		cmd.Dir, cmd.Stderr = s.dir, out
		cmd.Env = append(os.Environ(), "FTSH_JOURNAL_DIR="+filepath.Join(s.dir, "j"),
			"FTSH_LOG_LEVEL=0")
		step := stepper{under: s.dir, at: at}
		var status syscall.WaitStatus
		if at > 0 {
			status, err = step.run(cmd)
		} else if err = cmd.Run(); cmd.ProcessState != nil {
			status, err = cmd.ProcessState.Sys().(syscall.WaitStatus), nil
		}
		out.Close()
		if errors.Is(err, syscall.EPERM) {
			t.Skipf("nothing can be traced here: %v", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range done {
			if now := s.count(name); now != n {
				t.Fatalf("night %d, step %d: %s has succeeded, and was done again", night, at, name)
			}
		}
		switch {
		case status.Exited() && status.ExitStatus() == 0:
			return true, step.calls
		case status.Signaled() && status.Signal() == syscall.SIGKILL:
			s.cuts++
			return false, step.calls
		// 75: a process of the last run is still left
		case status.ExitStatus() != 75 || time.Since(began) > 3*time.Minute:
			said, _ := os.ReadFile(errs)
			t.Fatalf("night %d, step %d: %#x: %s", night, at, status, said)
		}
	}
}

// names are the journals whose steps log their name.
var names = strings.Fields("A B c d e f G H I J1 J2 J3 k")

// done returns, for each successful journaled step, the number of times it was done, or nil if the
// night is over.
func (s *stepped) done() map[string]int {
	done := map[string]int{}
	for _, name := range names {
		_, st, err := journal.Peek(journal.System(), filepath.Join(s.dir, "j", name))
		switch {
		case err != nil && !errors.Is(err, os.ErrNotExist):
			s.t.Fatal(err)
		case st.Phase == journal.Completed:
			return nil
		case st.Phase == journal.Done:
			done[name] = s.count(name)
		}
	}
	return done
}

func (s *stepped) lines(file string) []string {
	data, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func (s *stepped) count(name string) (n int) {
	for _, l := range s.lines("log") {
		if strings.HasSuffix(l, " "+name) {
			n++
		}
	}
	return n
}

// nights checks the number of times each step was done, and returns the number of nights.
func (s *stepped) nights() int {
	t := s.t
	t.Helper()
	nights := s.count("A")
	seen := map[string]bool{}
	for _, l := range s.lines("log") {
		_, name, _ := strings.Cut(l, " ")
		if seen[l] && strings.ToUpper(name) == name {
			t.Fatalf("twice: %s\n%s", l, s.lines("log"))
		}
		seen[l] = true
	}
	for _, name := range names {
		n := s.count(name)
		if n < nights || n > nights && (strings.ToUpper(name) == name || n > nights+s.cuts) {
			t.Fatalf("%s was done %d times in %d nights, with %d cut off\n%s", name, n, nights,
				s.cuts, s.lines("log"))
		}
	}
	return nights
}

// The shell is killed anywhere, once or twice. A step that looks first is done once, and any other
// is not done again once it has succeeded. None is left out, their output is there, and all are
// done in the next night. FTSH_STORM is the number of steps to be killed at, chosen at random. There
// are some 400. Without it the test takes at most half a minute for each night.
func TestKilledAtASystemCall(t *testing.T) {
	rounds, most := 25, 30*time.Second
	if n, err := strconv.Atoi(os.Getenv("FTSH_STORM")); err == nil {
		rounds, most = n, time.Hour
	}
	sh := shell.Get(t)
	top := t.TempDir()
	text, err := filepath.Abs("testdata/steps.ftsh")
	if err != nil {
		t.Fatal(err)
	}
	for before := range 2 { // nights
		t.Run(fmt.Sprintf("after %d nights", before), func(t *testing.T) {
			fresh := func(name string) *stepped {
				s := &stepped{t: t, sh: sh, text: text,
					dir: filepath.Join(top, fmt.Sprintf("%s-%d", name, before))}
				if err := os.Mkdir(s.dir, 0o777); err != nil {
					t.Fatal(err)
				}
				for night := range before {
					s.run(night, 0)
				}
				return s
			}
			_, steps := fresh("all").run(before, math.MaxInt)
			order, made := rand.Perm(steps), 0
			for began := time.Now(); made < min(rounds, steps) && time.Since(began) < most; made++ {
				at := order[made]
				s := fresh(strconv.Itoa(at + 1))
				s.round(before, at+1, steps)
				if err := os.RemoveAll(s.dir); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d of %d steps", made, steps)
		})
	}
}

// round is a night killed at a step, and perhaps at a second one, and the next night.
func (s *stepped) round(night, at, steps int) {
	t := s.t
	over, _ := s.run(night, at)
	if !over && rand.IntN(2) == 0 {
		over, _ = s.run(night, 1+rand.IntN(steps))
	}
	if !over {
		s.run(night, 0)
	}
	nights := s.nights()
	if nights <= night || nights > night+1+s.cuts {
		t.Fatalf("step %d: %d nights", at, nights)
	}
	s.run(night+1, 0)
	if now := s.nights(); now != nights+1 {
		t.Fatalf("step %d: %d nights and the next: %d", at, nights, now)
	}
	results := s.lines("results")
	if got, want := results[len(results)-1], fmt.Sprintf("a of %d, x y x, k of %d, q", night+1,
		night+1); got != want {
		t.Fatalf("step %d: %q, want %q", at, got, want)
	}
	if len(results) < nights+1 {
		t.Fatalf("step %d: %d results of %d nights", at, len(results), nights+1)
	}
	left, err := filepath.Glob(filepath.Join(s.dir, "j", ".run-*"))
	// the mark of the last run, removed by the next one
	if err != nil || len(left) != 1 || strings.HasSuffix(left[0], ".list") {
		t.Fatalf("step %d: left %s, %v", at, left, err)
	}
	// and the output of e.1
	if left, err = filepath.Glob(filepath.Join(s.dir, "j", "e.out-*")); err != nil ||
		len(left) != 2 {
		t.Fatalf("step %d: left %s, %v", at, left, err)
	}
}
