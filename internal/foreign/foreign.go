// Package foreign finds what a script says in another language than ftsh's: constructs of bash, and those of
// the original ftsh. All of them are valid sh, so the parser accepts them, and all of them mean something else.
//
// The model: a script is read as the shell reads it, and a walk over its tree gives a [Finding] for each
// construct, with what to write instead. [Refusal] decides which scripts must not run: a script whose first
// line names bash, if it uses what ftsh lacks, and any script with constructs of the original. ftsh-lint
// reports the same findings for every script.
//
// What is not here: what the parser refuses by itself (package bashism has the remedies for that), what a
// script sources, and what eval gets.
package foreign

import (
	"fmt"
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

// shown is how many findings an error lists.
const shown = 10

// An Error says why a script is refused before it runs.
type Error struct {
	Name     string // of the script
	Findings []Finding
	Advice   string // one line: what to do about all of them
}

// Error gives a line for each of the first findings, and one of advice.
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

// Refusal gives the reason why a script must not run, an *Error, or nil. A syntax error is no such reason.
func Refusal(text string, opts syntax.Options) error {
	bash := bashism.Interpreter(text)
	if !bash && !mayBeOriginal(text) {
		return nil
	}
	text = syntax.WithoutNUL(text)
	script := read(text, opts)
	if found := Original(text, script); len(found) > 0 {
		return &Error{opts.Name, found, "the script was not run: docs/from-original.md shows how to write it today"}
	}
	if !bash {
		return nil
	}
	if found := Bash(text, script, true); len(found) > 0 {
		return &Error{opts.Name, found, "the script was not run: its first line names bash; run it with bash, or write it as docs/from-bash.md shows"}
	}
	return nil
}

// read parses a script up to a command that always leaves the shell, or to a syntax error, which others report.
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
		if syntax.SetsPosix(list) {
			p.SetBlocks(false)
		}
	}
}

// adjacent reports whether the text of b begins where that of a ends.
func adjacent(a, b ast.Node) bool { return a.End().Offset == b.Pos().Offset }

// source is the text of a node on one line, shortened.
func source(text string, n ast.Node) string {
	const limit = 60
	from, to := int(n.Pos().Offset), min(int(n.End().Offset), len(text))
	if from >= to { // text of an alias has no extent
		return ""
	}
	s := strings.Join(strings.Fields(strings.ReplaceAll(text[from:to], "\\\n", " ")), " ")
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return s
}

// flat is the text of a word: quotes are taken off, and each expansion is a NUL byte.
func flat(w *ast.Word) string {
	var b strings.Builder
	var add func(parts []ast.WordPart)
	add = func(parts []ast.WordPart) {
		for _, p := range parts {
			switch p := p.(type) {
			case *ast.Lit:
				b.WriteString(p.Value)
			case *ast.Quoted:
				b.WriteString(p.Value)
			case *ast.DblQuoted:
				add(p.Parts)
			case *ast.Tilde:
				b.WriteString("~" + p.User)
			default:
				b.WriteByte(0)
			}
		}
	}
	add(w.Parts)
	return b.String()
}

// word is the flat text of the i-th word; "" if there is none.
func word(words []*ast.Word, i int) string {
	if i >= len(words) {
		return ""
	}
	return flat(words[i])
}
