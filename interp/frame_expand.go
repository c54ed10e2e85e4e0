package interp

import (
	"context"
	"strconv"

	"ftsh/internal/expand"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// An expander presents a frame to word expansion.
type expander frame

var (
	_ expand.Shell    = (*expander)(nil)
	_ expand.Warner   = (*expander)(nil)
	_ expand.Prompter = (*expander)(nil)
)

// Context returns a context that ends when the running commands are cancelled.
func (x *expander) Context() context.Context { return x.context.scope.Context() }

// Vars returns the environment's variables.
func (x *expander) Vars() *vars.Store { return x.env.vars }

// Params returns the positional parameters.
func (x *expander) Params() []string { return x.env.params }

// Options returns the option set.
func (x *expander) Options() option.Set { return x.env.opts }

// Shopts returns the options of shopt.
func (x *expander) Shopts() option.Shopts { return x.env.shopts }

// Dir returns the descriptor for relative paths, -1 for the process's working directory.
func (x *expander) Dir() int { return x.env.Dir() }

// Special returns the value of a special parameter.
func (x *expander) Special(c byte) string {
	switch c {
	case '0':
		return x.env.arg0
	case '?':
		return strconv.Itoa(x.env.status)
	case '$':
		return x.sh.id.pidText
	case '!':
		return x.env.bang
	case '-':
		if x.env.opts.Has(option.Bash) {
			return option.BashLetters(x.env.opts, x.sh.opts.Standalone.CommandString)
		}
		return option.Letters(x.env.opts)
	}
	return ""
}

// BangSet reports whether $! has a value.
func (x *expander) BangSet() bool { return x.env.bang != "" }

// Home returns the home directory of user.
func (x *expander) Home(user string) (string, bool) {
	if user == "" {
		home, set := x.env.vars.Lookup("HOME")
		if !set && x.env.opts.Has(option.Bash) {
			return ownHome()
		}
		return home, set
	}
	return homeOf(user)
}

// Warn writes about an expansion that goes on all the same.
func (x *expander) Warn(err *expand.Error) {
	fr := (*frame)(x)
	before := fr.regs.pos
	if err.Pos.IsValid() {
		fr.regs.pos = err.Pos
	}
	fr.say("%s", err.Error())
	fr.regs.pos = before
}
