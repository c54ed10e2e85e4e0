package interp

import (
	"context"
	"strconv"

	"ftsh/internal/expand"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// What word expansion asks of a frame.
var _ expand.Shell = (*frame)(nil)

// Context ends when the running commands are cancelled.
func (fr *frame) Context() context.Context { return fr.scope.Context() }

// Vars returns the environment's variables.
func (e *environment) Vars() *vars.Store { return e.vars }

// Params returns the positional parameters.
func (e *environment) Params() []string { return e.params }

// Options returns the option set.
func (e *environment) Options() option.Set { return e.opts }

// Special returns the value of a special parameter.
func (e *environment) Special(c byte) string {
	switch c {
	case '0':
		return e.arg0
	case '?':
		return strconv.Itoa(e.status)
	case '$':
		return e.sh.pidText
	case '!':
		return e.bang
	case '-':
		return option.Letters(e.opts)
	}
	return ""
}

// BangSet reports whether $! has a value.
func (e *environment) BangSet() bool { return e.bang != "" }

// Home returns the home directory of user.
func (e *environment) Home(user string) (string, bool) {
	if user == "" {
		return e.vars.Lookup("HOME")
	}
	return homeOf(user)
}
