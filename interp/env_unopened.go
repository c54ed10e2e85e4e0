package interp

import (
	"sync"

	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// unopened remembers words (try, forany, forall) without a block. They may be commands defined by
// the script at run time ([syntax.Unopened]). Reaching such a command is a syntax error if it does
// not exist.
type unopened struct {
	mu sync.Mutex
	at map[textPlace]error
}

// A textPlace is a position in a named text.
type textPlace struct {
	script    string
	line, col uint32
}

func (u *unopened) add(script string, pos ast.Pos, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.at == nil {
		u.at = make(map[textPlace]error)
	}
	u.at[textPlace{script, pos.Line, pos.Col}] = err
}

// find returns the error of the word at a position, or nil.
func (u *unopened) find(script string, pos ast.Pos) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.at[textPlace{script, pos.Line, pos.Col}]
}

// refuses returns the first error among words without a block. Names of commands are no error.
// Doubtful words may become commands at run time, so refuses only remembers them.
func (e *environment) refuses(script string, words []syntax.Unopened) error {
	var first error
	for _, w := range words {
		switch {
		case e.isCommand(w.Word):
		case w.Doubtful:
			e.sh.blocks.unopened.add(script, w.Pos, w.Err)
		case first == nil:
			first = w.Err
		}
	}
	return first
}

// isCommand reports whether name is a function, an alias, a host's builtin or a program.
func (e *environment) isCommand(name string) bool {
	if _, alias := e.Alias(name); alias || e.HasFunction(name) || e.sh.hooks.own[name] != nil {
		return true
	}
	_, err := e.find(name)
	return err == nil
}

// refusesText is refuses for a text about to run without a check.
func (e *environment) refusesText(text string, opts syntax.Options) error {
	if e.opts.Has(option.Posix) || !syntax.MayBeUnopened(text) {
		return nil
	}
	return e.refuses(opts.Name, syntax.Check(text, opts).Unopened)
}
