// Package inject makes commands fail in a rehearsed run: the part of a rehearsal that is in the
// shell (ftsh --rehearse; package rehearse starts the runs).
//
// The model: a run has a directory, named by [Variable], with a [Plan], the clock of its shells
// (package virtual) and a journal of the commands reached ([Record]). Each shell of the run, nested
// and re-executed ones too, calls [Join], and lets the [Injector] start its programs
// (Hooks.Command). A command is known by its [Address]: its place in the script, and how often the
// run has reached that place. So it has the same address in each run.
//
// A fault is made of what the system offers: the command is not started, or it is run by a process
// that takes its output or its disk away ([Part]). Nothing in the evaluator knows of it.
//
// Not here: what is a finding.
package inject

// Variable is the environment variable that names the directory of a rehearsed run.
const Variable = "FTSH_REHEARSAL"

// The files in the directory of a run.
const (
	PlanFile   = "plan"
	ClockFile  = "clock"
	RecordFile = "record"
)
