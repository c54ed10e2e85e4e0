// Package explain describes the blocks of a script without running anything, for ftsh --explain.
//
// The model: a script is read as the shell reads it. Each try, forany and forall in it gets a few
// lines: its place and header, its limits, the possible delays of its policy, the number of
// attempts below the nearest deadline, and its worst case. The worst case is the longest time until
// the block gives up, counted from the evaluation of its header. It is a [bound]: a time, known at
// run time only, or none.
//
// The cost of a command is unknown, so only a limit bounds it. Builtins that do not wait count as
// taking no time, as do assignments and redirections. Functions of the script are followed. Two
// things add to a worst case, as the first lines explain: the kill timeout, for processes ignoring
// SIGTERM, and the catch list.
//
// Not here: values computed by the script. An expansion is known at run time, except for
// ${NAME:-TEXT}: its default is used, and the text notes it.
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

// Options describe how a script would be run.
type Options struct {
	Name        string // of the script, for places
	Posix       bool   // no block word is recognised
	Bash        bool   // the script is in the dialect of bash
	KillTimeout time.Duration
	// Lookup looks up a variable of the environment. Used are those that set the default policy and
	// the number of jobs.
	Lookup func(name string) (string, bool)
	// Program reports whether PATH has a program. If it is nil, programs are not checked.
	Program func(name string) bool
	// Journal describes the progress recorded in a journal. If it is nil, progress is unknown.
	Journal func(name string) string
}

// Script describes the blocks of a script. The error is a syntax error, to be printed by
// [syntax.Report], a [foreign.Error] for a script refused by the shell, or an error in a variable
// of the environment.
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
	if err == nil && !opts.Posix && !opts.Bash {
		err = foreign.Refusal(text, syntax.Options{Name: opts.Name, Blocks: true})
	}
	if err != nil {
		return "", err
	}
	for _, list := range script {
		e.blocksIn(list, nesting{})
	}
	return e.head() + e.out.String() + e.tail(script), nil
}

// explainer describes one script.
type explainer struct {
	opts   Options
	text   string
	policy backoff.Spec // the default
	funcs  map[string][]*ast.FuncDecl
	// costs holds known costs. While a function's is computed, its entry means it calls itself.
	costs     map[ast.Node]bound
	schedules map[computation]delays
	out       strings.Builder
	blocks    int
	notes     []string // printed after the blocks
}

// A nesting is the surroundings of a block.
type nesting struct {
	depth  int
	around bound  // the nearest limit
	how    string // in a catch list, in the background, …
}

// within returns the same place one level deeper.
func (p nesting) within() nesting { return nesting{depth: p.depth + 1, around: p.around} }

// read parses the script, up to the point where the shell may stop reading it.
func (e *explainer) read() ([]*ast.List, error) {
	p := syntax.New(e.text, syntax.Options{Name: e.opts.Name, Blocks: !e.opts.Posix,
		Bash: e.opts.Bash})
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
		p.Follow(list)
	}
}

// unopened returns the error for the first word for which the shell refuses the script: it opens no
// block and is no command.
func (e *explainer) unopened() error {
	if e.opts.Posix || !syntax.MayBeUnopened(e.text) {
		return nil
	}
	for _, w := range syntax.Check(e.text, syntax.Options{Name: e.opts.Name,
		Blocks: true, Bash: e.opts.Bash}).Unopened {
		if !w.Doubtful && (e.opts.Program == nil || !e.opts.Program(w.Word)) {
			return w.Err
		}
	}
	return nil
}

// head describes the common part of all worst cases.
func (e *explainer) head() string {
	if e.blocks == 0 {
		return e.opts.Name + ": no blocks\n"
	}
	return "Worst cases are times until a block gives up. A process that ignores SIGTERM gets\n" +
		duration.Human(e.opts.KillTimeout) +
		" more (the kill timeout) at each cancellation. A catch list runs after that.\n"
}

// tail lists the parts not followed, or possibly different at run time.
func (e *explainer) tail(script []*ast.List) string {
	for _, list := range script {
		ast.Walk(list, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Simple:
				if len(n.Args) > 0 {
					switch name, _ := n.Args[0].Literal(); name {
					case ".", "eval", "alias", "source":
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

// isSetting reports whether a variable changes the behaviour of blocks.
func isSetting(name string) bool {
	switch name {
	case "FTSH_BACKOFF", "FTSH_EXPMIN", "FTSH_EXPMAX", "FTSH_EXPFACTOR", "FTSH_EXPRAND",
		"FTSH_JOBS":
		return true
	}
	return false
}

func (e *explainer) note(n ast.Node, text string) { e.notes = append(e.notes, e.at(n)+": "+text) }

// at returns a place as printed in messages.
func (e *explainer) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", e.opts.Name, n.Pos().Line)
}

// sourceLimit is the longest text of the script shown in one place.
const sourceLimit = 100

// source returns the text of a node on one line.
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

// blocksIn describes the blocks in n, located at p.
func (e *explainer) blocksIn(n ast.Node, p nesting) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			inside := nesting{depth: p.depth, how: "in function " + n.Name +
				": its caller may set a tighter limit"}
			e.blocksIn(n.Body, inside)
			return false
		case *ast.AndOr:
			if n.Background {
				inside := nesting{depth: p.depth, how: "in the background"}
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
