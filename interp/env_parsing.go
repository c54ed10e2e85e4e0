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
		Extglob: e.shopts.Has(option.ExtGlob),
		Alias:   e.aliasLookup(),
		HasFunc: e.HasFunction,
		Line:    line,
	}
}

// lineParser returns a parser of lines in this environment. Reading a line may run code that defines
// an alias for the rest of the command.
func (e *environment) lineParser(next func() (string, error), name string, line uint32) *syntax.Parser {
	opts := e.parserOptions(name, line)
	opts.Alias = e.expandAlias
	return syntax.NewLines(next, opts)
}

// aliasLookup returns expandAlias, or nil if there are no aliases.
func (e *environment) aliasLookup() func(name string) (value string, ok bool) {
	if len(e.aliases.m) == 0 {
		return nil
	}
	return e.expandAlias
}

// expandAlias returns the value of an alias for the parser: in the dialect of bash only with the
// option expand_aliases, or in POSIX mode.
func (e *environment) expandAlias(name string) (string, bool) {
	if e.opts.Has(option.Bash) && !e.shopts.Has(option.ExpandAliases) && !e.opts.Has(option.Posix) {
		return "", false
	}
	return e.Alias(name)
}

// A dialect says how text is read and compiled.
type dialect struct {
	bash    bool
	extglob bool // with bash: @(a|b) and its kin in words are patterns
	// keywords, with bash: name=value is an assignment after a command's name, too (set -k). The
	// bodies of functions do without.
	keywords bool
}

// dialect returns the dialect of the text that the environment reads now.
func (e *environment) dialect() dialect {
	return dialect{e.opts.Has(option.Bash), e.shopts.Has(option.ExtGlob),
		e.opts.Has(option.AllKeywords)}
}
