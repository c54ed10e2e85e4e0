package interp

import (
	"sync/atomic"

	"ftsh/internal/clock"
	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A Shell is one shell: its main environment and the state shared by its subshells. New makes one;
// the zero value is not a shell. It is for one goroutine at a time, and its methods must not be
// called while it runs a script. Its hooks and the receiver of its events must not call it either.
type Shell struct {
	opts  Options
	names *vars.Names
	clock clock.Clock
	rand  *source64
	entry sig.Record

	main   *frame
	root   *scope.Scope // of everything that runs, for the life of the shell
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
	reuse    reuse

	closed  chan struct{}
	up      upward
	exited  bool
	pending pending // the work of a resumed shell

	refs        refs
	startLimits []proc.Limit // children's values for the limits changed by the Go runtime
}

// upward holds the calls from lower rooms to higher ones (docs/architecture.md). An interpreter is
// recursive, and these calls close the circle.
type upward struct {
	// command and andOr compile a command and an AND-OR list.
	command func(*compiler, ast.Command) op
	andOr   func(*compiler, *ast.AndOr) op
	// eval runs text in a frame, as traps do. The string what names the text in messages.
	eval func(fr *frame, text, what string) flow.Outcome
}

// refs are variables used by the shell itself.
type refs struct{ path, optind, funcnest, traceTarget vars.Ref }

// reuse holds memory to be used again.
type reuse struct {
	parsers    syntax.Pool
	expansions expand.Pool
}

// counters keep account of concurrent activities of this process, and of some of its past events.
type counters struct {
	live      atomic.Int64  // branches and pipeline elements
	opens     atomic.Int32  // files being opened
	functions atomic.Uint64 // changes to any table of functions
	wants     atomic.Uint64 // failures for want of a resource, or because of a broken device
	spent     spentState    // processes of short lists, not reaped yet
}

// pending is the work handed over to a resumed shell.
type pending struct {
	list      *ast.List       // nil: the shell was not resumed
	condition bool            // the list stands directly in a condition
	reply     int             // the descriptor for the reply; 0: none is expected
	files     map[fd.File]int // the initial descriptors of the shell expecting the reply
}
