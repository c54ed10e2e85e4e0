package interp

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser"
)

// parserOptions is how this environment reads text: its aliases, and whether
// block words are recognised.
func (fr *frame) parserOptions(name string, line uint32) parser.Options {
	return parser.Options{
		Name:    name,
		Blocks:  !fr.opts.Has(option.Posix),
		Alias:   fr.Alias,
		HasFunc: fr.HasFunction,
		Line:    line,
	}
}

// source is a text that is read and run command by command.
type source struct {
	p     *parser.Parser
	c     *compiler
	check parser.Checked // an error to be reported once the text before it has run
	file  string         // the text, when it is a script's: set -v shows it as it is read
	shown int            // how much of it set -v needs not show any more
}

// run runs a source to its end: each complete command is parsed, compiled and
// run before the next is read, so that aliases and options take effect.
func (fr *frame) run(s *source) flow.Outcome {
	var out flow.Outcome
	for {
		if a := fr.attention(); a.Divert != flow.None {
			return a
		}
		if len(fr.aliases.m) > 0 || fr.opts.Has(option.Posix) {
			s.p.Skip(parser.Checked{})
		}
		s.p.SetBlocks(!fr.opts.Has(option.Posix))
		list, err := s.p.Next()
		fr.showInput(s)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			return fr.inputFailed(s, err)
		}
		if len(list.AndOrs) == 0 {
			continue
		}
		if fr.opts.Has(option.NoExec) && !fr.sh.opts.Interactive {
			continue
		}
		out = s.c.list(list).exec(fr)
		if out.Divert != flow.None {
			return out
		}
		if out.Status != 0 && fr.brittle {
			return out
		}
		if s.check.Err != nil && s.p.Offset() >= s.check.After {
			if len(fr.aliases.m) == 0 {
				return fr.syntaxError(s.check.Err)
			}
			s.check.Err = nil
		}
	}
}

// showInput writes what was read since it was last called, under set -v (XCU set,
// -v). The texts of eval and of traps are not input.
func (fr *frame) showInput(s *source) {
	if s.file == "" {
		return
	}
	end := min(int(s.p.Offset()), len(s.file))
	if end > s.shown && fr.opts.Has(option.Verbose) {
		fr.writeErr(s.file[s.shown:end])
	}
	s.shown = max(end, s.shown)
}

// statusUnread is the status of a shell that could not read its commands (XCU sh).
const statusUnread = 128

// inputFailed is the end of a source of which no further command can be had.
func (fr *frame) inputFailed(s *source, err error) flow.Outcome {
	switch syntax := (*parser.Error)(nil); {
	case errors.As(err, &syntax):
		return fr.syntaxError(err)
	case fr.halted():
		return fr.cancelOutcome()
	}
	fr.writeErr(s.c.script + ": cannot read commands: " + errorText(err) + "\n")
	return flow.Outcome{Status: statusUnread, Divert: flow.Exit}
}

// syntaxError reports an error of the text. It ends a non-interactive shell.
func (fr *frame) syntaxError(err error) flow.Outcome {
	fr.writeErr(parser.Report(err))
	fr.status = flow.StatusUsage
	return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
}

// evalText runs text as eval and traps do: in this environment.
func (fr *frame) evalText(text, what string) flow.Outcome {
	if out, deep := fr.callTooDeep(what); deep {
		return out
	}
	fr.evals++
	defer func() { fr.evals-- }()
	line := fr.vars.Line
	if line == 0 {
		line = 1
	}
	p := parser.New(text, fr.parserOptions(fr.script, line))
	return fr.run(&source{p: p, c: fr.sh.compiler(fr.script)})
}

// Eval runs text in this environment (the eval utility).
func (fr *frame) Eval(text string) flow.Outcome { return fr.evalText(text, "eval") }

// Source runs the commands of a file in this environment (the dot utility).
func (fr *frame) Source(path string) flow.Outcome {
	if out, deep := fr.callTooDeep("."); deep {
		return out
	}
	text, err := fr.readFile(path)
	if err != nil {
		if fr.halted() {
			return fr.cancelOutcome()
		}
		fr.say("cannot open %s: %s", path, errorText(err))
		return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
	}
	script, line, loops, brittle := fr.script, fr.vars.Line, fr.loops, fr.brittle
	fr.script = path
	fr.sources++
	name := fr.name
	fr.name = ""
	out := fr.run(&source{p: parser.New(text, fr.parserOptions(path, 1)), c: fr.sh.compiler(path), file: text})
	fr.name = name
	fr.sources--
	fr.script, fr.vars.Line, fr.loops = script, line, loops
	fr.brittle = fr.brittle || brittle && fr.opts.Has(option.Brittle)
	if out.Divert == flow.Return {
		out.Divert = flow.None
	}
	return out
}

// runText runs a whole script: checked first, then command by command.
func (fr *frame) runText(name, text string) flow.Outcome {
	opts := fr.parserOptions(name, 1)
	fr.script = name
	s := &source{c: fr.sh.compiler(name), file: text}
	s.c.source = text
	if !fr.opts.Has(option.Posix) && len(fr.aliases.m) == 0 {
		s.check = parser.Check(text, opts)
		if s.check.Err != nil && s.check.After == 0 {
			return fr.syntaxError(s.check.Err)
		}
		if fr.opts.Has(option.NoExec) && s.check.Err == nil {
			return flow.Outcome{} // the check was all there is to do
		}
	}
	s.p = parser.New(text, opts)
	s.p.Skip(s.check)
	return fr.run(s)
}

// readFile reads a whole file, relative to the environment's directory.
func (fr *frame) readFile(path string) (string, error) {
	f, err := fr.openSource(path)
	if err != nil {
		return "", err
	}
	defer f.Release()
	var b strings.Builder
	buf := make([]byte, 32<<10)
	for {
		n, err := f.Read(fr.scope.ctx, buf)
		b.Write(buf[:n])
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// openSource opens a file of commands; /dev/stdin and its like are the environment's.
func (fr *frame) openSource(path string) (*fd.File, error) {
	if n, ok := fd.DevFd(path); ok {
		if f := fr.fds.Get(n); f != nil {
			return f.Reopen(syscall.O_RDONLY)
		}
		return nil, syscall.EBADF
	}
	return fd.Open(fr.scope.ctx, dirOrCwd(fr.Dir()), path, syscall.O_RDONLY, 0)
}

// RunInput runs the commands of descriptor 0, reading no further than they need,
// so that commands may read what follows them (XCU sh, standard input).
func (sh *Shell) RunInput(ctx context.Context, name string) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		fr.script = name
		sh.listen()
		s := &source{c: sh.compiler(name), p: parser.NewLines(fr.inputLine, fr.parserOptions(name, 1))}
		return fr.run(s)
	})
}

// inputLine reads the next line of standard input; "" at its end.
func (fr *frame) inputLine() (string, error) {
	f := fr.fds.Get(0)
	if f == nil {
		return "", nil
	}
	line, err := f.ReadLine(fr.scope.ctx, '\n', 0)
	if fr.opts.Has(option.Verbose) {
		fr.writeErr(string(line))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return string(line), err
	}
	return string(line), nil
}
