package interp

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"ftsh/internal/builtin"
	"ftsh/internal/compspec"
	"ftsh/internal/flow"
	"ftsh/internal/history"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/internal/syntax"
)

// promptState is the state of a prompt kept from one line to the next.
type promptState struct {
	hasEnv     bool          // the file named by ENV has been read
	hasProfile bool          // so have the files of a login shell
	warned     bool          // of stopped jobs, by the last command
	history    *history.List // nil: the shell is not at a prompt
	running    atomic.Pointer[typedText]
	unread     string        // remaining lines of the last input
	lines      int           // how many commands have been run, for \# in the prompts of bash
	ends       int           // how many ends of the input in a row IGNOREEOF has passed over
	over       *flow.Outcome // PROMPT_COMMAND has ended the shell
	mail       mailbox

	completions completions
}

// runPrompt runs the commands of an interactive shell, read by Standalone.Read. A command does not
// end the shell if it fails, or if SIGINT cancels it.
//
// The shell keeps a history of the commands, for Read and for the fc utility. If the shell owns its
// process, it saves the history in a file (FTSH_HISTFILE, HISTFILE).
func runPrompt(fr *frame) flow.Outcome {
	openHistory(fr)
	fr.sh.watchSize()
	fr.context.script = promptScript(fr.context.script)
	for {
		out, more := promptLine(fr)
		if !more {
			return out
		}
	}
}

// promptLine reads and runs one complete command. more is false if the shell ends; out is then its
// outcome.
func promptLine(fr *frame) (out flow.Outcome, more bool) {
	var p *syntax.Parser
	var givenUp sig.Signal
	var edit standalone.EditCommand
	var elsewhere bool              // edit is set
	var text, typed strings.Builder // typed goes into the history
	var before history.Entry        // the lines before the next one, in the dialect of bash
	lines := func() (string, error) {
		if !p.Started() { // an empty line or a comment starts no command
			remember(fr, typed.String())
			typed.Reset()
			before = history.Entry{}
		}
		line, entry, err := nextLine(fr, p.Started(), &before)
		switch {
		case errors.Is(err, standalone.ErrInterrupted):
			givenUp = sig.SIGINT
		case errors.Is(err, standalone.ErrQuit):
			givenUp = sig.SIGQUIT
		case errors.As(err, &edit):
			elsewhere = true
		}
		text.WriteString(line)
		typed.WriteString(entry)
		if fr.env.opts.Has(option.Bash) {
			before.Add(line)
		}
		if fr.env.opts.Has(option.Verbose) {
			fr.writeErr(line)
		}
		return line, err
	}
	p = fr.env.lineParser(lines, fr.context.script, 1)
	list, err := p.Next()
	fr.sh.prompt.running.Store(&typedText{fr.context.script, text.String()})
	switch {
	case fr.cancelled():
		return fr.cancelOutcome(), false
	case givenUp != 0:
		fr.sh.prompt.unread = ""
		fr.env.status = flow.StatusSignalled + int(givenUp)
		return flow.Outcome{}, true
	case elsewhere:
		fr.sh.prompt.unread = ""
		remember(fr, typed.String()) // before the editor may change it
		fr.sh.prompt.history.Commit()
		return lineEnded(fr, runLine(fr, func() flow.Outcome {
			return builtin.EditCommand((*host)(fr), text.String(), edit.Number)
		}))
	case errors.Is(err, io.EOF):
		return endOfInput(fr)
	case errors.Is(err, errGivenUp):
		fr.sh.prompt.unread = ""
		return flow.Outcome{}, true
	case err != nil:
		remember(fr, typed.String())
		fr.sh.prompt.history.Commit() // available at once for correction
		fr.sh.prompt.unread = ""
		fr.syntaxError(err)
		return flow.Outcome{}, true
	}
	if !fr.env.opts.Has(option.NoLog) || !isDefinition(list) {
		remember(fr, typed.String())
	}
	if len(list.AndOrs) == 0 {
		return flow.Outcome{}, true
	}
	if err := fr.env.refuses(fr.context.script, new(syntax.Watch).Look(p, list)); err != nil {
		fr.sh.prompt.history.Commit()
		fr.syntaxError(err)
		return flow.Outcome{}, true
	}
	c := fr.sh.compiler(fr.context.script)
	c.speak(fr.env.dialect())
	c.source = text.String()
	showPS0(fr)
	fr.sh.prompt.lines++
	fr.sh.prompt.ends = 0
	return lineEnded(fr, runLine(fr, func() flow.Outcome { return runCommands(fr, c, list) }))
}

