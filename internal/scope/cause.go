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
	Timeout                     // an attempt's
	Sibling                     // another branch ended the block
	Signal                      // a signal to the shell, or to what stands for a job
	Context                     // the host's context ended, or what is around the scope was closed
	Runaway                     // runaway recursion
	KillTimeout                 // an EXIT trap of what was cancelled took too long
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

// A Cause says why a scope was cancelled. It is what context.Cause yields. It
// must not be changed once it has been handed to Cancel or Limit; its address tells
// it from others.
type Cause struct {
	Kind   Kind
	Scope  *Scope     // whose limit, output or input it was; nil: of no such kind
	Status int        // what the outcome of the scope becomes
	Signal sig.Signal // of Kind Signal, else 0
	Err    error      // of Kind Context: why the context ended; of Kind Stream: what happened
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

// ended is the cause for what is left in a scope that was closed: it ends as if
// the host's context had.
func ended(err error) *Cause {
	return &Cause{Kind: Context, Status: flow.StatusSignalled + int(sig.SIGTERM), Err: err}
}
