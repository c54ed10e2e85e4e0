// Package explain says what the blocks of a script will do, without running anything: what
// ftsh --explain prints.
//
// The model: a script is read as the shell reads it, and each try, forany and forall in it is
// described by a few lines: its place and header, its limits, the delays that its policy may give, how
// many attempts fit below the nearest deadline, and its worst case, which is the longest time until it gives
// up, counted from when its header has its values. A worst case is a [bound]: a time, known at run time only,
// or none.
//
// What a command costs is not known, so only a limit bounds it. Builtins that do not wait
// count as taking no time, as do assignments and redirections; functions of the script are
// looked into. Two things come on top of a worst case and are said in the first lines: the kill timeout, for
// what ignores SIGTERM, and the catch list.
//
// What is not here: values that the script computes. An expansion is known at run time, but
// for ${NAME:-TEXT}, where the default is taken, and said.
package explain

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/foreign"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// Options says how a script would be run.
type Options struct {
	Name        string // of the script, for places
	Posix       bool   // no block word is recognised
	KillTimeout time.Duration
	// Lookup looks a variable of the environment up; those that set the default policy
	// and the number of jobs are used.
	Lookup func(name string) (string, bool)
	// Program reports whether PATH has a program; nil: none is asked for.
	Program func(name string) bool
	// Journal says how far a journal is; nil: nobody knows.
	Journal func(name string) string
}

// Script describes the blocks of a script. The error is that of the text, to be printed by
// [syntax.Report], that of a script which the shell refuses ([foreign.Error]), or of a variable of the environment.
func Script(text string, opts Options) (string, error) {
	policy, err := backoff.FromEnv(opts.Lookup)
	if err != nil {
		return "", err
	}
	text = syntax.WithoutNUL(text)
	e := &explainer{
		opts: opts, text: text, policy: policy,
		funcs: map[string][]*ast.FuncDecl{}, costs: map[ast.Node]bound{},
		schedules: map[computation]delays{},
	}
	script, err := e.read()
	if err == nil {
		err = e.unopened()
	}
	if err == nil && !opts.Posix {
		err = foreign.Refusal(text, syntax.Options{Name: opts.Name, Blocks: true})
	}
	if err != nil {
		return "", err
	}
	for _, list := range script {
		e.blocksIn(list, place{})
	}
	return e.head() + e.out.String() + e.tail(script), nil
}

// explainer describes one script.
type explainer struct {
	opts      Options
	text      string
	policy    backoff.Spec // the default
	funcs     map[string][]*ast.FuncDecl
	costs     map[ast.Node]bound // of what was looked at; during that, that it calls itself
	schedules map[computation]delays
	out       strings.Builder
	blocks    int
	notes     []string // said behind the blocks
}

// A place is what a block stands in.
type place struct {
	depth  int
	around bound  // the nearest limit
	how    string // that the block is in a catch list, in the background, …
}

// within is the same place one level deeper.
func (p place) within() place { return place{depth: p.depth + 1, around: p.around} }

// read parses the script, up to where the shell may stop reading it.
func (e *explainer) read() ([]*ast.List, error) {
	p := syntax.New(e.text, syntax.Options{Name: e.opts.Name, Blocks: !e.opts.Posix})
	var script []*ast.List
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return script, nil
		}
		if err != nil {
			return nil, err
		}
		script = append(script, list)
		ast.Walk(list, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok {
				e.funcs[f.Name] = append(e.funcs[f.Name], f)
			}
			return true
		})
		if syntax.Leaves(list) {
			return script, nil
		}
		if syntax.SetsPosix(list) {
			p.SetBlocks(false)
		}
	}
}

// unopened gives the error of the first word that the shell refuses the script for, since it opens no block and is no
// command.
func (e *explainer) unopened() error {
	if e.opts.Posix || !syntax.MayBeUnopened(e.text) {
		return nil
	}
	for _, w := range syntax.Check(e.text, syntax.Options{Name: e.opts.Name,
		Blocks: true}).Unopened {
		if !w.Doubtful && (e.opts.Program == nil || !e.opts.Program(w.Word)) {
			return w.Err
		}
	}
	return nil
}

// head says what all worst cases have in common.
func (e *explainer) head() string {
	if e.blocks == 0 {
		return e.opts.Name + ": no blocks\n"
	}
	return "Worst cases are times until a block gives up. What ignores SIGTERM has " +
		duration.Human(e.opts.KillTimeout) +
		" more (the\nkill timeout) whenever it is cancelled, and a catch list comes after.\n"
}

// tail says what was not looked into, or may be otherwise at run time.
func (e *explainer) tail(script []*ast.List) string {
	for _, list := range script {
		ast.Walk(list, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Simple:
				if len(n.Args) > 0 {
					switch name, _ := n.Args[0].Literal(); name {
					case ".", "eval", "alias":
						e.note(n, "not looked into: "+e.source(n))
					}
				}
			case *ast.Assign:
				if isSetting(n.Name) {
					e.note(n, "not followed: "+e.source(n))
				}
			case *ast.Word:
				if name, _, ok := strings.Cut(e.source(n), "="); n.Assign && ok && isSetting(name) {
					e.note(n, "not followed: "+e.source(n))
				}
			}
			return true
		})
	}
	if len(e.notes) == 0 {
		return ""
	}
	return "\n" + strings.Join(e.notes, "\n") + "\n"
}

// isSetting reports whether a variable says how blocks behave.
func isSetting(name string) bool {
	switch name {
	case "FTSH_BACKOFF", "FTSH_EXPMIN", "FTSH_EXPMAX", "FTSH_EXPFACTOR", "FTSH_EXPRAND",
		"FTSH_JOBS":
		return true
	}
	return false
}

func (e *explainer) note(n ast.Node, text string) { e.notes = append(e.notes, e.at(n)+": "+text) }

// at is a place as in messages.
func (e *explainer) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", e.opts.Name, n.Pos().Line)
}

// sourceLimit is how much of the script's text is shown in one place.
const sourceLimit = 100

// source is the text of a node on one line.
func (e *explainer) source(n ast.Node) string {
	return e.cut(int(n.Pos().Offset), int(n.End().Offset))
}

func (e *explainer) cut(from, to int) string {
	to = min(to, len(e.text))
	if from >= to { // text of an alias has no extent
		return ""
	}
	s := strings.Join(strings.Fields(strings.ReplaceAll(e.text[from:to], "\\\n", " ")), " ")
	if len(s) > sourceLimit {
		s = strings.ToValidUTF8(s[:sourceLimit], "") + "..."
	}
	return s
}

// blocksIn describes the blocks in n, which stand at p.
func (e *explainer) blocksIn(n ast.Node, p place) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			inside := place{depth: p.depth, how: "in function " + n.Name +
				": what calls it may bind it sooner"}
			e.blocksIn(n.Body, inside)
			return false
		case *ast.AndOr:
			if n.Background {
				inside := place{depth: p.depth, how: "in the background"}
				for _, pl := range n.Pipelines {
					e.blocksIn(pl, inside)
				}
				return false
			}
		case *ast.Try:
			e.try(n, p)
			return false
		case *ast.Forany:
			e.forany(n, p)
			return false
		case *ast.Forall:
			e.forall(n, p)
			return false
		}
		return true
	})
}
