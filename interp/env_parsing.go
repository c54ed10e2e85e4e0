package interp

import (
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// parserOptions is how this environment reads text: its aliases, and whether
// block words are recognised.
func (e *environment) parserOptions(name string, line uint32) syntax.Options {
	return syntax.Options{
		Name:    name,
		Blocks:  !e.opts.Has(option.Posix),
		Alias:   e.Alias,
		HasFunc: e.HasFunction,
		Line:    line,
	}
}
