package interp

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/foreign"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// source is a text being read and run command by command.
type source struct {
	p     commands
	c     *compiler
	check syntax.Checked // an error to report after the text before it has run
	// watch finds words that open no block, in a text read command by command.
	watch *syntax.Watch
	bash  bool   // the first line names bash
	file  string // the text of a script, shown by set -v as it is read
	// input: it is a script, whose commands may go into the history. lines yields those of standard
	// input; past is set once the history is on.
	input bool
	lines func() (string, error)
	past  *remembered
	shown int // the length that set -v has handled
}

// dialects are the options that change how text reads. Text is never checked in them.
const dialects = option.Set(option.Posix | option.Bash)

// commands yields the commands of a source, from a parser or from a tree.
type commands interface {
	Next() (*ast.List, error) // the next complete command; io.EOF at the end
	Offset() uint32           // how much of the text has been used
	SetBlocks(on bool)        // as in syntax.Parser
	SetBash(on bool)
	SetExtglob(on bool)
	SetAlias(alias func(name string) (value string, ok bool))
	Skip(c syntax.Checked)
}

// run runs a source to its end. Each complete command is parsed, compiled and run before the next
// is read, so that aliases and options take effect.
func (s *source) run(fr *frame) flow.Outcome {
	var out flow.Outcome
	// Exit: set -n has ended the execution, and the rest is only read.
	stopped := flow.None
	for {
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if len(fr.env.aliases.m) > 0 || fr.env.opts&dialects != 0 {
			s.p.Skip(syntax.Checked{})
		}
		s.p.SetAlias(fr.env.aliasLookup())
		s.p.SetBlocks(!fr.env.opts.Has(option.Posix))
		s.c.speak(fr.env.dialect())
		s.p.SetBash(s.c.bash)
		s.p.SetExtglob(s.c.extglob)
		list, err := s.command(fr)
		s.show(fr)
		if errors.Is(err, io.EOF) {
			out.Divert = stopped
			return out
		}
		if err != nil {
			if out = s.failed(fr, err); !s.goesOn(fr) {
				return out
			}
			if fr.env.subshell {
				return flow.Outcome{Status: 1, Divert: flow.Exit}
			}
			out = flow.Status(1)
			continue
		}
		if len(list.AndOrs) == 0 {
			continue
		}
		if p, ok := s.p.(*syntax.Parser); ok && s.watch != nil {
			if err := s.refuses(fr, p, list); err != nil {
				return fr.syntaxError(err)
			}
		}
		if fr.env.opts.Has(option.NoExec) && !fr.sh.opts.Standalone.Interactive {
			continue
		}
		out = s.c.list(list).exec(fr)
		if fr.context.evals == 0 && fr.context.sources == 0 {
			flushReports(fr) // reading the next command may take long
		}
		if out.Divert == flow.Exit && fr.env.opts.Has(option.NoExec) &&
			!fr.sh.opts.Standalone.Interactive {
			stopped = flow.Exit
			continue
		}
		if out.Divert == flow.Fatal && s.c.bash && fr.env.strict() && !fr.env.interactive() {
			return flow.Outcome{Status: 1, Divert: flow.Exit}
		}
		if out.Divert == flow.Fatal && s.c.bash && !fr.context.brittle {
			if fr.env.subshell {
				return flow.Outcome{Status: 1, Divert: flow.Exit}
			}
			out = flow.Status(1) // as in bash, the text goes on with its next line
			fr.env.status = 1
			continue
		}
		if out.Divert != flow.None {
			return out
		}
		if out.Status != 0 && fr.context.brittle || s.input && fr.env.opts.Has(option.OneCommand) {
			return out
		}
		if s.check.Err != nil && s.p.Offset() >= s.check.After {
			if len(fr.env.aliases.m) == 0 {
				return fr.syntaxError(s.check.Err)
			}
			s.check.Err = nil
		}
	}
}

// show writes the text read since the last call, under set -v (XCU set, -v). The texts of eval and
// of traps are not input.
func (s *source) show(fr *frame) {
	if s.file == "" {
		return
	}
	end := min(int(s.p.Offset()), len(s.file))
	if end > s.shown && fr.env.opts.Has(option.Verbose) {
		fr.writeErr(s.file[s.shown:end])
	}
	s.shown = max(end, s.shown)
}

// statusUnread is the status of a shell that could not read its commands (XCU sh).
const statusUnread = 128

// failed ends a source that yields no further command.
func (s *source) failed(fr *frame, err error) flow.Outcome {
	switch wrong := (*syntax.Error)(nil); {
	case errors.As(err, &wrong):
		return fr.syntaxError(err)
	case fr.cancelled():
		return fr.cancelOutcome()
	}
	fr.writeErr(s.c.script + ": cannot read commands: " + errorText(err) + "\n")
	return flow.Outcome{Status: statusUnread, Divert: flow.Exit}
}

// goesOn reports whether the text goes on with its next line after an error of syntax, with status
// 1, as in bash after a wrong word in a=(…).
func (s *source) goesOn(fr *frame) bool {
	p, ok := s.p.(*syntax.Parser)
	if !ok || !p.Onward() || fr.context.brittle {
		return false
	}
	fr.env.status = 1
	return true
}

