package interp

import (
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/scope"
	"ftsh/parser/ast"
)

// A frame is where commands run: an environment, what stands around the running
// command, and what that command leaves. It is for one goroutine at a time.
type frame struct {
	sh        *Shell
	env       environment
	context   execContext
	regs      registers
	freeBlock *block // to be used again; nil: none
}

// An execContext is what stands around a command: what calls, sourced files, attempts,
// catch lists and traps change for a list and give back behind it, as one value:
//
//	outer := fr.execContext
//	fr.loops = 0
//	…
//	fr.execContext = outer
type execContext struct {
	run    *scope.Scope // the call of Run that they belong to; outside of one, the shell's
	scope  *scope.Scope // what cancels the commands that run now
	group  *jobGroup    // the job that runs the environment; nil: none
	branch *branch      // of the innermost forall; nil: none
	block  *block       // the innermost one of this environment whose body runs
	blocks int          // blocks around, also while a catch list runs

	detached bool // what is started is outside all blocks
	member   bool // this shell is of another one's job, and stops with what it waits for
	prompted bool // that job is in a prompt's foreground: a SIGINT that ends what it runs ends it

	script    string // the file that the command stands in
	shown     string // instead of the commands' text, in messages: "eval …"; "": they are shown
	loops     int    // loops that break may leave
	functions int    // function calls in progress
	sources   int    // sourced files in progress
	evals     int    // evals and traps in progress
	depth     depth

	tested     int          // > 0: the status is looked at, so that errexit does not apply
	judged     int          // > 0: by ||, a condition or !, which handles a block's failure
	arithmetic bool         // a subshell around is bash's (( expression ))
	brittle    bool         // lists end at the first failure
	action     trapAction   // the trap action that runs, if one does
	catching   int          // the status that the innermost catch list handles
	spoken     *catchOutput // whether it told of that; nil: none runs

	callerOpts *option.Set // the options that the running function gives back (local -); nil: none
}

// A trapAction is the action of a trap while it runs.
type trapAction struct {
	runs   bool // one does
	status int  // $? before it
	depth  int  // functions and sources around it
}

// leave gives back what was around before, but for lists that set -o brittle made
// brittle for good.
func (fr *frame) leave(outer *execContext) {
	fr.context = *outer
	fr.context.brittle = outer.brittle || fr.env.opts.Has(option.Brittle)
}

// Registers are what the running command leaves for those around it.
type registers struct {
	pos       ast.Pos // where it stands, for diagnostics
	name      string  // the running builtin, for diagnostics
	command   jobText // the simple command that runs, under job control
	keepRedir bool    // set by exec without a command

	subst   substResult    // of its command substitutions
	failure *Failure       // the command that failed last in the attempt
	after   retryAfter     // what failure --after asked for
	reports pendingReports // of blocks that failed, if it is not known yet whether that was handled
}

// substResult is what the command substitutions of a command left.
type substResult struct {
	ran    bool
	taken  bool // the command's status is that of the last one
	status int
	failed flow.Outcome // the first that failed, for brittle lists
}

// retryAfter is a delay that was asked for. The zero value: none was.
type retryAfter struct {
	delay time.Duration
	asked bool
}

// cancelled reports whether what runs has been cancelled. It is cheap enough
// for every turn of a loop.
func (fr *frame) cancelled() bool { return fr.context.scope.Cancelled() }

// cancelOutcome is what unwinds after a cancellation.
func (fr *frame) cancelOutcome() flow.Outcome {
	status := flow.StatusDeadline
	if c := fr.context.scope.Cause(); c != nil {
		status = c.Status
	}
	return flow.Outcome{Status: int32(status), Divert: flow.Cancel}
}

// errexit is what set -e does behind a command that failed (XCU set, -e).
func (fr *frame) errexit(out flow.Outcome) flow.Outcome {
	if out.Status != 0 && out.Divert == flow.None && fr.context.tested == 0 && fr.env.opts.Has(option.ErrExit) && !fr.context.brittle {
		out.Divert = flow.Exit
	}
	return out
}

// A purpose is what a subshell environment is made for.
type purpose uint8

const (
	forSubshell     purpose = iota // ( list )
	forElement                     // an element of a pipeline
	forSubstitution                // $( list )
	forBranch                      // a branch of a forall
	forAlternative                 // of a forany, beside others
	forList                        // an asynchronous list
	forProcess                     // a subshell or an element that is another process
)

// beside reports whether the subshell lives on while its parent does: then
// nothing is shared that the parent may change. A list of its own process gets all
// by the handover.
func (p purpose) beside(e *environment) bool {
	switch p {
	case forList:
		return len(e.sh.opts.Reexec) == 0
	case forSubshell, forElement:
		return e.monitoring() && e.snapshot == nil // the terminal may stop it, alone
	}
	return false
}

// fork makes the frame of a subshell (XCU 2.13). It is the only place that decides
// what goes along. The error is that of pinning the working directory.
func (fr *frame) fork(p purpose) (*frame, error) {
	c := new(frame)
	*c = *fr
	share(fr.context.block)
	c.freeBlock = nil
	if err := c.env.become(&fr.env, p.beside(&fr.env)); err != nil {
		return nil, err
	}
	c.regs.keepRedir, c.regs.reports = false, pendingReports{}
	if p != forAlternative { // which becomes its parent's environment if it wins
		c.context.action.runs = false // what ends the subshell does not end the action around it
	}
	switch p {
	case forSubshell, forBranch:
		c.context.loops = 0
	case forProcess:
		c.context.loops, c.context.member, c.context.prompted = 0, true, fr.sh.signals.line.Load() != nil
	case forElement:
		c.context.loops = 0
		c.context.depth.nested++
	case forSubstitution:
		c.context.tested, c.context.judged = 0, 0
	case forList:
		c.context.loops, c.context.tested, c.context.judged = 0, 0, 0
		c.context.block, c.regs.failure, c.context.branch = nil, nil, nil
		c.context.member, c.context.prompted = fr.env.monitoring(), false
		if fr.env.snapshot != nil {
			c.context.group = nil // it is no part of the prompt's commands
		}
	}
	c.watchTraps()
	return c, nil
}

// share says of a block, and of those around it, that another environment has them too.
func share(b *block) {
	for ; b != nil && !b.shared; b = b.parent {
		b.shared = true
	}
}
