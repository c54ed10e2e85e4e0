package job

import (
	"slices"
	"syscall"
	"testing"

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

// watched is a job whose processes report their ends.
func watched(tab *Table, text string, ps ...*proc.Process) *Job {
	j := tab.Add(ps, 0, text)
	for _, p := range ps {
		p.Watch(func(st proc.Status) { tab.Report(p.Pid(), Of(st)) })
	}
	return j
}

func TestRealProcesses(t *testing.T) {
	tab := NewTable()
	j := watched(tab, "a | b", start(t, "/bin/sh", "-c", "exit 1"),
		start(t, "/bin/sh", "-c", "exit 3"))
	if st, err := tab.Wait(bg, j, nil); st != 3 || err != nil {
		t.Errorf("Wait = %d, %v; want 3", st, err)
	}
	p := start(t, "/bin/sleep", "100")
	j = watched(tab, "sleep 100", p)
	p.Signal(syscall.SIGTERM)
	if st, err := tab.Wait(bg, j, nil); st != 143 || err != nil {
		t.Errorf("Wait = %d, %v; want 143", st, err)
	}
}

func TestRealStop(t *testing.T) {
	tab := NewTable()
	p := start(t, "/bin/sleep", "100")
	j := tab.Add([]*proc.Process{p}, 0, "sleep 100")
	p.Signal(syscall.SIGSTOP)
	st, err := p.Wait(true)
	if err != nil {
		t.Fatal(err)
	}
	tab.Report(p.Pid(), Of(st))
	if got := tab.Notices(); !slices.Equal(got,
		[]string{"[1] + Stopped (SIGSTOP)          sleep 100"}) {
		t.Errorf("Notices: %q", got)
	}
	p.Signal(syscall.SIGKILL)
	if _, err = p.Wait(true); err != nil {
		t.Fatal(err)
	}
	if tab.Collect(); j.State != Done || j.Status != 137 {
		t.Errorf("state %v, status %d; want Done, 137", j.State, j.Status)
	}
}

func TestManyRealProcesses(t *testing.T) {
	tab := NewTable()
	for range 300 {
		watched(tab, "true", start(t, "/bin/true"))
	}
	if st, err := tab.Wait(bg, nil, nil); st != 0 || err != nil || tab.Len() != 0 {
		t.Errorf("Wait = %d, %v; %d jobs left", st, err, tab.Len())
	}
}
