// Package job holds the shell's job table: the asynchronous lists and stopped pipelines started by
// a shell environment (XBD 3.182, XCU 2.11).
//
// The model: a [Job] is one or more processes with a number and a text. Changes of a process are
// reported, from any goroutine, with [Table.Report] and take effect when the environment owning the
// table next uses it: between two calls nothing changes. A job whose processes have all ended
// stays, with its status, until it has been waited for or listed. A job already reported by the
// shell itself is listed no more, but can be waited for.
//
// Invariants: job numbers are the lowest free ones. The current job (%+) is the job stopped last,
// else the one started or continued last; the previous job (%-) is the next in line. At most
// [remembered] ended jobs stay; the oldest are forgotten.
//
// A Table and its Jobs are for the goroutine of their environment, except for Report.
//
// Elsewhere: starting and signalling processes (package proc), process groups and the terminal
// (package interp).
package job

import (
	"strconv"
	"syscall"

	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// A State is the state of a process or a job.
type State uint8

// The states. A job is Running while any of its processes is, and Done when all
// are.
const (
	Running State = iota
	Stopped
	Done
)

// A Change is a change of a process's state.
type Change struct {
	State  State
	Status int            // exit status as in $?: 128+n for a signal
	Signal syscall.Signal // the signal that stopped or ended it, else 0
	Core   bool           // it left a core
}

// Exited is the change of a process by its exit.
func Exited(status int) Change { return Change{State: Done, Status: status} }

// Killed is the change of a process killed by a signal.
func Killed(s syscall.Signal, core bool) Change {
	return Change{State: Done, Status: 128 + int(s), Signal: s, Core: core}
}

// StoppedBy is the change of a process stopped by a signal.
func StoppedBy(s syscall.Signal) Change {
	return Change{State: Stopped, Status: 128 + int(s), Signal: s}
}

// Continued is the change of a process that runs again.
func Continued() Change { return Change{State: Running} }

// A StatusOf chooses the process that determines the status of a job.
type StatusOf uint8

// The choices. A failure is a status other than 0.
const (
	OfLast           StatusOf = iota // the last process
	OfFailure                        // the last failed one (pipefail)
	OfFailureButPipe                 // also, but without SIGPIPE before the last one
)

// of chooses among processes that have all ended.
func (s StatusOf) of(ps []Process) int {
	last := len(ps) - 1
	if s == OfLast || ps[last].Status != 0 {
		return last
	}
	for i := last - 1; i >= 0; i-- {
		if status := ps[i].Status; status != 0 && (s == OfFailure || status != statusPipe) {
			return i
		}
	}
	return last
}

// statusPipe is the status of a writer to a pipe without a reader.
const statusPipe = 128 + int(sig.SIGPIPE)

// A Process is one process of a job.
type Process struct {
	Pid int
	Change
}

// A Job is one asynchronous list or one stopped pipeline.
type Job struct {
	ID        int
	Processes []Process
	Pgid      int // its own process group; 0: it runs in the shell's
	Text      string
	State     State
	StatusOf  StatusOf
	Status    int  // as StatusOf says, once State is not Running
	Notified  bool // its state has been shown to the user
	Disowned  bool // not listed, not waited for
	Inherited bool // of the environment this one was forked from: no child of ours

	serial    uint64 // order of starting
	unlisted  bool   // no job, only a process to wait for
	suspended bool   // stopped in the foreground, and not reported yet
	handles   []*proc.Process
}

// Pid is the process id for $!, the last process's.
func (j *Job) Pid() int { return j.Processes[len(j.Processes)-1].Pid }

// Leader is the process id printed by `jobs -p`, the first process's.
func (j *Job) Leader() int { return j.Processes[0].Pid }

// Targets returns the arguments of kill(2) that reach the job: its process group, or the processes
// not ended yet.
func (j *Job) Targets() []int {
	if j.Pgid > 0 {
		return []int{-j.Pgid}
	}
	var pids []int
	for _, p := range j.Processes {
		if p.State != Done {
			pids = append(pids, p.Pid)
		}
	}
	return pids
}

// refresh computes the job's state from its processes'.
func (j *Job) refresh() {
	state := Done
	stopped := 0
	for i := range j.Processes {
		switch p := &j.Processes[i]; p.State {
		case Running:
			state = Running
		case Stopped:
			stopped = p.Status
			if state == Done {
				state = Stopped
			}
		}
	}
	if state != j.State {
		j.Notified = false
	}
	j.State = state
	switch state {
	case Done:
		j.Status = j.Processes[j.StatusOf.of(j.Processes)].Status
	case Stopped:
		j.Status = stopped
	}
}

// Describe returns the job's state in the words of `jobs` (XCU jobs): Running, Done, Done(2),
// Stopped (by SIGTSTP), Stopped (SIGTTIN), or the description of the signal that ended it.
func (j *Job) Describe() string {
	if j.State == Running {
		return "Running"
	}
	c := j.Processes[j.StatusOf.of(j.Processes)].Change
	if j.State == Stopped {
		for _, p := range j.Processes {
			if p.State == Stopped {
				c = p.Change
			}
		}
	}
	switch {
	case j.State == Stopped && c.Signal == sig.SIGTSTP:
		return "Stopped"
	case j.State == Stopped:
		return "Stopped (SIG" + sig.Name(c.Signal) + ")"
	case c.Signal != 0 && c.Core:
		return sig.Describe(c.Signal) + " (core dumped)"
	case c.Signal != 0:
		return sig.Describe(c.Signal)
	case c.Status != 0:
		return "Done(" + strconv.Itoa(c.Status) + ")"
	}
	return "Done"
}
