package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/internal/diag"
	"ftsh/internal/eventlog"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/quote"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/internal/syntax"
	"ftsh/internal/version"
	"ftsh/internal/watchdog"
	"ftsh/interp"
	"ftsh/interp/event"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// Try runs the command ftry, as Main does ftsh: a try block around one command.
//
// The block is a tree without a text, so no shell reads the command's words. The engine does the
// rest.
func Try(args, env []string) int {
	name := "ftry"
	if len(args) > 0 {
		name = filepath.Base(args[0])
	}
	if len(args) == 2 && args[1] == watchdog.Option {
		watchdog.Serve(os.Stdin)
		return 0
	}
	line, err := parseTry(args, env)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "%s: %v (try %s --help)\n", name, err, name)
		return flow.StatusUsage
	case line.inv.help:
		fmt.Print(tryUsage)
		return 0
	case line.inv.version:
		fmt.Println(version.Of("ftry"))
		return 0
	}
	block, command, err := tryBlock(name, line.words)
	if err == nil {
		err = fd.Reserve()
	}
	if err != nil {
		fmt.Fprint(os.Stderr, tryReport(name, err))
		return flow.StatusUsage
	}
	return line.run(name, env, block, command)
}

// A tryLine is a command line of ftry.
type tryLine struct {
	inv   *invocation
	words []string // the header, --, and the command
	json  bool     // print one object about the command
	kept  int      // how many bytes that has of each end of a stream
}

// parseTry reads ftry's options, and the environment's settings.
func parseTry(args, env []string) (*tryLine, error) {
	const unset = interp.Level(-1)
	l := &tryLine{kept: defaultKept,
		inv: &invocation{log: logging{level: unset}, killTimeout: interp.DefaultKillTimeout}}
	err := l.inv.environment(env)
	if err == nil {
		err = l.options(args)
	}
	if err == nil && l.kept != defaultKept && !l.json {
		err = errors.New("--json-bytes: expected --json as well")
	}
	switch {
	case l.inv.log.level != unset:
	case l.json:
		l.inv.log.level = event.LevelNone // the object says why the command failed
	default:
		l.inv.log.level = event.LevelFailure
	}
	return l, err
}

// options reads the options and the words after them.
func (l *tryLine) options(args []string) error {
	for i := 1; i < len(args); i++ {
		a := args[i]
		if a == syntax.HeaderEnd || !strings.HasPrefix(a, "-") {
			l.words = args[i:]
			return nil
		}
		name, value, has := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		switch {
		case !strings.HasPrefix(a, "--"), !tryOption(name):
			return fmt.Errorf("unknown option %s", a)
		case has && !tryValue(name):
			return fmt.Errorf("--%s: expected no value, found %q", name, value)
		case !has && tryValue(name):
			if i++; i == len(args) {
				return fmt.Errorf("--%s: expected a value, found nothing", name)
			}
			value = args[i]
		}
		if err := l.option(name, value); err != nil {
			return err
		}
	}
	return nil
}

// tryOption reports whether ftry has an option.
func tryOption(name string) bool {
	return tryValue(name) || name == "help" || name == "version" || name == "json"
}

// tryValue reports whether an option of ftry has a value.
func tryValue(name string) bool { return takesValue(name) || name == "json-bytes" }

// option sets an option.
func (l *tryLine) option(name, value string) (err error) {
	switch name {
	case "json":
		l.json = true
	case "json-bytes":
		l.kept, err = parseKept(value)
	default:
		err = l.inv.long(name, value)
	}
	return err
}

