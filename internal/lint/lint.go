// Package lint finds likely mistakes in scripts. ftsh-lint reports them.
//
// The model: a script is read as the shell reads it. A walk over its tree ([walker]) calls each
// rule for the commands, with their context ([around]): whether a failure ends the list, whether
// the list is run again, and what a failure leads to. A rule is a function in a file of its own,
// one line in [Rules], and a section of docs/reference/lint.md. Comments of the form
//
//	# ftsh-lint disable=RULE[,RULE...] [the reason]
//
// turn rules off for the next command and everything in it.
//
// Invariants: a finding suggests another way to write its construct. A rule that cannot be sure is
// silent: one wrong finding costs more than a missing one. Findings are in the order of the text.
//
// Not here: sourced files, arguments of eval, and values known at run time only. Callers of a
// function are not followed: its lists count as lists of a script.
package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A Level is the severity of a finding.
type Level string

// The levels, with the names used by compilers.
const (
	Error   Level = "error"   // it does not work
	Warning Level = "warning" // it works until something fails
)

// A Finding is one likely mistake.
type Finding struct {
	Rule    string
	Level   Level
	Pos     ast.Pos
	End     ast.Pos // right after the reported text
	Message string
}

// Script returns the findings in a text, in its order. A first line with bash says that the text is
// in the dialect of bash.
func Script(text string) []Finding { return script(text, bashism.Dialect(text)) }

// Bash returns the findings in a text in the dialect of bash.
func Bash(text string) []Finding { return script(text, true) }

func script(text string, bash bool) []Finding {
	l := &linter{text: syntax.WithoutNUL(text), bash: bash}
	l.read()
	l.facts = gather(l)
	l.unopened = map[uint32]*syntax.Error{}
	for _, w := range syntax.Check(l.text, syntax.Options{Blocks: true, Bash: bash}).Unopened {
		if !w.Doubtful {
			l.unopened[w.Pos.Offset] = w.Err
		}
	}
	l.shebang()
	l.foreign()
	w := walker{l}
	for i, list := range l.script {
		w.list(list, around{more: i < len(l.script)-1})
	}
	w.lostStatus()
	w.lostAssignment()
	found := l.enabled()
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Offset, b.Pos.Offset), strings.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(found, func(a, b Finding) bool {
		return a.Pos == b.Pos && a.Rule == b.Rule
	})
}

// IsScript reports whether a text can be a shell script: it is text, and its first line names no
// other interpreter. other is the name of such an interpreter.
func IsScript(text []byte) (other string, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.IndexByte(line, 0) >= 0 {
		return "", false
	}
	switch name := interpreter(string(line)); name {
	case "", "sh", "dash", "ftsh", "ash", "bash", "ksh", "mksh", "yash", "busybox", "posh":
		return "", true
	default:
		return name, false
	}
}

// interpreter returns the name of the program in a first line, "" if there is none.
func interpreter(line string) string {
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	words := strings.Fields(rest)
	for len(words) > 0 {
		name := words[0][strings.LastIndexByte(words[0], '/')+1:]
		if name != "env" && !strings.HasPrefix(name, "-") && !strings.Contains(name, "=") {
			return name
		}
		words = words[1:]
	}
	return ""
}

// A linter reads one script.
type linter struct {
	text     string
	bash     bool // it begins in the dialect of bash
	script   []*ast.List
	comments []ast.Span
	facts    facts
	unopened map[uint32]*syntax.Error // by place, words for which the shell refuses the script
	found    []Finding
}

// read parses the script, up to a command after which the shell may stop reading. A syntax error is
// a finding.
func (l *linter) read() {
	aliases := map[string]string{}
	p := syntax.New(l.text, syntax.Options{Blocks: true, Comments: true, Bash: l.bash,
		Alias: func(name string) (string, bool) {
			value, ok := aliases[name]
			return value, ok
		}})
	defer func() { l.comments = p.Comments() }()
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if e := (*syntax.Error)(nil); errors.As(err, &e) {
			l.syntaxError(e)
			return
		}
		l.script = append(l.script, list)
		if syntax.Leaves(list) {
			return
		}
		p.Follow(list)
		define(aliases, list)
	}
}

// define adds the aliases defined by a complete command, if their values are literal.
func define(aliases map[string]string, list *ast.List) {
	eachSimple(list, func(cmd *ast.Simple) {
		if name(cmd) != "alias" {
			return
		}
		for _, w := range cmd.Args[1:] {
			if text, ok := syntax.Static(w); ok {
				if name, value, ok := strings.Cut(text, "="); ok {
					aliases[name] = value
				}
			}
		}
	})
}

func (l *linter) syntaxError(e *syntax.Error) {
	message := "expected " + e.Expected + ", found " + e.Found
	if e.Opened != "" {
		message += fmt.Sprintf(" (%s opened at line %d)", e.Opened, e.OpenedPos.Line)
	}
	if e.Instead != "" {
		message += ": " + e.Instead
	}
	if strings.HasSuffix(e.Line, "\r") {
		message += "; the line ends in a carriage return (CRLF)"
	}
	l.found = append(l.found, Finding{SyntaxError, Error, e.Pos, e.Pos, message})
}

// report adds a finding about n.
func (l *linter) report(rule string, n ast.Node, format string, args ...any) {
	l.reportAt(rule, n.Pos(), n.End(), format, args...)
}

// reportAt adds a finding about the text between two places.
func (l *linter) reportAt(rule string, from, to ast.Pos, format string, args ...any) {
	l.found = append(l.found, Finding{rule, levelOf(rule), from, to, fmt.Sprintf(format, args...)})
}

// sourceLimit is the maximum length of script text in a message.
const sourceLimit = 60

// source returns the text of a node, on one line.
func (l *linter) source(n ast.Node) string {
	from, to := int(n.Pos().Offset), min(int(n.End().Offset), len(l.text))
	if from >= to { // the text of an alias has no extent
		return ""
	}
	s := strings.Join(strings.Fields(strings.ReplaceAll(l.text[from:to], "\\\n", " ")), " ")
	if len(s) > sourceLimit {
		s = strings.ToValidUTF8(s[:sourceLimit], "") + "…"
	}
	return s
}

// raw returns the unchanged text between two positions.
func (l *linter) raw(from, to ast.Pos) string {
	a, b := int(from.Offset), min(int(to.Offset), len(l.text))
	if a >= b {
		return ""
	}
	return l.text[a:b]
}
