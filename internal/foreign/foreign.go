// Package foreign finds constructs of other languages in scripts: of bash, and of the original
// ftsh. All of them are valid sh, so the parser accepts them, and all of them mean something else.
//
// The model: a script is read as the shell reads it. A walk over its tree returns a [Finding] for
// each construct, with the remedy. [Refusal] decides which scripts must not run: a script whose
// first line names bash, if it uses features missing in ftsh, and any script with constructs of the
// original. ftsh-lint reports the same findings for every script. A script on standard input is
// read while it runs; each [Command] of it is looked at before it runs.
//
// Not here: constructs refused by the parser itself (package bashism has the remedies for these),
// sourced files, and arguments of eval.
package foreign

import (
	"fmt"
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A Finding is one construct of another language.
type Finding struct {
	From, To ast.Pos
	Message  string
}

// shown is the maximum number of findings in an error.
const shown = 10

// An Error is the reason why a script is refused before it runs.
type Error struct {
	Name     string // of the script
	Findings []Finding
	Advice   string // one line: the remedy for all of them
}

// Error returns a line for each of the first findings, and one of advice.
func (e *Error) Error() string {
	var b strings.Builder
	for _, f := range e.Findings[:min(len(e.Findings), shown)] {
		fmt.Fprintf(&b, "%s:%d:%d: %s\n", e.Name, f.From.Line, f.From.Col, f.Message)
	}
	if more := len(e.Findings) - shown; more > 0 {
		fmt.Fprintf(&b, "%s: and %d more: ftsh-lint lists all\n", e.Name, more)
	}
	return b.String() + e.Name + ": " + e.Advice
}

// Refusal returns the reason why a script must not run, an *Error, or nil. A syntax error is no
// such reason.
func Refusal(text string, opts syntax.Options) error {
	bash := bashism.Dialect(text)
	if !bash && !mayBeOriginal(text) {
		return nil
	}
	text = syntax.WithoutNUL(text)
	script := read(text, opts)
	if found := Original(text, script); len(found) > 0 {
		return &Error{opts.Name, found, "the script was not run: " + fromOriginal}
	}
	if !bash {
		return nil
	}
	if found := Bash(text, script, true); len(found) > 0 {
		return &Error{opts.Name, found, "the script was not run: " + fromBash}
	}
	return nil
}

const (
	fromOriginal = "docs/from-original.md shows how to write it today"
	fromBash     = "its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows"
)

// A Command is one complete command of a script read and run command by command.
type Command struct {
	Name string    // of the script
	Text string    // the command's text, or more
	Base int       // the offset of Text in the script
	List *ast.List // the command
	Bash bool      // the script's first line names bash

	IsCommand func(name string) bool // a function or program of this name exists
	IsSet     func(name string) bool // the variable is set
}

// Refusal returns the reason why the command must not run, an *Error, or nil. Definitions further
// down the script are not known yet. So `function NAME` counts without its end, unless there is a
// command named function.
func (c *Command) Refusal() error {
	script := []*ast.List{c.List}
	if mayBeOriginal(c.Text) {
		o := &original{finder: finder{text: c.Text, base: c.Base, names: gather(script, false)},
			byCommand: true}
		o.names.isCommand = c.IsCommand
		if found := o.find(script); len(found) > 0 {
			return &Error{c.Name, found, "nothing was run from this line on: " + fromOriginal}
		}
	}
	if !c.Bash {
		return nil
	}
	b := &bash{finder: finder{text: c.Text, base: c.Base, names: gather(script, true)},
		certain: true}
	b.names.isCommand, b.names.isSet = c.IsCommand, c.IsSet
	if found := b.walk(script, b.node); len(found) > 0 {
		return &Error{c.Name, found, "nothing was run from this line on: " + fromBash}
	}
	return nil
}

// read parses a script up to a command that always leaves the shell, or to a syntax error, reported
// elsewhere.
func read(text string, opts syntax.Options) []*ast.List {
	opts.ByCommand, opts.Alias = false, nil
	p := syntax.New(text, opts)
	var script []*ast.List
	for {
		list, err := p.Next()
		if err != nil {
			return script
		}
		script = append(script, list)
		if syntax.Leaves(list) && !choosesDescriptor(list) {
			return script
		}
		p.Follow(list)
	}
}

// A finder looks for constructs of one language in commands. Its names count as the script's own.
type finder struct {
	text  string
	base  int // the offset of text in the whole script
	names names
	found []Finding
}

func (f *finder) report(n ast.Node, format string, args ...any) {
	f.found = append(f.found, Finding{n.Pos(), n.End(), fmt.Sprintf(format, args...)})
}

// walk calls node for the nodes of a script, and returns the findings in the order of the text.
func (f *finder) walk(script []*ast.List, node func(ast.Node) bool) []Finding {
	for _, list := range script {
		ast.Walk(list, node)
	}
	slices.SortStableFunc(f.found, func(x, y Finding) int {
		return int(x.From.Offset) - int(y.From.Offset)
	})
	return slices.CompactFunc(f.found, func(x, y Finding) bool { return x.From == y.From })
}

// between returns the text between two positions; "" if there is none: text of an alias has no
// extent.
func (f *finder) between(a, b ast.Pos) string {
	from, to := int(a.Offset)-f.base, min(int(b.Offset)-f.base, len(f.text))
	if from < 0 || from >= to {
		return ""
	}
	return f.text[from:to]
}

// source returns the text of a node on one line, shortened.
func (f *finder) source(n ast.Node) string {
	const limit = 60
	s := strings.Join(strings.Fields(strings.ReplaceAll(f.between(n.Pos(), n.End()), "\\\n", " ")),
		" ")
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return s
}

// adjacent reports whether the text of b begins at the end of a.
func adjacent(a, b ast.Node) bool { return a.End().Offset == b.Pos().Offset }

// flat returns the text of a word without quotes, and with a NUL byte for each expansion.
func flat(w *ast.Word) string {
	var b strings.Builder
	syntax.Unquote(&b, w.Parts, func(p ast.WordPart) bool {
		if t, ok := p.(*ast.Tilde); ok {
			b.WriteString("~" + t.User)
		} else {
			b.WriteByte(0)
		}
		return true
	})
	return b.String()
}

// word returns the flat text of the word at index i, "" if there is none.
func word(words []*ast.Word, i int) string {
	if i >= len(words) {
		return ""
	}
	return flat(words[i])
}
