package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/trap"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A frame is where commands run: an environment, the context of the running command, and the
// registers it leaves. It is for one goroutine at a time.
type frame struct {
	sh        *Shell
	env       environment
	context   execContext
	regs      registers
	facts     *facts   // of the innermost alternative or branch; nil: none
	freeBlock *block   // kept for reuse; nil: none
	spare     []string // memory for the arguments of a builtin
}

// An execContext is the context of a command. Calls, sourced files, attempts, catch lists and traps
// change it for a list, and afterwards restore it as one value:
//
//	outer := fr.context
//	fr.context.loops = 0
//	…
//	fr.context = outer
//
// Large: each field is something that a list needs to know of what is around it. It is copied at
// each call: 264 bytes instead of 256 make calls of functions 12 % slower.
type execContext struct {
	run    *scope.Scope // of the current call of Run; outside of one, the shell's
	scope  *scope.Scope // cancels the running commands
	group  *jobGroup    // the job running the environment; nil: none
	branch *branch      // of the innermost forall; nil: none
	block  *block       // the innermost block of this environment with its body running
	blocks int          // enclosing blocks, also during a catch list

	detached bool // processes are started outside of all blocks
	member   bool // this shell belongs to another shell's job, and stops together with its children
	// The job is in a prompt's foreground: a SIGINT that ends a child also ends the job.
	prompted bool

	script    string // the command's file
	shown     string // replaces the commands' text in messages: "eval …"; "": no
	loops     int    // loops within reach of break
	functions int    // function calls in progress
	sources   int    // sourced files in progress
	evals     int    // evals and traps in progress
	depth     depth

	tested int // > 0: the status is tested, so errexit does not apply
	// > 0: ||, a condition or ! judges the status and so handles a block's failure.
	judged      int
	arithmetic  bool         // inside of a subshell looking like bash's (( expression ))
	brittle     bool         // lists end at the first failure
	watched     bool         // a block looks at the standard error of programs that fail
	action      trapAction   // the running trap action, if any
	catching    int          // the status handled by the innermost catch list
	catchOutput *catchOutput // the innermost catch list's messages; nil: none runs

	// The options to restore when the running function ends (local -); nil: none.
	callerOpts *option.Set

	// The innermost span that has begun, if Log.Spans receives them.
	span event.SpanID
}

// A trapAction is the action of a trap while it runs.
type trapAction struct {
	runs   bool // an action runs
	status int  // $? before the action
	depth  int  // functions and sources enclosing the action
}

// leave restores the outer context. A list made brittle by set -o brittle stays brittle.
func (fr *frame) leave(outer *execContext) {
	fr.context = *outer
	fr.context.brittle = outer.brittle || fr.env.opts.Has(option.Brittle)
}

// registers are the running command's results for the enclosing commands.
type registers struct {
	pos       ast.Pos // its position, for diagnostics
	name      string  // the running builtin, for diagnostics
	command   jobText // the running simple command, under job control
	keepRedir bool    // set by exec without a command
	bare      bool    // exec -c: the program gets no environment
	unwinds   bool    // set -e ends the main environment: in bash its functions are left first

	subst   substResult    // of the command's substitutions
	text    string         // the end of its standard error, if a block watches
	failure *failure       // the command that failed last in the attempt
	after   retry.After    // the delay requested by failure --after
	reports pendingReports // failed blocks, while it is open whether something handles the failure

	arrays []declaredArray // of the arguments name=(…) of the running command
}

// substResult is the result of a command's substitutions.
type substResult struct {
	ran    bool
	taken  bool // the command's status is the last substitution's
	status int
	failed flow.Outcome // the first failure, for brittle lists
}

// cancelled reports whether the running commands have been cancelled. It is cheap enough for every
// iteration of a loop.
func (fr *frame) cancelled() bool { return fr.context.scope.Cancelled() }

// cancelOutcome returns the outcome that unwinds after a cancellation.
func (fr *frame) cancelOutcome() flow.Outcome {
	status := flow.StatusDeadline
	if c := fr.context.scope.Cause(); c != nil {
		status = c.Status
	}
	return flow.Outcome{Status: int32(status), Divert: flow.Cancel}
}

