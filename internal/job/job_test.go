package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var bg = context.Background()

func lines(t *Table, long bool) string {
	var b strings.Builder
	for _, j := range t.Listed() {
		b.WriteString(t.Line(j, long) + "\n")
	}
	return b.String()
}

func TestListing(t *testing.T) {
	tab := NewTable()
	tab.AddPids([]int{101}, 0, "sleep 1")
	tab.AddPids([]int{102, 103}, 0, "sleep 2 | cat")
	tab.AddPids([]int{104}, 0, "exit 3")
	tab.AddPids([]int{105}, 0, "kill")
	tab.Report(104, Exited(3))
	tab.Report(105, Killed(syscall.SIGTERM, false))
	tab.Report(102, Exited(1))
	// As dash prints them.
	want := "" +
		"[4] + Terminated                 kill\n" +
		"[3] - Done(3)                    exit 3\n" +
		"[2]   Running                    sleep 2 | cat\n" +
		"[1]   Running                    sleep 1\n"
	if got := lines(tab, false); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	want = "" +
		"[4] + 105 Terminated             kill\n" +
		"[3] - 104 Done(3)                exit 3\n" +
		"[2]   102 Running                sleep 2 | cat\n" +
		"[1]   101 Running                sleep 1\n"
	if got := lines(tab, true); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestShownForgetsEnded(t *testing.T) {
	tab := NewTable()
	a := tab.AddPids([]int{101}, 0, "a")
	b := tab.AddPids([]int{102}, 0, "b")
	tab.Report(101, Exited(0))
	if got := tab.Notices(); !slices.Equal(got, []string{"[1] - Done                       a"}) {
		t.Errorf("Notices: %q", got)
	}
	if got := tab.Notices(); got != nil {
		t.Errorf("Notices again: %q", got)
	}
	if _, err := tab.Find("%1"); err == nil {
		t.Error("an ended job that was reported is still listed")
	}
	if j, err := tab.Find("101"); err != nil || j != a {
		t.Errorf("an ended job that was reported cannot be waited for: %v", err)
	}
	if tab.Current() != b || tab.Previous() != nil {
		t.Error("current job")
	}
	if c := tab.AddPids([]int{103}, 0, "c"); c.ID != 1 {
		t.Errorf("number %d, want the lowest free, 1", c.ID)
	}
	tab.Shown(a)
	if _, err := tab.Find("101"); !errors.Is(err, ErrNotChild) {
		t.Errorf("an ended job that was shown is still known: %v", err)
	}
}

// Jobs already reported to the user are kept for wait, in the same number as ended jobs.
func TestReportedJobs(t *testing.T) {
	tab := NewTable()
	for pid := 1; pid <= remembered+1; pid++ {
		tab.AddPids([]int{pid}, 0, "a")
		tab.Report(pid, Exited(3))
		tab.Notices()
	}
	if _, err := tab.Find("1"); !errors.Is(err, ErrNotChild) {
		t.Errorf("the oldest is still known: %v", err)
	}
	j, err := tab.Find("2")
	if err != nil {
		t.Fatal(err)
	}
	if status, err := tab.Wait(t.Context(), j, nil); status != 3 || err != nil {
		t.Errorf("wait: %d, %v; want 3", status, err)
	}
	if _, err := tab.Find("2"); !errors.Is(err, ErrNotChild) {
		t.Errorf("what was waited for is still known: %v", err)
	}
	if _, err := tab.Wait(t.Context(), nil, nil); err != nil {
		t.Error(err)
	}
	if _, err := tab.Find("3"); !errors.Is(err, ErrNotChild) {
		t.Errorf("wait for all leaves a job: %v", err)
	}
}

// A pipeline's status is the last process's or, if chosen at its start, the last failed one's.
func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		of       StatusOf
		statuses []int
		want     int
		text     string
	}{
		{OfLast, []int{3, 4, 0}, 0, "Done"},
		{OfLast, []int{0, 5}, 5, "Done(5)"},
		{OfFailure, []int{3, 4, 0}, 4, "Done(4)"},
		{OfFailure, []int{3, 141, 0}, 141, "Done(141)"},
		{OfFailure, []int{3, 5}, 5, "Done(5)"},
		{OfFailureButPipe, []int{3, 141, 0}, 3, "Done(3)"},
		{OfFailureButPipe, []int{141, 0}, 0, "Done"},
		{OfFailureButPipe, []int{0, 141}, 141, "Done(141)"},
	} {
		tab := NewTable()
		j := tab.AddPids([]int{11, 12, 13}[:len(c.statuses)], 0, "a | b")
		j.StatusOf = c.of
		for i, s := range c.statuses {
			tab.Report(11+i, Exited(s))
		}
		tab.Update()
		if j.State != Done || j.Status != c.want || j.Describe() != c.text {
			t.Errorf("%v of %v: %d %s, want %d %s", c.of, c.statuses, j.Status, j.Describe(),
				c.want, c.text)
		}
	}
}

