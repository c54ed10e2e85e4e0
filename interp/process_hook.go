package interp

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/shellenv"
	"ftsh/interp/event"
)

// A Command is a program about to be started. A hook (Hooks.Command) may change Path, Args, Env
// and Dir before it calls Run. The streams are for the hook's own use: changing them does not
// affect the program.
type Command struct {
	Call

	// Path is the file to run, found in PATH, or "" if there is none. A relative path is relative
	// to the shell's directory.
	Path string
	// Env is the program's environment, in the form of os.Environ.
	Env []string
	// Place is the command's position in the script.
	Place event.Place

	fr      *frame
	missing error // why Path is empty
}

// errReturned is the error of Run after the hook has returned.
var errReturned = errors.New("the hook has returned")

// Run starts the program as c describes it, waits for it, and returns its status. This is what the
// shell does without a hook. If the command is cancelled, the program is ended and Run returns. An
// error means that nothing was started; if the hook returns one that is fs.ErrNotExist, the shell
// reports "not found". Run may be called any number of times, but only in the goroutine of the
// hook.
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
		d, err := fd.OpenDir(shellenv.At(c.fr.env.Dir()), c.Dir)
		if err != nil {
			return 0, err
		}
		defer d.Release()
		spec.Dir = d.Fd()
	}
	p, err := c.fr.startSpec(spec, placement{})
	if err != nil {
		return 0, err
	}
	return int(c.fr.waitForeground(p, c.Args).Status), nil
}

// offer calls the host's hook to run a program. missing is the error of a failed search.
func offer(fr *frame, path string, missing error, args []string) (flow.Outcome, error) {
	c := &Command{Path: path, Env: slices.Clone(environ(fr)), Place: fr.context.place(fr.regs.pos),
		fr: fr, missing: missing}
	ctx := c.open(fr, args)
	status, err := fr.sh.opts.Hooks.Command(ctx, c)
	c.close()
	c.fr = nil
	if err != nil && !fr.cancelled() {
		return flow.Outcome{}, err
	}
	return c.outcome(fr, status), nil
}

// A CommandHook runs a program in place of the shell; see Hooks.Command.
type CommandHook func(ctx context.Context, c *Command) (status int, err error)

// runProgram runs the program at path in the foreground. missing is the error of the search, nil if
// it succeeded. A returned error means that nothing was started.
func runProgram(fr *frame, path string, missing error, args []string) (flow.Outcome, error) {
	defer watchErrors(fr)()
	switch {
	case fr.sh.opts.Hooks.Command != nil:
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
