// Package cli is the commands ftsh and ftry: their options, the source of the script, and the exit
// status.
//
// The model: [Main] and [Try] return the exit status. Not here: the shell itself (package interp),
// the prompt (package repl), the log (package eventlog).
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"ftsh/internal/cron"
	"ftsh/internal/eventlog"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/inject"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/internal/tracefile"
	"ftsh/internal/via"
	"ftsh/internal/watchdog"
	"ftsh/interp"
)

// self is the program that starts this shell again in a process of its own; "" is the running
// executable. The linker sets it (-X) for a binary the kernel cannot start by itself, such as one
// under an emulator of its processor.
var self = ""

// Main runs the command with the given arguments (args[0] is the program's name) and environment on
// the process's own descriptors.
func Main(args, env []string) int {
	args, env = handover.Arguments(args, env)
	name := "ftsh"
	if len(args) > 0 {
		name = args[0]
	}
	if len(args) == 2 && args[1] == watchdog.Option {
		watchdog.Serve(os.Stdin)
		return 0
	}
	if via.IsTask(args) {
		return via.Task(args)
	}
	if via.IsCancel(args) {
		return via.CancelLeft(args)
	}
	if cron.Drain(args) {
		return 0
	}
	if inject.IsPart(args) {
		return inject.Part(args)
	}
	inv, err := parse(args, env)
	if err == nil && inv.cronJob.set.EnvFile != "" && !inv.explain {
		inv, env, err = inv.withEnvFile(args, env)
	}
	if err == nil {
		err = fd.Reserve()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return flow.StatusUsage
	}
	switch {
	case inv.help:
		fmt.Print(usage)
		return 0
	case inv.version:
		fmt.Println(versionLine(name))
		return 0
	case inv.explain:
		return inv.explainScript(name, env)
	case inv.cronJob.on:
		return inv.runCron(name, env)
	case inv.rehearsal.on:
		return inv.runRehearsal(name, env)
	}
	return inv.run(name, env)
}

// run runs the requested shell.
func (inv *invocation) run(name string, env []string) int {
	paceCollector()
	script, text, status := inv.script(name)
	if status != 0 {
		return status
	}
	if err := inv.followFirstLine(script, text, env); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n", err)
		return flow.StatusUsage
	}
	if inv.cronJob.on {
		return inv.runCron(name, env)
	}
	inv.followEnvironment(name, env)
	log, err := eventlog.Open(inv.log.file, inv.log.form)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return flow.StatusUsage
	}
	defer log.Close()
	log.Annotate = slices.Contains(env, "GITHUB_ACTIONS=true")
	events, atLeast, close := inv.events(env, log)
	defer close()
	env = absolutePaths(inv.withJournals(env))
	trace, err := inv.traced(name, env)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: trace: %v\n", name, err)
		return flow.StatusUsage
	}
	alone := &standalone.Options{
		OwnProcess: true, Reexec: append([]string{self}, inv.passOn()...),
		CommandString: inv.hasCommand, AsBash: asBash(name),
		FirstLine:   !inv.dialect.plain && !inv.dialect.posix,
		Interactive: inv.interactive, Login: inv.login, Start: inv.start, StopTimeout: inv.stopTimeout,
		AtLeast: atLeast,
	}
	if trace.file != nil {
		alone.AddTrace = trace.file.Add
	}
	opts := interp.Options{
		Env: trace.env, Name: inv.name0(name), Args: inv.args,
		Set:  inv.setAtStart(),
		Kill: interp.Kill{Timeout: inv.killTimeout, Weak: inv.killWeak},
		Log: interp.Log{Level: inv.log.level, Events: events, Waiting: eventlog.Status,
			Spans: trace.spans},
		Standalone: alone,
	}
	err = joinRehearsal(&opts, nil)
	var sh *interp.Shell
	if err == nil {
		sh, err = inv.shell(opts)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return flow.StatusUsage
	}
	ctx := context.Background()
	switch {
	case inv.handover == 0 && inv.interactive && inv.fromStdin():
		status, err = inv.prompt(ctx, sh, alone)
	case inv.handover != 0 || inv.fromStdin():
		status, err = sh.RunInput(ctx, inv.name0(name))
	default:
		status, err = sh.Run(ctx, script, text)
	}
	if err == nil {
		err = sh.Close()
		status = sh.Status()
	}
	trace.end(name)
	return die(status, err)
}