func TestOrder(t *testing.T) {
	tab := NewTable()
	a := tab.AddPids([]int{101}, 101, "a")
	b := tab.AddPids([]int{102}, 102, "b")
	c := tab.AddPids([]int{103}, 103, "c")
	if tab.Current() != c || tab.Previous() != b {
		t.Fatal("the newest job is not the current one")
	}
	tab.Report(101, StoppedBy(syscall.SIGTSTP))
	if tab.Current() != a || tab.Previous() != c {
		t.Fatal("a stopped job is not the current one")
	}
	if a.State != Stopped || a.Status != 148 || a.Describe() != "Stopped" {
		t.Fatalf("state %v status %d %q", a.State, a.Status, a.Describe())
	}
	tab.AddPids([]int{104}, 104, "d")
	if tab.Current() != a {
		t.Fatal("a started job went before a stopped one")
	}
	tab.Resumed(a)
	if a.State != Running || tab.Current() != a {
		t.Fatal("bg")
	}
}

func TestFind(t *testing.T) {
	tab := NewTable()
	sleep := tab.AddPids([]int{101, 111}, 0, "sleep 1 | cat")
	make1 := tab.AddPids([]int{102}, 0, "make all")
	make2 := tab.AddPids([]int{103}, 0, "make test")
	for spec, want := range map[string]*Job{
		"%1": sleep, "%2": make1, "%%": make2, "%+": make2, "%": make2, "%-": make1,
		"%sl": sleep, "%?test": make2, "%?cat": sleep, "101": sleep, "111": sleep, "103": make2,
	} {
		if j, err := tab.Find(spec); j != want || err != nil {
			t.Errorf("Find(%q) = %v, %v", spec, j, err)
		}
	}
	for spec, want := range map[string]string{
		"%4": "No such job: %4", "%0": "No such job: %0", "%x": "No such job: %x",
		"%make": "%make: ambiguous", "%?a": "%?a: ambiguous",
		"abc": "Illegal number: abc", "-3": "Illegal number: -3", "": "Illegal number: ",
		"999": "not a child of this shell",
	} {
		if j, err := tab.Find(spec); j != nil || err == nil || err.Error() != want {
			t.Errorf("Find(%q) = %v, %v; want %q", spec, j, err, want)
		}
	}
}

func TestStatusIsOfTheLastProcess(t *testing.T) {
	tab := NewTable()
	j := tab.AddPids([]int{101, 102}, 0, "a | b")
	tab.Report(102, Exited(7))
	tab.Update()
	if j.State != Running {
		t.Fatal("done while a process runs")
	}
	tab.Report(101, Exited(1))
	if st, err := tab.Wait(bg, j, nil); st != 7 || err != nil {
		t.Errorf("Wait = %d, %v; want 7", st, err)
	}
	if _, err := tab.Find("102"); !errors.Is(err, ErrNotChild) {
		t.Error("the status is remembered after the wait")
	}
}

func TestWait(t *testing.T) {
	tab := NewTable()
	j := tab.AddPids([]int{101}, 0, "a")
	time.AfterFunc(5*time.Millisecond, func() { tab.Report(101, Exited(5)) })
	if st, err := tab.Wait(bg, j, nil); st != 5 || err != nil {
		t.Errorf("Wait = %d, %v; want 5", st, err)
	}
	j = tab.AddPids([]int{102}, 0, "b")
	ctx, cancel := context.WithTimeout(bg, 5*time.Millisecond)
	defer cancel()
	if _, err := tab.Wait(ctx, j, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Wait: %v, want the deadline", err)
	}
	wake := make(chan struct{})
	time.AfterFunc(5*time.Millisecond, func() { close(wake) })
	if _, err := tab.Wait(bg, nil, wake); !errors.Is(err, ErrWoken) {
		t.Errorf("Wait: %v, want ErrWoken", err)
	}
	tab.Report(102, StoppedBy(syscall.SIGSTOP))
	if st, err := tab.Wait(bg, j, nil); st != 147 || err != nil {
		t.Errorf("Wait for a stopped job = %d, %v; want 147", st, err)
	}
}

