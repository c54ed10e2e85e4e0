package interp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/parser"
)

// The methods in this file make a frame a builtin.Host.

var _ builtin.Host = (*frame)(nil)

// SetParams replaces the positional parameters.
func (fr *frame) SetParams(p []string) { fr.params = p }

// SetOption turns an option on or off, with what goes with it.
func (fr *frame) SetOption(o option.Opt, on bool) error {
	switch o {
	case option.AllExport:
		fr.vars.SetAllExport(on)
	case option.Monitor:
		if err := fr.setMonitor(on); err != nil {
			return err
		}
	case option.Brittle:
		fr.setBrittle(on)
		return nil
	}
	fr.opts = fr.opts.Put(o, on)
	return nil
}

// setBrittle gives the whole script brittle lists, or lifts them until the
// enclosing function, subshell or block ends (LANGUAGE.md section 3).
func (fr *frame) setBrittle(on bool) {
	fr.brittle = on
	if on || fr.functions == 0 && fr.blocks == 0 && !fr.subshell {
		fr.opts = fr.opts.Put(option.Brittle, on)
	}
}

// LocalOptions makes the options those of the running function: what they are now
// comes back as it ends.
func (fr *frame) LocalOptions() {
	if fr.callerOpts == nil {
		opts := fr.opts
		fr.callerOpts = &opts
	}
}

// restoreOptions gives a function's caller its options back.
func (fr *frame) restoreOptions() {
	if fr.callerOpts == nil {
		return
	}
	for _, o := range option.All() {
		switch was := fr.callerOpts.Has(o); {
		case was == fr.opts.Has(o):
		case o == option.Brittle: // the call ends it in its own way
			fr.opts = fr.opts.Put(o, was)
		default:
			_ = fr.SetOption(o, was) // it was so before
		}
	}
}

// File returns what descriptor n is, nil when it is closed.
func (fr *frame) File(n int) *fd.File { return fr.fds.Get(n) }

// Print writes s to standard output.
func (fr *frame) Print(s string) error {
	f := fr.fds.Get(1)
	if f == nil {
		return errClosed
	}
	if !f.IsRegular() && !f.InMemory() {
		fr.sh.listen()
	}
	_, err := f.Write(fr.scope.ctx, []byte(s))
	return err
}

// Errorf writes a diagnostic of the builtin that runs.
func (fr *frame) Errorf(format string, args ...any) { fr.say(format, args...) }

// Status is $? as the command started.
func (fr *frame) Status() int { return fr.status }

// Jobs is the job table.
func (fr *frame) Jobs() *job.Table {
	if fr.jobs == nil {
		fr.jobs = job.NewTable()
	}
	return fr.jobs
}

// Traps is the trap table.
func (fr *frame) Traps() *trap.Table { return fr.traps }

// Alias returns an alias's value.
func (fr *frame) Alias(name string) (string, bool) {
	v, ok := fr.aliases.m[name]
	return v, ok
}

// SetAlias defines an alias.
func (fr *frame) SetAlias(name, value string) {
	fr.aliases.own()
	fr.aliases.m[name] = value
}

// Unalias removes an alias and reports whether there was one.
func (fr *frame) Unalias(name string) bool {
	if _, ok := fr.aliases.m[name]; !ok {
		return false
	}
	fr.aliases.own()
	delete(fr.aliases.m, name)
	return true
}

// UnaliasAll removes all aliases.
func (fr *frame) UnaliasAll() { fr.aliases = aliasTable{} }

// AliasNames lists the aliases, sorted.
func (fr *frame) AliasNames() []string { return slices.Sorted(maps.Keys(fr.aliases.m)) }

// HasFunction reports whether name is a function.
func (fr *frame) HasFunction(name string) bool { return fr.funcs.m[name] != nil }

// UnsetFunction removes a function.
func (fr *frame) UnsetFunction(name string) {
	if fr.HasFunction(name) {
		fr.funcs.own()
		delete(fr.funcs.m, name)
	}
}

// Find says what the command word name would run (XCU command -v).
func (fr *frame) Find(name string) builtin.Found {
	if parser.IsReserved(name) {
		return builtin.Found{Kind: builtin.Keyword}
	}
	if v, ok := fr.Alias(name); ok {
		return builtin.Found{Kind: builtin.AliasKind, Path: v}
	}
	special, regular := fr.sh.builtinFor(name, fr.blocks > 0)
	switch {
	case special != nil:
		return builtin.Found{Kind: builtin.SpecialBuiltin}
	case fr.HasFunction(name):
		return builtin.Found{Kind: builtin.Function}
	case regular != nil:
		return builtin.Found{Kind: builtin.RegularBuiltin}
	}
	path, err := fr.find(name)
	if err == nil && strings.Contains(name, "/") {
		err = fr.executable(name)
	}
	if err != nil {
		return builtin.Found{Kind: builtin.NotFound, Errno: err}
	}
	return builtin.Found{Kind: builtin.External, Path: path}
}

