package interp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ftsh/internal/builtin"
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
)

// A Builtin is a builtin utility of the host. It returns the exit status, of which the low eight
// bits count. It is called in the goroutine of the environment running it; branches, pipelines and
// asynchronous lists may call it concurrently. Call describes its input and how to react to a
// cancelled context.
type Builtin func(ctx context.Context, c *Call) (status int)

// ownBuiltins checks the host's builtins and returns entries for them.
func ownBuiltins(own map[string]Builtin) (map[string]*builtin.Entry, error) {
	if len(own) == 0 {
		return nil, nil
	}
	entries := make(map[string]*builtin.Entry, len(own))
	for name, run := range own {
		e := builtin.Lookup(name)
		switch {
		case name == "" || strings.Contains(name, "/"):
			return nil, fmt.Errorf("builtin %q: not a name of a command", name)
		case run == nil:
			return nil, errors.New("builtin " + name + ": it has no function")
		case syntax.IsReserved(name):
			return nil, errors.New("builtin " + name + ": it is a reserved word")
		case e != nil && e.Special:
			return nil, errors.New("builtin " + name + ": it is a special builtin")
		case e != nil && e.InBlock:
			return nil, errors.New("builtin " + name + ": it is a builtin of the blocks")
		}
		entries[name] = &builtin.Entry{Name: name,
			Run: func(h builtin.Host, args []string) flow.Outcome {
				return runOwn((*frame)(h.(*host)), run, args)
			}}
	}
	return entries, nil
}

// runOwn runs a builtin of the host in fr.
func runOwn(fr *frame, run Builtin, args []string) flow.Outcome {
	var c Call
	ctx := c.open(fr, args)
	status := run(ctx, &c)
	c.close()
	return c.outcome(fr, status)
}