func TestWaitForAll(t *testing.T) {
	tab := NewTable()
	var wg sync.WaitGroup
	for i := range 500 {
		tab.AddPids([]int{1000 + i}, 0, fmt.Sprint("job ", i))
	}
	wg.Go(func() {
		for i := range 500 {
			tab.Report(1000+i, Exited(i%7))
		}
	})
	if st, err := tab.Wait(bg, nil, nil); st != 0 || err != nil {
		t.Errorf("Wait = %d, %v", st, err)
	}
	wg.Wait()
	if tab.Len() != 0 || tab.ended != 0 || len(tab.pids) != 0 {
		t.Errorf("%d jobs left, %d ended, %d pids", tab.Len(), tab.ended, len(tab.pids))
	}
}

func TestEndedJobsAreBounded(t *testing.T) {
	tab := NewTable()
	for i := range 20000 {
		tab.AddPids([]int{i + 1}, 0, "x")
		tab.Report(i+1, Exited(i%200))
	}
	if n := tab.Len(); n > remembered+1 {
		t.Errorf("%d jobs are remembered", n)
	}
	j, err := tab.Find("19999")
	if err != nil {
		t.Fatal(err)
	}
	if st, _ := tab.Wait(bg, j, nil); st != 198 {
		t.Errorf("status %d, want 198", st)
	}
}

func TestFork(t *testing.T) {
	tab := NewTable()
	tab.AddPids([]int{101}, 0, "a")
	tab.AddPids([]int{102}, 0, "b")
	sub := tab.Fork()
	tab.Report(101, Exited(0))
	want := "" +
		"[2] + Running                    b\n" +
		"[1] - Running                    a\n"
	if got := lines(sub, false); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if _, err := sub.Find("101"); !errors.Is(err, ErrNotChild) {
		t.Errorf("wait in a subshell finds the parent's child: %v", err)
	}
	if st, err := sub.Wait(bg, nil, nil); st != 0 || err != nil {
		t.Errorf("wait in a subshell = %d, %v", st, err)
	}
	var none *Table
	if none.Fork().Len() != 0 {
		t.Error("fork of no table")
	}
}

func TestTargets(t *testing.T) {
	tab := NewTable()
	j := tab.AddPids([]int{101, 102}, 0, "a | b")
	tab.Report(101, Exited(0))
	tab.Update()
	if got := j.Targets(); !slices.Equal(got, []int{102}) {
		t.Errorf("Targets = %v, want 102", got)
	}
	if got := tab.AddPids([]int{103}, 103, "c").Targets(); !slices.Equal(got, []int{-103}) {
		t.Errorf("Targets = %v, want -103", got)
	}
}

// What was waited for keeps its status for another wait, until its process ID has another owner.
func TestWaited(t *testing.T) {
	tab := NewTable()
	end := func(pid, status int) {
		j := tab.AddPids([]int{pid - 1, pid}, 0, "x")
		tab.Report(pid-1, Exited(0))
		tab.Report(pid, Exited(status))
		if st, err := tab.Wait(bg, j, nil); st != status || err != nil {
			t.Fatalf("Wait: %d, %v", st, err)
		}
		tab.Remember(j)
	}
	check := func(tab *Table, pid string, want int) {
		t.Helper()
		st, ok := tab.Waited(pid)
		if ok != (want >= 0) || ok && st != want {
			t.Errorf("%s: %d, %v; want %d", pid, st, ok, want)
		}
	}
	end(102, 3)
	check(tab, "102", 3)
	check(tab, "101", -1)
	check(tab, "x", -1)
	check(tab.Twin(), "102", 3)
	check(tab.Fork(), "102", -1)
	tab.twin = nil
	j := tab.AddPids([]int{102}, 0, "again")
	check(tab, "102", -1)
	tab.Remove(j)
	end(102, 4)
	check(tab, "102", 4)
	for pid := 1000; pid < 1000+2*maxWaited; pid += 2 {
		end(pid, pid%200)
		if pid == 5000 {
			end(102, 5) // its older place in the ring is void
		}
	}
	check(tab, "102", 5)
	check(tab, "1000", -1)
	check(tab, "1002", 2)
	check(tab, strconv.Itoa(998+2*maxWaited), (998+2*maxWaited)%200)
	if len(tab.waited.at) != maxWaited || len(tab.waited.ring) != maxWaited {
		t.Errorf("%d of %d statuses", len(tab.waited.at), len(tab.waited.ring))
	}
	tab.ForgetWaited()
	check(tab, "102", -1)
}