// tryBlock divides words into a header, --, and a command. It returns the header's block, without a
// body.
func tryBlock(name string, words []string) (*ast.Try, []string, error) {
	header, command := words, []string(nil)
	end := slices.Index(words, syntax.HeaderEnd)
	if end >= 0 {
		header, command = words[:end], words[end+1:]
	}
	block, err := syntax.TryHeader(name, header, end >= 0)
	if e, ok := err.(*syntax.Error); ok && e.Instead == "" {
		switch {
		case slices.ContainsFunc(header, isOption):
			e.Instead = "options stand before the header"
		case end < 0 && strings.HasSuffix(e.Expected, "or "+syntax.HeaderEnd):
			e.Instead = "write " + syntax.HeaderEnd + " before the command"
		}
	}
	if err == nil && len(command) == 0 {
		err = errNoCommand
	}
	return block, command, err
}

// isOption reports whether a word is an option of ftry.
func isOption(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return strings.HasPrefix(name, "--") && tryOption(name[2:])
}

// It is made of constants: text of fmt costs time in every start of a shell.
var errNoCommand = errors.New("expected a command after " + syntax.HeaderEnd + ", found nothing")

// maxFound is the maximum length of a wrong word in a message, next to the excerpt, in bytes.
const maxFound = 80

// tryReport formats the error for words other than a block and a command.
func tryReport(name string, err error) string {
	e, ok := err.(*syntax.Error)
	if !ok {
		return name + ": " + err.Error() + "\n"
	}
	found := e.Found
	if len(found) > maxFound { // a quoted word: cut in ASCII or after a whole character
		found = strings.ToValidUTF8(found[:maxFound], "") + "…\""
	}
	if e.Instead != "" {
		found += ": " + e.Instead
	}
	return fmt.Sprintf("%s: expected %s, found %s\n%s", name, e.Expected, found,
		diag.Excerpt(e.Line, e.Pos))
}

// run runs the command in its block.
func (l *tryLine) run(name string, env []string, block *ast.Try, command []string) int {
	inv := l.inv
	log, err := eventlog.Open(inv.log.file, inv.log.form)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return flow.StatusUsage
	}
	defer log.Close()
	trace, err := inv.traced(name, absolutePaths(env))
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: trace: %v\n", name, err)
		return flow.StatusUsage
	}
	opts := inv.tryOptions(name, trace.env, command, log)
	if trace.spans != nil {
		opts.Log.Spans = func(s event.Span) { trace.spans(shownSpan(s, command)) }
	}
	var sum *summary
	if l.json {
		if sig.AtEntry().Closed[1] {
			fmt.Fprintf(os.Stderr, "%s: --json: standard output is closed\n", name)
			return flow.StatusUsage
		}
		if sum, err = newSummary(l.kept); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			return flow.StatusUsage
		}
		sum.attach(&opts, command)
	}
	err = joinRehearsal(&opts, func(c *interp.Command) { c.Env = unchanged(env, c.Env) })
	var sh *interp.Shell
	if err == nil {
		sh, err = interp.New(opts)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return flow.StatusUsage
	}
	status, err := sh.RunScript(context.Background(), script(name, block, command))
	if err == nil {
		err = sh.Close()
		status = sh.Status()
	}
	if status == flow.StatusNotFound && isLine(command) {
		fmt.Fprintf(os.Stderr, "%s: the command is one word: for a line of shell, write %s sh -c %s\n", name, syntax.HeaderEnd, quote.Word(command[0]))
	}
	if status != 0 && block.Scratch != nil && expandedTooEarly(command) {
		fmt.Fprintf(os.Stderr, "%s: $FTSH_SCRATCH is set for the command only: "+
			"write %s sh -c '… \"$FTSH_SCRATCH\" …'\n", name, syntax.HeaderEnd)
	}
	if sum != nil {
		if unwritten := sum.end(status, err); unwritten != nil {
			fmt.Fprintf(os.Stderr, "%s: --json: %v\n", name, unwritten)
			if status == 0 { // nobody can read how the command ended
				status = flow.StatusUsage
			}
		}
	}
	trace.end(name)
	return die(status, err)
}

