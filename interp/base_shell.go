package interp

import (
	"sync/atomic"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A Shell is one shell: its main environment and what its subshells share.
// It is for one goroutine at a time.
type Shell struct {
	opts  Options
	names *vars.Names
	clock clock.Clock
	rand  *source64
	entry sig.Record

	main   *frame
	root   *scope.Scope // all that runs, for the life of the shell
	scopes *scope.Config

	id       identity
	signals  signalState
	terminal terminal
	prompt   promptState
	events   eventState
	guest    guest
	hooks    hookState
	outputs  outputState
	blocks   blockState
	counters counters

	closed  chan struct{}
	up      upward
	exited  bool
	pending pending // what a resumed shell runs

	refPath     vars.Ref
	refOptind   vars.Ref
	startLimits []proc.Limit // what children get of the limits that the runtime changed
}

// Upward is where lower rooms call higher ones (docs/architecture.md): an interpreter is
// recursive, and these are the calls that close the circle.
type upward struct {
	// command and andOr compile any command, and any and-or list.
	command func(*compiler, ast.Command) op
	andOr   func(*compiler, *ast.AndOr) op
	// eval runs text in a frame, as traps do; what names it in messages.
	eval func(fr *frame, text, what string) flow.Outcome
}

// counters count what runs in this process at the same time, and what has happened in it.
type counters struct {
	live      atomic.Int64  // branches and pipeline elements
	opens     atomic.Int32  // files that are being opened
	functions atomic.Uint64 // changes of any table of functions
	wants     atomic.Uint64 // what could not be done for want of something
}

// pending is what a resumed shell goes on with.
type pending struct {
	list      *ast.List       // nil: the shell was not resumed
	condition bool            // it stands directly in a condition
	reply     int             // the descriptor of the file to answer in; 0: nobody waits for an answer
	files     map[fd.File]int // of who waits: the descriptors that the shell began with
}