// endOfInput leaves the shell at the end of the input, unless an option or jobs keep it.
func endOfInput(fr *frame) (out flow.Outcome, more bool) {
	switch over := fr.sh.prompt.over; {
	case over != nil:
		return *over, false
	case fr.env.opts.Has(option.IgnoreEOF) || ignoresEOF(fr):
		fr.writeErr("use exit to leave the shell\n")
		return flow.Outcome{}, true
	case warnOfJobs(fr):
		return flow.Outcome{}, true
	}
	return flow.Outcome{Status: int32(fr.env.status), Divert: flow.Exit}, false
}

// lineEnded completes a command line that ended with out. more is as for promptLine.
func lineEnded(fr *frame, out flow.Outcome) (_ flow.Outcome, more bool) {
	fr.sh.prompt.history.Commit()
	if err := endJournals(fr.sh, out == flow.Outcome{}); err != nil {
		fr.say("the journals cannot be completed: %s", errorText(err))
	}
	switch {
	case fr.cancelled():
		return out, false
	case out.Divert == flow.Exit:
		if !warnOfJobs(fr) {
			return out, false
		}
	default:
		fr.sh.prompt.warned = false
	}
	return flow.Outcome{}, true
}

// nextLine returns the next line: a remaining line of the last input, or one read after a prompt.
// Before the prompt of a new command the shell prints its notices. entry is the text added to the
// history entry; for several lines of one input it comes with the first.
//
// In the dialect of bash references to earlier commands are expanded; before has the lines before
// the next one.
func nextLine(fr *frame, continues bool, before *history.Entry) (line, entry string, err error) {
	if fr.sh.prompt.unread == "" {
		text := ""
		if continues {
			text = promptOf(fr, "PS2")
		} else {
			for _, n := range fr.env.Jobs().Notices() {
				fr.writeErr(n + "\n")
			}
			reportMail(fr)
			if promptCommand(fr); fr.sh.prompt.over != nil {
				return "", "", io.EOF
			}
			setPlaceVariable(fr)
			text = firstPrompt(fr)
		}
		_, commands := fr.sh.prompt.history.Commands()
		lines, err := readPrompt(fr, standalone.Prompt{
			Text: text, Vi: fr.env.opts.Has(option.Vi), Typed: fr.sh.terminal.keys.take(),
			History: commands, Resized: fr.sh.signals.resized,
		})
		if err == nil && fr.env.opts.Has(option.Bash) {
			lines, err = expandInput(fr, lines, before.Clone())
		}
		if err != nil || strings.Count(lines, "\n") <= 1 {
			return lines, lines, err
		}
		fr.sh.prompt.unread, entry = lines, lines
	}
	end := strings.IndexByte(fr.sh.prompt.unread, '\n') + 1
	if end == 0 {
		end = len(fr.sh.prompt.unread)
	}
	line = fr.sh.prompt.unread[:end]
	fr.sh.prompt.unread = fr.sh.prompt.unread[end:]
	return line, entry, nil
}

