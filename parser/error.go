package parser

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// An Error is a syntax error: a place at which the text does not follow the grammar.
type Error struct {
	Name     string  // of the script: Options.Name
	Pos      ast.Pos // of the text found
	Expected string  // the tokens allowed there
	Found    string  // a word or operator quoted, newline, end of file
	Opened   string  // the unclosed construct, quoted; "" if none is open
	// OpenedPos is the start of the construct Opened.
	OpenedPos ast.Pos
	// Incomplete reports that the text is unfinished and not wrong: more text after it could make
	// it right.
	Incomplete bool
	// Line is the line of the text at Pos, without its newline.
	Line string
	// Instead is the text to write instead, if known; else "".
	Instead string
}

// Error returns the error in one line:
//
//	script:line:col: syntax error: expected …, found … (… opened at line N): text to write instead
func (e *Error) Error() string { return (*syntax.Error)(e).Error() }

// Report returns the text to print for an error of this package: the message, then the line of the
// source with a caret under the place, each line ended by a newline. For another error it returns
// the message.
func Report(err error) string {
	if e, ok := err.(*Error); ok {
		return syntax.Report((*syntax.Error)(e))
	}
	return syntax.Report(err)
}

// public gives a syntax error its public type.
func public(err error) error {
	if e, ok := err.(*syntax.Error); ok {
		return (*Error)(e)
	}
	return err
}
