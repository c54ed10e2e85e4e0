// Package format lays scripts out anew: what ftsh-fmt does.
//
// The model: mvdan.cc/sh prints POSIX sh, and knows nothing of blocks. So each block becomes an if
// clause that it can read ([stand]), the text is printed, and these if clauses become blocks again. What
// neither can be asked for, bytes that are no text for that printer, stands as private characters meanwhile
// ([veil]). docs/decisions/formatting.md has the reasons.
//
// Invariants: a text that [Script] returns has the tree of the one that it was given, by the parser of the
// shell, but for places, and the same comments in the same order; and formatting it again changes nothing.
// Where that cannot be had, the error is a [*Left], which names the place and says why.
//
// What is not here: files and options, which are in package ftsh/internal/fmtcli; rewriting of any kind: words
// stay as they are spelled, but for backquotes, which become $( ), and blanks in arithmetic.
package format

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"ftsh/parser/ast"
)

// Options says how a script is laid out.
type Options struct {
	// Name is the script's name, for errors.
	Name string
	// Indent is the number of blanks of a level; 0 means a tab.
	Indent uint
}

// Left is why a script is left as it is.
type Left struct {
	Name   string // Options.Name
	Pos    ast.Pos
	Reason string
}

// Error gives the reason in one line, with its place.
func (l *Left) Error() string {
	return fmt.Sprintf("%s:%d:%d: left as it is: %s", l.Name, l.Pos.Line, l.Pos.Col, l.Reason)
}

// start is the place of what concerns a whole script.
func start() ast.Pos { return ast.Pos{Line: 1, Col: 1} }

// maxPasses is how often a text is printed until printing it changes nothing.
const maxPasses = 4

// Script gives the text of a script laid out anew. The error is a *[Left].
func Script(text string, opts Options) (string, error) {
	before, err := read(text, opts.Name)
	if err != nil {
		return "", err
	}
	if len(before.list.AndOrs) == 0 && len(before.comments) == 0 {
		return "", nil // blank lines
	}
	var first error
	for _, lang := range []syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash} {
		out, err := before.laidOut(layout{opts, lang})
		if err == nil {
			return out, nil
		}
		if first == nil {
			first = err
		}
	}
	return "", first
}

// A layout is how a text is printed. What the printer reads as POSIX sh it reads best; as bash it knows
// what POSIX has had since 2024 (;& and $'…'), and time.
type layout struct {
	Options
	lang syntax.LangVariant
}

// maxPadding is how many blanks may be needed to align comments.
const maxPadding = 4 << 20

// laidOut formats a script until that changes nothing.
func (s *script) laidOut(l layout) (string, error) {
	last := s.text
	for range maxPasses {
		next, err := l.pass(last)
		if err != nil {
			return "", err
		}
		if next == last {
			return next, s.allows(next, l.Name)
		}
		last = next
	}
	return "", &Left{l.Name, start(), "formatting it again would change it again"}
}

// allows fails if a text that was made of the script does not mean the same.
func (s *script) allows(text, name string) error {
	after, err := read(text, name)
	if err != nil {
		var l *Left
		errors.As(err, &l)
		return &Left{name, start(), "it would not be read any more: " + l.Reason}
	}
	if l := differ(s, after); l != nil {
		l.Name = name
		return l
	}
	return nil
}

// pass lays a text out once.
func (l layout) pass(text string) (string, error) {
	s, err := read(text, l.Name)
	if err != nil {
		return "", err
	}
	veiled, v, err := veil(text)
	if err != nil {
		return "", &Left{l.Name, start(), err.Error()}
	}
	if veiled != text { // places have moved
		if s, err = read(veiled, l.Name); err != nil {
			return "", err
		}
	}
	st, left := stand(veiled, s)
	if left != nil {
		left.Name = l.Name
		return "", left
	}
	if padding(veiled, s.places) > maxPadding {
		return "", &Left{l.Name, start(), "comments behind lines that are so long cannot stand in one column"}
	}
	printed, err := l.print(st.text)
	if err != nil {
		return "", st.left(err, l.Name)
	}
	restored, err := st.restore(printed, l.parser())
	if err != nil {
		return "", &Left{l.Name, start(), err.Error()}
	}
	return v.lift(aligned(restored)), nil
}

// print lays out a text without blocks.
func (l layout) print(text string) (out string, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = "", fmt.Errorf("it fails: %v", r)
		}
	}()
	f, err := l.parser().Parse(strings.NewReader(text), "")
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := syntax.NewPrinter(syntax.Indent(l.Indent)).Print(&b, f); err != nil {
		return "", err
	}
	return b.String(), nil
}

// parser is the parser that belongs to the printer.
func (l layout) parser() *syntax.Parser {
	return syntax.NewParser(syntax.Variant(l.lang), syntax.KeepComments(true))
}
