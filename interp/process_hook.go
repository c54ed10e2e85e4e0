package interp

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"ftsh/internal/flow"
)

// A Command is a program that is about to be started. A hook (Options.Command) may
// change Path, Args, Env and Dir before it calls Run. What it sets the streams to the
// program does not get: they are for what the hook does itself.
type Command struct {
	Call

	// Path is the file to run, found in PATH; "" when there is none. A relative
	// one is relative to the shell's directory.
	Path string
	// Env is the program's environment, as os.Environ has it.
	Env []string

	fr      *frame
	missing error // why there is no Path
}

// errReturned is that of a Command whose hook has returned.
var errReturned = errors.New("the hook has returned")

// Run starts the program as c now says, waits for it, and returns its status: what
// happens without a hook. It ends, and with it the program, when the command is
// cancelled. An error says that nothing was started; for one of fs.ErrNotExist the
// shell says "not found" if the hook returns it. It must be called in the goroutine
// that the hook was called in, any number of times.
func (c *Command) Run() (status int, err error) {
	switch {
	case c.fr == nil:
		return 0, errReturned
	case len(c.Args) == 0:
		return 0, fs.ErrInvalid
	case c.Path == "" && missing(c.missing):
		return 0, &fs.PathError{Op: "exec", Path: c.Args[0], Err: fs.ErrNotExist}
	case c.Path == "":
		return 0, c.missing
	}
	spec, err := c.fr.spec(c.Path, c.Args, placement{})
	if err != nil {
		return 0, err
	}
	spec.Env = c.Env
	if c.Dir != c.fr.env.pwd {
		d, err := openDirectory(c.fr.env.Dir(), c.Dir)
		if err != nil {
			return 0, err
		}
		defer d.release()
		spec.Dir = d.fd()
	}
	p, err := c.fr.startSpec(spec)
	if err != nil {
		return 0, err
	}
	return int(c.fr.waitForeground(p, c.Args).Status), nil
}

// offer asks the host to run a program. missing is why it was not found.
func offer(fr *frame, path string, missing error, args []string) (flow.Outcome, error) {
	c := &Command{Path: path, Env: slices.Clone(fr.env.vars.Environ()), fr: fr, missing: missing}
	ctx := c.open(fr, args)
	status, err := fr.sh.opts.Command(ctx, c)
	c.close()
	c.fr = nil
	if err != nil && !fr.cancelled() {
		return flow.Outcome{}, err
	}
	return c.outcome(fr, status), nil
}

// A CommandHook runs a program in the place of the shell; see Options.Command.
type CommandHook func(ctx context.Context, c *Command) (status int, err error)

// runProgram runs the program at path in the foreground. missing is why it was not
// found; nil: it was. The error is why nothing has been started.
func runProgram(fr *frame, path string, missing error, args []string) (flow.Outcome, error) {
	switch {
	case fr.sh.opts.Command != nil:
		return offer(fr, path, missing, args)
	case missing != nil:
		return flow.Outcome{}, missing
	}
	defer fr.context.group.lend(fr.sh)()
	p, err := fr.start(path, args, placement{})
	if err != nil {
		return flow.Outcome{}, err
	}
	return fr.waitForeground(p, args), nil
}
