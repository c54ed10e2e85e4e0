package interp

import (
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// parserOptions returns the options for parsing text in this environment: its aliases and
// functions, and whether block words are recognised.
func (e *environment) parserOptions(name string, line uint32) syntax.Options {
	return syntax.Options{
		Name:    name,
		Blocks:  !e.opts.Has(option.Posix),
		Bash:    e.opts.Has(option.Bash),
		Alias:   e.Alias,
		HasFunc: e.HasFunction,
		Line:    line,
	}
}