// syntaxError reports a syntax error. It ends a non-interactive shell.
func (fr *frame) syntaxError(err error) flow.Outcome {
	report := syntax.Report(err)
	if e := (*syntax.Error)(nil); errors.As(err, &e) && fr.typed() != nil &&
		e.Name == fr.context.script {
		place := fmt.Sprintf("%s:%d:%d: ", e.Name, e.Pos.Line, e.Pos.Col)
		report = strings.TrimPrefix(report, place)
		report = e.Name + ": " + report
	}
	fr.writeErr(report)
	fr.env.status = flow.StatusUsage
	return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
}

// refusesFile returns the reason why the dot utility must not run a file, or nil.
func refusesFile(fr *frame, text string, opts syntax.Options) error {
	err := fr.env.refusesText(text, opts)
	if err != nil || fr.env.opts&dialects != 0 || len(fr.env.aliases.m) > 0 {
		return err
	}
	return foreign.Refusal(text, opts)
}

// refuses returns the reason why a command read from standard input must not run, or nil.
func (s *source) refuses(fr *frame, p *syntax.Parser, list *ast.List) error {
	err := fr.env.refuses(fr.context.script, s.watch.Look(p, list))
	if err != nil || fr.env.opts&dialects != 0 || len(fr.env.aliases.m) > 0 {
		return err
	}
	c := foreign.Command{Name: fr.context.script, List: list, Bash: s.bash,
		IsCommand: fr.env.isCommand}
	c.Text, c.Base = p.Kept()
	c.IsSet = func(name string) bool { return fr.env.vars.Value(name) != "" }
	return c.Refusal()
}

// textParser returns the parser of a text run in place of a command: a loop may enclose it. The
// parser does not keep the bodies of functions, since each function reads its own from the text.
// The caller releases it.
func textParser(fr *frame, text string, opts syntax.Options) *syntax.Parser {
	p := fr.sh.reuse.parsers.New(text, opts)
	p.SetInLoop(fr.context.loops > 0)
	p.Forget()
	return p
}

// evalText runs text in this environment, as eval and traps do.
func evalText(fr *frame, text, what string) flow.Outcome {
	shown := "eval …"
	if what != "eval" {
		shown, _, _ = strings.Cut(what, " ")
		shown += " …"
	}
	opts := fr.env.parserOptions(fr.context.script, max(fr.env.vars.Line, 1))
	if err := fr.env.refusesText(text, opts); err != nil {
		return fr.syntaxError(err)
	}
	p := textParser(fr, text, opts)
	out := evalCommands(fr, what, shown, text, p)
	fr.sh.reuse.parsers.Release(p)
	return out
}

// evalCommands is evalText for the commands of any parser. Records show the text shown in place of
// each command; if it is empty, the command itself.
func evalCommands(fr *frame, what, shown, bodies string, p commands) flow.Outcome {
	if out, deep := fr.callTooDeep(what); deep {
		return out
	}
	defer indentTrace(fr)()
	outer := fr.context.shown
	fr.context.shown = shown
	fr.context.evals++
	defer func() {
		fr.context.evals--
		fr.context.shown = outer
	}()
	s := &source{p: p, c: fr.sh.compiler(fr.context.script)}
	s.c.bodies, s.c.shown = bodies, fr.context.shown
	return s.run(fr)
}

// runText runs a whole script: it checks the script, then runs it command by command.
func runText(fr *frame, name, text string) flow.Outcome {
	opts := fr.env.parserOptions(name, 1)
	fr.context.script = name
	if fr.sh.opts.Standalone.CommandString {
		fr.sh.id.command = text
		if opts.Bash {
			_ = fr.env.vars.Assign("BASH_EXECUTION_STRING", text)
		}
	}
	s := &source{c: fr.sh.compiler(name), file: text,
		input: !fr.sh.opts.Standalone.CommandString}
	s.c.source, s.c.bodies = text, text
	if check := checkOf(fr); check != nil {
		s.check = check(text, opts)
		if s.check.Err != nil && s.check.After == 0 {
			return fr.syntaxError(s.check.Err)
		}
		if err := fr.env.refuses(name, s.check.Unopened); err != nil {
			return fr.syntaxError(err)
		}
		if s.check.Err == nil && !opts.Bash {
			if err := foreign.Refusal(text, opts); err != nil {
				return fr.syntaxError(err)
			}
		}
		if fr.env.opts.Has(option.NoExec) && s.check.Err == nil {
			return flow.Outcome{} // set -n: only the check was required
		}
	}
	if opts.Bash {
		s.watch = &syntax.Watch{}
	}
	s.p = syntax.New(text, opts)
	s.p.Skip(s.check)
	return s.run(fr)
}

// checkOf returns the check of a whole script before it runs, or nil if its text is read command by
// command. In the dialect of bash an error counts only once it is reached, as in bash: the text
// after an exit may be anything.
func checkOf(fr *frame) func(string, syntax.Options) syntax.Checked {
	switch opts := fr.env.opts; {
	case opts.Has(option.Posix) || len(fr.env.aliases.m) > 0:
		return nil
	case opts.Has(option.NoExec):
		return syntax.CheckWhole
	case opts.Has(option.Bash):
		return nil
	}
	return syntax.Check
}

// inputLine reads the next line of standard input; "" at its end.
func inputLine(fr *frame) (string, error) {
	f := fr.env.fds.Get(0)
	if f == nil {
		return "", nil
	}
	line, err := f.ReadLine(fr.context.scope.Context(), '\n', 0)
	if fr.env.opts.Has(option.Verbose) {
		fr.writeErr(string(line))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return string(line), err
	}
	return string(line), nil
}