// FindPath searches path instead of PATH.
func (fr *frame) FindPath(name, path string) (string, bool) {
	if path == "" {
		path = defaultPath
	}
	p, err := fr.search(name, path)
	return p, err == nil
}

// Hash remembers where name is.
func (fr *frame) Hash(name string) bool {
	_, err := fr.find(name)
	return err == nil
}

// Rehash forgets all remembered places.
func (fr *frame) Rehash() { fr.hash.paths = nil }

// Hashed lists them.
func (fr *frame) Hashed() []string { return fr.places().hashed() }

// Command runs args without looking for functions (the command utility).
// Special builtins lose what is special about them.
func (fr *frame) Command(args []string, standardPath bool) flow.Outcome {
	special, regular := fr.sh.builtinFor(args[0], fr.blocks > 0)
	if special != nil {
		regular = special
	}
	if regular != nil {
		out := fr.runBuiltin(regular, args)
		if out.Divert == flow.Fatal {
			out.Divert = flow.None
		}
		return out
	}
	if !standardPath {
		return fr.external(args)
	}
	path, ok := fr.FindPath(args[0], defaultPath)
	if !ok {
		return fr.startFailed(args[0], errNotFound)
	}
	p, err := fr.start(path, args, placement{})
	if err != nil {
		return fr.startFailed(args[0], err)
	}
	return fr.waitForeground(p, args)
}

// KeepRedirections makes the running command's redirections last.
func (fr *frame) KeepRedirections() { fr.keepRedir = true }

// Loops is the number of loops that break may leave.
func (fr *frame) Loops() int {
	if fr.branch != nil && fr.loops == 0 {
		return -1
	}
	return fr.loops
}

// InFunction reports whether a function runs; Returnable whether return has
// something to leave: a function or a sourced file.
func (fr *frame) InFunction() bool { return fr.functions > 0 }

// Returnable reports whether return has something to leave.
func (fr *frame) Returnable() bool { return fr.functions+fr.sources > 0 }

// InBlock reports whether a block is around the command.
func (fr *frame) InBlock() bool { return fr.blocks > 0 }

// Getopts is the state of getopts.
func (fr *frame) Getopts() *builtin.Getopts { return &fr.getopts }

// Interactive reports whether the shell is interactive.
func (fr *frame) Interactive() bool { return fr.sh.opts.Interactive }

// Name is $0.
func (fr *frame) Name() string { return fr.arg0 }

// FailAfter sets the delay before the innermost try's next attempt.
func (fr *frame) FailAfter(d time.Duration) { fr.after, fr.hasAfter = d, true }

// Kill sends a signal to a process, to a group, or to the shell itself. What the
// shell sends itself takes effect before the next command.
func (fr *frame) Kill(pid int, s sig.Signal) error {
	if pid == fr.sh.pid && s != 0 {
		return fr.sh.killSelf(fr, s)
	}
	err := kill(pid, s)
	if pid <= 0 {
		fr.sh.settle() // the shell may be in the group
	}
	return err
}

var errClosed = fmt.Errorf("bad file descriptor")

// TrapStatus is $?, in the action of a trap that of before it.
func (fr *frame) TrapStatus() int {
	if fr.trapping {
		return fr.trapStatus
	}
	return fr.status
}

// WriteFailed is the outcome of a builtin that could not write.
func (fr *frame) WriteFailed(err error) flow.Outcome {
	switch {
	case fr.halted():
		return fr.cancelOutcome()
	case errors.Is(err, syscall.EPIPE) && !fr.traps.Ignored().Has(sig.SIGPIPE):
		return fr.brokenPipe()
	}
	return fr.fail(1, "write error: %s", errorText(err))
}

// brokenPipe is what SIGPIPE does to a builtin that writes: it ends the
// environment, by that signal if it is the process.
func (fr *frame) brokenPipe() flow.Outcome {
	out := flow.Outcome{Status: int32(statusPipe), Divert: flow.Exit}
	if fr.traps.Arrived(sig.SIGPIPE) {
		return flow.Status(statusPipe)
	}
	fr.traps.Set(trap.Exit, trap.Default)
	if !fr.subshell {
		fr.sh.diesOf = sig.SIGPIPE
	}
	return out
}

// CatchStatus is the status that the innermost catch list handles, 0 outside.
func (fr *frame) CatchStatus() int { return fr.catching }
