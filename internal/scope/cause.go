package scope

import (
	"ftsh/internal/flow"
	"ftsh/internal/sig"
)

// Kind is the kind of a cause.
type Kind uint8

// The kinds. The zero value is none of them.
const (
	Deadline    Kind = iota + 1 // a block's time limit
	Timeout                     // an attempt's time limit
	Sibling                     // another branch ended the block
	Signal                      // a signal to the shell, or to a process representing a job
	Context                     // the host's context ended, or an outer scope was closed
	Runaway                     // runaway recursion
	KillTimeout                 // an EXIT trap took too long after a cancellation
	Stream                      // an attempt's output cannot be held, or its input not kept
)

func (k Kind) String() string {
	switch k {
	case Deadline:
		return "deadline"
	case Timeout:
		return "timeout"
	case Sibling:
		return "another branch failed"
	case Signal:
		return "signal"
	case Context:
		return "context"
	case Runaway:
		return "runaway recursion"
	case KillTimeout:
		return "kill timeout"
	case Stream:
		return "output or input"
	}
	return "none"
}

// A Cause is the reason of a scope's cancellation, as returned by context.Cause. It must not change
// once given to Cancel or Limit; its address identifies it.
type Cause struct {
	Kind   Kind
	Scope  *Scope     // the scope of the limit, output or input; nil for other kinds
	Status int        // the status of the scope's outcome
	Signal sig.Signal // of Kind Signal, else 0
	Err    error      // of Kind Context: why the context ended; of Kind Stream: the error
}

func (c *Cause) Error() string {
	switch {
	case c.Kind == Signal:
		return "signal " + sig.Name(c.Signal)
	case c.Err != nil:
		return c.Err.Error()
	}
	return c.Kind.String()
}

// ended is the cause for the scopes left in a closed one: they end as if the host's context had.
func ended(err error) *Cause {
	return &Cause{Kind: Context, Status: flow.StatusSignalled + int(sig.SIGTERM), Err: err}
}
