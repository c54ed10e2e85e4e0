package known

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/flow"
	"ftsh/internal/pattern"
)

// An Error is a mistake in a table.
type Error struct {
	File      string
	Line, Col int // from 1; Col in bytes
	Expected  string
	Found     string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: expected %s, found %s", e.File, e.Line, e.Col, e.Expected, e.Found)
}

// A parser reads one table.
type parser struct {
	file    string
	include func(program string) ([]Entry, error)
	source  string
	entries []Entry

	line  string // the rest of it
	whole string
	n     int
}

// parse reads a table. Each line is empty, a comment, or one of
//
//	source TEXT                   the document for the entries that follow
//	provoked                      a test provokes the entries that follow
//	include PROGRAM [as STATUS]   the entries of another program
//	VERDICT [STATUSES] ['PATTERN'...] MEANING
//
// A VERDICT is permanent, transient, unknown, or after with a duration: after 30s, after said (as
// the text says), after said or 30s. An entry has statuses, patterns or both.
func parse(file, text string, include func(string) ([]Entry, error)) ([]Entry, error) {
	p := &parser{file: file, include: include}
	for i, line := range strings.Split(text, "\n") {
		p.n, p.whole, p.line = i+1, line, strings.TrimLeft(line, " \t")
		if p.line == "" || p.line[0] == '#' {
			continue
		}
		if err := p.directive(); err != nil {
			return nil, err
		}
	}
	return p.entries, nil
}

// fail returns the error that something else was expected in the place of the rest of the line.
func (p *parser) fail(expected string) error {
	found, _, _ := strings.Cut(p.line, " ")
	if found = strconv.Quote(found); p.line == "" {
		found = "the end of the line"
	}
	return &Error{File: p.file, Line: p.n, Col: len(p.whole) - len(p.line) + 1, Expected: expected,
		Found: found}
}

// word takes the next word off the line.
func (p *parser) word() string {
	w, rest, _ := strings.Cut(p.line, " ")
	p.line = strings.TrimLeft(rest, " \t")
	return w
}

func (p *parser) directive() error {
	start := p.line
	e := Entry{Source: p.source, Place: p.file + ":" + strconv.Itoa(p.n)}
	switch p.word() {
	case "source":
		if p.line == "" {
			return p.fail("the document that says so")
		}
		p.source = p.line
		return nil
	case "provoked":
		p.source = ""
		if p.line != "" {
			return p.fail("the end of the line after provoked")
		}
		return nil
	case "include":
		return p.included()
	case "permanent":
		e.Verdict = Permanent
	case "transient":
		e.Verdict = Transient
	case "unknown":
	case "after":
		e.Verdict = Transient
		if err := p.after(&e); err != nil {
			return err
		}
	default:
		p.line = start
		return p.fail("permanent, transient, after, unknown, source, provoked or include")
	}
	return p.entry(e)
}

// after reads the delay of an entry.
func (p *parser) after(e *Entry) error {
	if next, _, _ := strings.Cut(p.line, " "); next == "said" {
		e.Said = true
		p.word()
		if next, _, _ = strings.Cut(p.line, " "); next != "or" {
			return nil
		}
		p.word()
	}
	start := p.line
	d, err := duration.Parse(p.word())
	if err != nil || d <= 0 {
		p.line = start
		return p.fail("a duration such as 30s, or said")
	}
	e.Delay = d
	return nil
}

// entry reads statuses, patterns and meaning.
func (p *parser) entry(e Entry) error {
	if p.line != "" && '0' <= p.line[0] && p.line[0] <= '9' {
		start, ok := p.line, false
		e.statuses = p.word()
		if e.Statuses, ok = flow.ParseStatuses(e.statuses); !ok {
			p.line = start
			return p.fail(flow.ExpectedStatuses)
		}
	}
	for strings.HasPrefix(p.line, "'") {
		text, rest, ok := strings.Cut(p.line[1:], "'")
		if !ok {
			return p.fail("a pattern that a ' ends")
		}
		if !strings.ContainsAny(text, "*?[") {
			return p.fail("a pattern with a *, since it is compared with a whole line")
		}
		e.Patterns = append(e.Patterns, text)
		e.compiled = append(e.compiled, pattern.Compile(text))
		p.line = strings.TrimLeft(rest, " \t")
	}
	if e.statuses == "" && e.Patterns == nil {
		return p.fail("exit statuses, or a pattern such as '*nvalid partition*'")
	}
	if p.line == "" {
		return p.fail("what the failure means, in a few words")
	}
	e.Meaning = strings.TrimRight(p.line, " \t\r")
	p.entries = append(p.entries, e)
	return nil
}

// included reads an include: the entries of another program, perhaps with a status of their own.
func (p *parser) included() error {
	start := p.line
	program := p.word()
	entries, err := p.include(program)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		p.line = start
		return p.fail("a program with a table")
	}
	if p.line == "" {
		p.entries = append(p.entries, entries...)
		return nil
	}
	start = p.line
	if p.word() != "as" {
		p.line = start
		return p.fail("the end of the line, or as and a status")
	}
	start = p.line
	text := p.word()
	set, ok := flow.ParseStatuses(text)
	if !ok {
		p.line = start
		return p.fail(flow.ExpectedStatuses)
	}
	for _, e := range entries {
		if len(e.Patterns) > 0 {
			e.Statuses, e.statuses = set, text
			p.entries = append(p.entries, e)
		}
	}
	return nil
}

// String returns the entry as a line of a table.
func (e *Entry) String() string {
	text := e.verdict()
	if e.statuses != "" {
		text += " " + e.statuses
	}
	for _, p := range e.Patterns {
		text += " '" + p + "'"
	}
	return text + "  " + e.Meaning
}

func (e *Entry) verdict() string {
	switch {
	case e.Said && e.Delay > 0:
		return "after said or " + duration.Format(e.Delay)
	case e.Said:
		return "after said"
	case e.Delay > 0:
		return "after " + duration.Format(e.Delay)
	case e.Verdict == Permanent:
		return "permanent"
	case e.Verdict == Transient:
		return "transient"
	}
	return "unknown"
}

// maxDelay bounds a delay that a text asks for, so that no sum overflows.
const maxDelay = 1 << 20 * time.Hour