// tryOptions returns the options of the command's shell.
func (inv *invocation) tryOptions(name string, env, command []string,
	log *eventlog.Log) interp.Options {
	return interp.Options{
		Env: env, Name: name,
		Kill: interp.Kill{Timeout: inv.killTimeout, Weak: inv.killWeak},
		Log: interp.Log{
			Level:  inv.log.level,
			Events: func(e interp.Event) { log.Event(shown(e, command)) },
			Waiting: func(w interp.Wait) func() {
				w.Failure = brief(w.Failure, command)
				return eventlog.Status(w)
			},
		},
		Hooks: interp.Hooks{Command: func(_ context.Context, c *interp.Command) (int, error) {
			c.Env = unchanged(env, c.Env)
			return c.Run()
		}},
		Standalone: &standalone.Options{
			OwnProcess: true, Reexec: []string{self}, ProgramsOnly: true, Piped: true,
			StopTimeout: inv.stopTimeout,
		},
	}
}

// isLine reports whether a command may be meant as a line of shell. No shell reads its words.
func isLine(command []string) bool {
	return len(command) == 1 && strings.ContainsAny(command[0], " \t\n")
}

// expandedTooEarly reports whether the calling shell may have expanded FTSH_SCRATCH, where it is not
// set: a word is empty or a path in the root directory, and none has the name.
func expandedTooEarly(command []string) bool {
	early := false
	for _, word := range command {
		if strings.Contains(word, "FTSH_SCRATCH") {
			return false
		}
		early = early || word == "" || filepath.Dir(word) == "/"
	}
	return early
}

// script returns a script of the block alone, with the command as its body. Each word in it means
// only itself.
func script(name string, block *ast.Try, command []string) *parser.Script {
	simple := &ast.Simple{Args: make([]*ast.Word, len(command))}
	for i, text := range command {
		simple.Args[i] = &ast.Word{Parts: []ast.WordPart{&ast.Quoted{Value: text}}}
	}
	block.Body = list(simple)
	return &parser.Script{Name: name, List: list(block)}
}

func list(c ast.Command) *ast.List {
	return &ast.List{AndOrs: []*ast.AndOr{{Pipelines: []*ast.Pipeline{{Commands: []ast.Command{c}}}}}}
}

// unchanged returns ftry's own environment plus the variables set by the block. A shell has
// variables of its own, such as OPTIND, which are not the command's.
func unchanged(got, set []string) []string {
	ours := func(e string) bool {
		return strings.HasPrefix(e, "FTSH_") || strings.HasPrefix(e, "TRACEPARENT=")
	}
	env := slices.DeleteFunc(slices.Clone(got), ours)
	for _, e := range set {
		if ours(e) {
			env = append(env, e)
		}
	}
	return env
}

// shown returns an event as logged: it names the failed command. A script's event has the words as
// written. These were expanded by ftry's caller.
func shown(e interp.Event, command []string) interp.Event {
	if len(e.Result.Errors) > 0 {
		e.Result.Errors = slices.Clone(e.Result.Errors)
		for i := range e.Result.Errors {
			e.Result.Errors[i].Failure = brief(e.Result.Errors[i].Failure, command)
		}
	}
	return e
}

// shownSpan returns a span as written to a trace. Like the log it has none of the command's words.
func shownSpan(s event.Span, command []string) event.Span {
	s.Result.Errors = slices.Clone(s.Result.Errors)
	for i := range s.Result.Errors {
		s.Result.Errors[i].Failure = brief(s.Result.Errors[i].Failure, command)
	}
	if s.Kind == event.SpanCommand {
		s.Process.Source = brief(event.Failure{Source: s.Process.Source}, command).Source
	}
	return s
}

// brief returns a failure without the command's words. There is one command and no script, so a
// position would be of no use.
func brief(f event.Failure, command []string) event.Failure {
	f.Place = event.Place{}
	if f.Source != "" {
		f.Source = command[0]
		if len(command) > 1 {
			f.Source += " …"
		}
	}
	return f
}