// errexit applies set -e to the outcome of a command (XCU set, -e).
func (fr *frame) errexit(out flow.Outcome) flow.Outcome {
	if out.Status == 0 || out.Divert != flow.None || fr.context.tested > 0 || fr.context.brittle {
		return out
	}
	if a := fr.trapsOfFailed(out); a.Divert != flow.None {
		return a
	}
	if fr.env.traps.Heeds(trap.Err) {
		if a := runErrTrap(fr, out); a.Divert != flow.None {
			return a
		}
	}
	if fr.env.opts.Has(option.ErrExit) {
		out.Divert = flow.Exit
		fr.regs.unwinds = fr.context.blocks == 0 && !fr.env.subshell
	}
	return out
}

// A purpose is the use of a subshell environment.
type purpose uint8

const (
	forSubshell     purpose = iota // ( list )
	forElement                     // an element of a pipeline
	forFeeder                      // one before an element that runs in the parent (lastpipe)
	forSubstitution                // $( list )
	forBranch                      // a branch of a forall
	forAlternative                 // an alternative of a forany, concurrent with others
	forList                        // an asynchronous list
	forShortList                   // one that runs here
	forProcess                     // a subshell or pipeline element in another process
)

// A concurrency says whether a subshell's parent runs while the subshell does. Then the two share
// nothing that the parent may change.
type concurrency uint8

const (
	awaited   concurrency = iota // it does not
	alongside                    // it does, within one command
	apart                        // the subshell may outlive the parent's commands
)

// concurrency returns the relation between a subshell and its parent. An asynchronous list in its
// own process gets everything by the handover.
func (p purpose) concurrency(e *environment) concurrency {
	switch {
	case p == forList && len(e.sh.opts.Standalone.Reexec) == 0:
		return apart
	case (p == forSubshell || p == forElement) && e.monitoring() && e.snapshot == nil:
		return apart // the terminal may stop it alone
	case p == forFeeder:
		return alongside
	}
	return awaited
}

// jobs returns the job table of a subshell, nil for an empty one.
func (p purpose) jobs(parent *job.Table) *job.Table {
	switch {
	case parent == nil || parent.Len() == 0 || p == forShortList: // which cannot ask
		return nil
	case p == forList:
		return parent.ForkLive()
	}
	return parent.Fork() // for $(jobs -p)
}

// fork makes the frame of a subshell (XCU 2.13). Nothing else decides about the contents of a
// subshell. The error is the one of pinning the working directory.
func (fr *frame) fork(p purpose) (*frame, error) {
	c := new(frame)
	*c = *fr
	share(fr.context.block)
	c.freeBlock, c.spare = nil, nil
	if err := c.env.become(&fr.env, p.concurrency(&fr.env), p.jobs(fr.env.jobs)); err != nil {
		return nil, err
	}
	if b := fr.env.bash; b != nil && b.coproc != nil {
		switch p {
		case forAlternative: // it may become its parent's environment
			c.env.bash.coproc = b.coproc
		case forSubstitution: // as in bash
		default:
			c.env.leaveCoproc(b.coproc)
		}
	}
	c.regs.keepRedir, c.regs.reports = false, pendingReports{}
	if p != forAlternative { // a winning alternative becomes its parent's environment
		c.context.action.runs = false // ending the subshell does not end the enclosing action
	}
	switch p {
	case forSubshell, forShortList, forBranch:
		c.context.loops = 0
	case forProcess:
		c.context.loops, c.context.member = 0, true
		c.context.prompted = fr.sh.signals.line.Load() != nil
	case forElement, forFeeder:
		c.context.loops = 0
		c.context.depth.nested++
	case forSubstitution:
		if c.context.judged = 0; !fr.env.opts.Has(option.Bash) {
			c.context.tested = 0 // in bash it is tested if its command is
		}
	case forList:
		c.context.loops, c.context.tested, c.context.judged = 0, 0, 0
		c.context.block, c.regs.failure, c.context.branch = nil, nil, nil
		c.context.member, c.context.prompted = fr.env.monitoring(), false
		if fr.env.snapshot != nil {
			c.context.group = nil // the list is not part of the prompt's commands
		}
	}
	c.watchTraps()
	return c, nil
}

// share marks a block and its enclosing blocks as shared with another environment.
func share(b *block) {
	for ; b != nil && !b.shared; b = b.parent {
		b.shared = true
	}
}