// setAtStart returns the names of the options of set -o on at the start.
func (inv *invocation) setAtStart() []string {
	set := slices.Clone(inv.set)
	if inv.dialect.posix {
		set = append([]string{"posix"}, set...) // the dialect of bash is refused then
	}
	if inv.interactive && inv.file == "" && slices.Contains(set, "bash") &&
		!slices.Contains(set, "vi") {
		set = append(set, "emacs") // as bash has it
	}
	if inv.fromStdin() {
		set = append([]string{"stdin"}, set...) // $- has an s; the dialect of bash looks at it
	}
	return set
}

// absolutePaths makes the paths in the environment absolute. The shell uses them after a cd too, and
// so does a nested shell started in another directory.
func absolutePaths(env []string) []string {
	for i, e := range env {
		name, value, _ := strings.Cut(e, "=")
		switch name {
		case tracefile.Variable:
			if value == toCollector {
				continue
			}
		case "FTSH_LOG_FILE", "FTSH_STATE_DIR", "FTSH_JOURNAL_DIR", "FTSH_KNOWN_DIR":
		default:
			continue
		}
		if value == "" || filepath.IsAbs(value) {
			continue
		}
		if path, err := filepath.Abs(value); err == nil {
			env = slices.Clone(env)
			env[i] = name + "=" + path
		}
	}
	return env
}

// die ends the process by the signal that ended the shell, if one did.
func die(status int, err error) int {
	var s *interp.SignalError
	if errors.As(err, &s) {
		if n, ok := s.Signal.(sig.Signal); ok {
			sig.Die(n)
		}
	}
	return status
}

// script reads the script file. A status other than 0 means it could not be read.
func (inv *invocation) script(name string) (script, text string, status int) {
	switch {
	case inv.hasCommand:
		return inv.name0(name), inv.command, 0
	case inv.file == "":
		return name, "", 0
	}
	path := inv.file
	data, err := os.ReadFile(path)
	if errors.Is(err, syscall.ENOENT) && !strings.Contains(path, "/") {
		// XCU sh: a file not in the working directory is searched for in PATH.
		if found, ok := inPath(path); ok {
			data, err = os.ReadFile(found)
		}
	}
	if err != nil {
		status = flow.StatusNoExec
		if errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR) {
			status = flow.StatusNotFound
		}
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		fmt.Fprintf(os.Stderr, "%s: cannot open %s: %v\n", filepath.Base(name), path, err)
		return "", "", status
	}
	if isBinary(data) {
		fmt.Fprintf(os.Stderr, "%s: %s: not a script: it holds binary data\n", filepath.Base(name),
			path)
		return "", "", flow.StatusNoExec
	}
	return path, unsafe.String(unsafe.SliceData(data), len(data)), 0 // nothing changes data now
}

// isBinary reports whether a file is not a text file: it has a NUL byte in its first line (XCU sh,
// "input files").
func isBinary(data []byte) bool {
	for _, c := range data {
		switch c {
		case 0:
			return true
		case '\n':
			return false
		}
	}
	return false
}

// inPath looks for a readable file in PATH.
func inPath(name string) (string, bool) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		p := filepath.Join(dir, name)
		if st, err := os.Stat(p); err == nil && st.Mode().IsRegular() {
			return p, true
		}
	}
	return "", false
}

// shell makes the shell, or the one continuing with an asynchronous list.
func (inv *invocation) shell(opts interp.Options) (*interp.Shell, error) {
	if inv.handover == 0 {
		return interp.New(opts)
	}
	f := os.NewFile(uintptr(inv.handover), "handover")
	if f == nil {
		return nil, syscall.EBADF
	}
	state, err := io.ReadAll(f)
	f.Close()
	if err != nil {
		return nil, err
	}
	opts.Standalone.Resume = bytes.NewReader(state)
	return interp.New(opts)
}
