//go:build linux

package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/through"
)

// state runs ftsh-state on a directory.
func state(dir string, args ...string) (out, errs string, status int) {
	var o, e bytes.Buffer
	status = run(context.Background(), args, func(string) string { return dir }, &o, &e)
	return o.String(), e.String(), status
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args, out, errs string
		status          int
	}{
		{"--help", usage, "", 0},
		{"", "", "", 0},
		{"list", "", "", 0},
		{"show a", "", "ftsh-state: a: nothing is known about it\n", 1},
		{"reset a b", "", "ftsh-state: a: nothing is known about it\nftsh-state: b: nothing is " +
			"known about it\n", 1},
		{"show", "", "ftsh-state: show: wrong number of names\n" + usage, 2},
		{"list a", "", "ftsh-state: list: wrong number of names\n" + usage, 2},
		{"forget", "", "ftsh-state: forget: no such command\n" + usage, 2},
	} {
		out, errs, status := state(dir, strings.Fields(c.args)...)
		if out != c.out || errs != c.errs || status != c.status {
			t.Errorf("%s: %d\n%s\n%s", c.args, status, out, errs)
		}
	}
	if _, errs, status := state(dir+"/no/where", "list"); status != 2 ||
		!strings.HasSuffix(errs, ": no such file or directory\n") {
		t.Errorf("%d %s", status, errs)
	}
}

// gate is the gate of a block through a/b with a slot.
func gate(t *testing.T, dir string, h *through.Holds) *through.Gate {
	t.Helper()
	terms := through.DefaultTerms()
	terms.Jobs, terms.Failures = 1, 1
	g := &through.Gate{Terms: terms, Encoded: "a%2Fb", Setting: dir, Holds: h,
		Rand: func() float64 {
			return 0
		}, Now: through.Now,
		Delays: func(int, time.Duration) time.Duration { return time.Hour }, Script: "job.ftsh"}
	t.Cleanup(g.Close)
	return g
}

func TestListAndReset(t *testing.T) {
	dir := t.TempDir()
	var h through.Holds
	defer h.Close()
	one, two := gate(t, dir, &h), gate(t, dir, &h)
	for _, g := range []*through.Gate{one, two} {
		if _, err := g.Look(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if out, _, _ := state(dir); out != "NAME  BREAKER  HELD  WAITING\na/b   closed   1     1\n" {
		t.Error(out)
	}
	if _, _, err := one.End(through.Report{Outcome: through.Failure}); err != nil {
		t.Fatal(err)
	}
	two.GiveUp()
	if out, _, _ := state(dir,
		"list"); out != "NAME  BREAKER  HELD  WAITING\na/b   open     0     0\n" {
		t.Error(out)
	}
	if out, errs, status := state(dir, "reset", "a/b"); out+errs != "" || status != 0 {
		t.Error(out, errs, status)
	}
	if out, _, _ := state(dir, "show",
		"a/b"); out != "a/b\n  breaker   closed\n  failures  0 since the last success\n"+
		"  budget    0 first attempts and 0 tokens taken by retries in 10 seconds\n" {
		t.Error(out)
	}
}

type all struct{}

func (all) HolderLives(row int) bool { return row != 1 }
func (all) WaiterLives(row int) bool { return true }

func TestDescribe(t *testing.T) {
	at := func(s float64) clock.Instant { return clock.Instant(s * float64(time.Second)) }
	s := &through.State{
		Phase: through.Open, Opened: at(88), Openings: 3, Until: at(105), Failing: 2,
		Success: at(40), After: at(101),
		Holders: []through.Holder{{Serial: 1, Since: at(99.5), Kind: through.Job | through.Probe,
			Pid: 7, Script: "x\x1b"}, {Serial: 2}},
		Waiters: []through.Waiter{{Ticket: 4, Since: at(90), For: through.Budget, Pid: 9}, {},
			{Ticket: 3, Since: at(80), For: through.Breaker, Pid: 8}},
	}
	s.Failed[1] = at(88)
	want := `a
  breaker   open for 12 seconds, 3 delays; a trial attempt in 5 seconds
  failures  2 since the last success, 1 minute ago; the latest 12 seconds ago
  budget    0 first attempts and 0 tokens taken by retries in 10 seconds
  asked     not before 1 second
  held      slot and probe for 500 ms by process 7, x?
  waiting   for the breaker for 20 seconds: process 8
            for the budget for 10 seconds: process 9
`
	if got := describe("a", s, all{}, at(100)); got != want {
		t.Error(got)
	}
}

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"watch"}, func(string) string { return dir }, w, io.Discard)
	}()
	expect := func(want string) {
		t.Helper()
		for got := ""; got != want; { // it may look in between, too
			buf := make([]byte, 200)
			n, err := r.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			_, got, _ = strings.Cut(string(buf[:n]), " ")
		}
	}
	var h through.Holds
	defer h.Close()
	g := gate(t, dir, &h)
	if _, err := g.Look(ctx, 0); err != nil {
		t.Fatal(err)
	}
	expect("a/b: closed, 1 held, 0 waiting\n")
	if _, _, err := g.End(through.Report{}); err != nil {
		t.Fatal(err)
	}
	expect("a/b: closed, 0 held, 0 waiting\n")
	cancel()
	if status := <-done; status != 0 {
		t.Error(status)
	}
}
