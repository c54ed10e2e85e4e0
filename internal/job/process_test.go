package job

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

func start(t *testing.T, args ...string) *proc.Process {
	t.Helper()
	p, err := proc.Start(&proc.Spec{
		Path: args[0], Argv: args, Dir: -1, Umask: -1, Group: -1, Tty: -1,
		Files: []fd.Mapping{{Child: 0, Parent: 0}, {Child: 1, Parent: 1}, {Child: 2, Parent: 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRealProcesses(t *testing.T) {
	tab := NewTable()
	j := tab.Add([]*proc.Process{start(t, "/bin/sh", "-c", "exit 1"), start(t, "/bin/sh", "-c", "exit 3")}, "a | b")
	if st, err := tab.Wait(bg, j, nil); st != 3 || err != nil {
		t.Errorf("Wait = %d, %v; want 3", st, err)
	}
	p := start(t, "/bin/sleep", "100")
	j = tab.Add([]*proc.Process{p}, "sleep 100")
	p.Signal(syscall.SIGTERM)
	if st, err := tab.Wait(bg, j, nil); st != 143 || err != nil {
		t.Errorf("Wait = %d, %v; want 143", st, err)
	}
}

func TestRealStop(t *testing.T) {
	tab := NewTable()
	p := start(t, "/bin/sleep", "100")
	j := tab.Add([]*proc.Process{p}, "sleep 100")
	until := func(s State) {
		t.Helper()
		for range 5000 {
			if tab.PollStops(); j.State == s {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Fatalf("state is %v, want %v", j.State, s)
	}
	p.Signal(syscall.SIGSTOP)
	until(Stopped)
	if got := tab.Notices(); !slices.Equal(got, []string{"[1] + Stopped (signal)           sleep 100"}) {
		t.Errorf("Notices: %q", got)
	}
	p.Signal(syscall.SIGCONT)
	until(Running)
	p.Signal(syscall.SIGKILL)
	if st, err := tab.Wait(bg, j, nil); st != 137 || err != nil {
		t.Errorf("Wait = %d, %v; want 137", st, err)
	}
}

func TestManyRealProcesses(t *testing.T) {
	tab := NewTable()
	for i := range 300 {
		tab.Add([]*proc.Process{start(t, "/bin/true")}, "true")
		_ = i
	}
	if st, err := tab.Wait(bg, nil, nil); st != 0 || err != nil || tab.Len() != 0 {
		t.Errorf("Wait = %d, %v; %d jobs left", st, err, tab.Len())
	}
}
