// Package inject makes commands fail in a rehearsed run: the shell's part of a rehearsal (ftsh
// --rehearse; package rehearse starts the runs).
//
// The model: a run has a directory, named by [Variable], with a [Plan], the clock of its shells
// (package virtual) and a journal of the commands reached ([Record]). Each shell of the run, nested
// and re-executed ones too, calls [Join], and lets the [Injector] start its programs
// (Hooks.Command). A command is known by its [Address]: its place in the script, and how often the
// run has reached it. So it has the same address in each run.
//
// A fault is made by means of the system: the command is not started, or it is run by a process
// without its output or its disk ([Part]). Nothing in the evaluator knows of it.
//
// Not here: the judgement of a run.
package inject

// Variable is the environment variable with the directory of a rehearsed run.
const Variable = "FTSH_REHEARSAL"

// The files in the directory of a run.
const (
	PlanFile   = "plan"
	ClockFile  = "clock"
	RecordFile = "record"
)
