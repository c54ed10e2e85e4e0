package parser

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// An Error is a place where the text is not what the grammar has there.
type Error struct {
	Name     string  // of the script: Options.Name
	Pos      ast.Pos // of what was found
	Expected string  // what could have stood there
	Found    string  // what did: a word or operator quoted, newline, end of file
	Opened   string  // the construct that was not closed, quoted; "" if none is open
	// OpenedPos is where the construct Opened starts.
	OpenedPos ast.Pos
	// Incomplete says that the text is not wrong but unfinished: more text
	// behind it could make it right.
	Incomplete bool
	// Line is the line of the text that Pos is in, without its newline.
	Line string
	// Instead says what to write, where the text is one of bash or of the original ftsh; else "".
	Instead string
}

// Error gives the error in one line:
// script:line:col: syntax error: expected …, found … (… opened at line N): what to write instead.
func (e *Error) Error() string { return (*syntax.Error)(e).Error() }

// Report gives the text to print for an error of this package: the message, and
// the line of the source with a caret under the place; each line ended by a
// newline. For another error it gives its message.
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