// readPrompt reads a line. It returns io.EOF if the shell ends meanwhile. It answers the reader's
// questions in this goroutine, since the reader's own must not use the frame.
func readPrompt(fr *frame, prompt standalone.Prompt) (string, error) {
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	asks, over := make(chan func()), make(chan struct{})
	defer close(over)
	ask := func(question func()) {
		done := make(chan struct{})
		select {
		case asks <- func() { question(); close(done) }:
			<-done
		case <-over:
		}
	}
	prompt.Names = func(k standalone.NameKind) (names []string) {
		ask(func() { names = namesOf(fr, k) })
		return names
	}
	prompt.Value = func(name string) (value string, ok bool) {
		ask(func() { value, ok = fr.env.vars.Lookup(name) })
		return value, ok
	}
	prompt.Alias = func(name string) (value string, ok bool) {
		ask(func() { value, ok = fr.env.Alias(name) })
		return value, ok
	}
	prompt.Program = func(r compspec.Request) (result compspec.Result, ok bool) {
		ask(func() { result, ok = programmed(fr, r) })
		return result, ok
	}
	go func() {
		line, err := fr.sh.opts.Standalone.Read(prompt)
		got <- answer{line, err}
	}()
	for {
		select {
		case a := <-got:
			fr.sh.signals.early.Store(nil) // earlier signals do not concern the line
			return a.line, a.err
		case question := <-asks:
			question()
		case <-fr.context.scope.Context().Done():
			return "", io.EOF
		}
	}
}

// warnOfJobs warns of jobs that would end with the shell: stopped ones, and those running in the
// shell. It warns once: the next attempt to leave succeeds, unless another command ran in between.
func warnOfJobs(fr *frame) bool {
	if fr.sh.prompt.warned {
		return false
	}
	for _, j := range fr.env.Jobs().All() {
		if j.State == job.Stopped {
			fr.writeErr("there are stopped jobs\n")
			fr.sh.prompt.warned = true
			return true
		}
		if j.State == job.Running && fr.sh.terminal.jobs.byGroup(j.Pgid) != nil {
			fr.writeErr("there are running jobs that end with the shell\n")
			fr.sh.prompt.warned = true
			return true
		}
	}
	return false
}

// runLine runs a command line in a scope of its own, which Ctrl-C cancels.
func runLine(fr *frame, run func() flow.Outcome) flow.Outcome {
	outer := fr.context.scope
	line := fr.sh.apart(outer)
	fr.context.scope = line
	fr.sh.signals.line.Store(line)
	if c := fr.sh.signals.early.Swap(nil); c != nil {
		line.Cancel(c)
	}
	out := flow.Outcome{Divert: flow.Cancel}
	if !fr.cancelled() {
		out = run()
	}
	if out.Divert == flow.Cancel && fr.cancelled() {
		out = fr.cancelOutcome() // a builtin does not know the status
	}
	fr.sh.signals.line.Store(nil)
	fr.context.scope = outer
	line.Close(false)
	fr.env.status = int(out.Status)
	flushReports(fr)
	if out.Divert == flow.Cancel {
		fr.sh.prompt.unread = "" // drop lines typed after it
		fr.writeErr("\n")
	}
	return out
}

// sourceEnv runs the file named by ENV (XCU sh, ENV), once and only in an interactive shell.
func sourceEnv(fr *frame) flow.Outcome {
	if fr.sh.prompt.hasEnv || !fr.sh.opts.Standalone.Interactive {
		return flow.Outcome{}
	}
	fr.sh.prompt.hasEnv = true
	switch start := fr.sh.opts.Standalone.Start; {
	case start.NoFile:
		return flow.Outcome{}
	case start.File != "":
		return runLine(fr, func() flow.Outcome { return (*host)(fr).Source(start.File) })
	}
	if fr.sh.opts.Standalone.AsBash != "" && fr.env.opts.Has(option.Bash) {
		if fr.sh.opts.Standalone.Login {
			return flow.Outcome{}
		}
		for _, path := range startAsBash(fr) {
			if out := sourceFile(fr, path); out.Divert == flow.Exit {
				return out
			}
		}
		return flow.Outcome{}
	}
	path, err := startPath(fr, "ENV")
	if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) {
		return fr.syntaxError(err)
	}
	if err != nil || !strings.HasPrefix(path, "/") {
		return flow.Outcome{}
	}
	return runLine(fr, func() flow.Outcome { return (*host)(fr).Source(path) })
}
