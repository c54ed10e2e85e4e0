// Package format lays out scripts for ftsh-fmt.
//
// The model: the shell's parser reads the text, package printer prints its tree with the comments,
// and the result is read and compared. docs/decisions/formatting.md has the reasons.
//
// Invariants: a text returned by [Script] has the tree of the original, by the parser of the shell,
// except for positions. It has the same comments in the same order, and formatting it again changes
// nothing. If this is impossible, the error is a [*Left] with the place and the reason.
//
// Not here: files and options (package ftsh/internal/format/cli), and rewriting of any kind: words
// stay as they are spelled, but for backquotes, changed to $( ).
package format

import (
	"errors"
	"fmt"
	"strings"

	"ftsh/internal/printer"
	"ftsh/parser/ast"
)

// Options describes the layout.
type Options struct {
	// Name is the script's name, for errors.
	Name string
	// Indent is the number of blanks of a level; 0 means a tab.
	Indent uint
	// Bash reads the script in the dialect of bash, whatever its first line says.
	Bash bool
}

// Left is the reason why a script is left as it is.
type Left struct {
	Name   string // Options.Name
	Pos    ast.Pos
	Reason string
}

// Error returns the reason in one line, with its place.
func (l *Left) Error() string {
	return fmt.Sprintf("%s:%d:%d: left as it is: %s", l.Name, l.Pos.Line, l.Pos.Col, l.Reason)
}

// start returns the position of errors concerning a whole script.
func start() ast.Pos { return ast.Pos{Line: 1, Col: 1} }

// maxPasses bounds the number of passes until another one changes nothing.
const maxPasses = 4

// Script returns the text of a script with a new layout. The error is a *[Left].
func Script(text string, opts Options) (string, error) {
	before, err := read(text, opts)
	if err != nil {
		return "", err
	}
	if len(before.list.AndOrs) == 0 && len(before.comments) == 0 {
		return "", nil // blank lines
	}
	last := text
	for i := range maxPasses {
		next, err := pass(last, opts)
		if err != nil && i > 0 {
			return "", unreadable(err, opts.Name)
		}
		if err != nil {
			return "", err
		}
		if next == last {
			if err := before.allows(next, opts); err != nil {
				return "", err
			}
			return next, nil
		}
		last = next
	}
	return "", &Left{opts.Name, start(), "formatting it again would change it again"}
}

// maxPadding is the maximum number of blanks for aligning comments.
const maxPadding = 4 << 20

// allows returns an error if text, a formatted version of the script, has another meaning.
func (s *script) allows(text string, opts Options) error {
	after, err := read(text, opts)
	if err != nil {
		return unreadable(err, opts.Name)
	}
	if l := differ(s, after); l != nil {
		l.Name = opts.Name
		return l
	}
	return nil
}

// unreadable returns the error for a formatted version that is no script.
func unreadable(err error, name string) error {
	var l *Left
	if errors.As(err, &l) {
		err = errors.New(l.Reason)
	}
	return &Left{name, start(), "the result could not be parsed: " + err.Error()}
}

// pass lays out a text once.
func pass(text string, opts Options) (string, error) {
	s, err := read(text, opts)
	if err != nil {
		return "", err
	}
	if padding(text, s.places) > maxPadding {
		return "", &Left{opts.Name, start(),
			"comments after lines this long cannot be aligned"}
	}
	indent := strings.Repeat(" ", int(opts.Indent))
	if indent == "" {
		indent = "\t"
	}
	return aligned(printer.Script(text, s.list, s.places, indent)), nil
}
