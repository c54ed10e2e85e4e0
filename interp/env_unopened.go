package interp

import (
	"sync"

	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// unopened remembers the words try, forany and forall that open no block and may be commands that the script
// defines while it runs ([syntax.Unopened]). If such a command is reached and does not exist, that is an error of the
// text.
type unopened struct {
	mu sync.Mutex
	at map[textPlace]error
}

// A textPlace is a place in a named text.
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

// find gives the error of the word at a place; nil for none.
func (u *unopened) find(script string, pos ast.Pos) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.at[textPlace{script, pos.Line, pos.Col}]
}

// refuses gives the first error among words that open no block: of those that are no commands, and that the text cannot
// make commands. It remembers those that are doubtful.
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

// isCommand reports whether name is a function, an alias or a program.
func (e *environment) isCommand(name string) bool {
	if _, alias := e.Alias(name); alias || e.HasFunction(name) || e.sh.hooks.own[name] != nil {
		return true
	}
	_, err := e.find(name)
	return err == nil
}

// refusesText is refuses for a text that is about to be run without a check.
func (e *environment) refusesText(text string, opts syntax.Options) error {
	if e.opts.Has(option.Posix) || !syntax.MayBeUnopened(text) {
		return nil
	}
	return e.refuses(opts.Name, syntax.Check(text, opts).Unopened)
}
