package interp

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/array"
	"ftsh/internal/compspec"
	"ftsh/internal/handover"
	"ftsh/internal/history"
	"ftsh/internal/option"
	"ftsh/internal/standalone"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A bashState is the part of an environment that only the dialect of bash has. It is made when the
// dialect is turned on for the first time, and stays. A subshell has a copy; the slices and calls in
// it never change.
type bashState struct {
	level   int   // BASH_SUBSHELL
	began   int64 // when the shell started, in seconds of Unix time
	started int64 // when SECONDS was 0
	random  randomNumbers

	calls *bashCall // the running functions and sourced files, the innermost first
	pipe  []int32   // the statuses of the last pipeline; nil: $? alone
	// simple: the running command is no pipeline, so the statuses are of an earlier one.
	simple  bool
	unheard bool     // when the running command began, ERR had no trap
	here    bool     // lastpipe: the command that begins is the last, and runs in the shell
	last    string   // $_
	command ast.Node // BASH_COMMAND
	// The directories under the working directory on the stack of pushd, the uppermost first.
	dirs []string
	// The disabled builtins (enable -n); it is copied before a change.
	disabled map[string]bool
	coproc   *coproc   // the coprocess that the environment knows; nil: none
	lost     []*coproc // those of blocks that ran when another took their place
	// The exported functions as they are in the environment of commands, by name; it is copied
	// before a change.
	exported map[string]string
	imported bool  // the functions of the shell's environment have been read
	running  uint8 // the events whose traps run, by bit
	// The specifications of complete, and the completion that runs; nil: none.
	specs      compspec.Table
	completing *compspec.InProgress
	// indent is how often set -x doubles the first character of PS4: for command substitutions,
	// evals and sourced files around.
	indent       int
	substitution bool // it is the environment of a command substitution
	trace        traceTarget
	// past is the history of a script, or a subshell's copy of one; pastLevel is its level.
	past      *history.List
	pastLevel int
}

// A bashCall is a function or a sourced file that runs, or the script at the bottom.
type bashCall struct {
	name   string // of the function, "source" or "main"
	source string // the file with the function's definition, or the file
	line   uint32 // of the command that called it
	// defined is the line of a function's definition, for the traps of its call.
	defined uint32
	outer   *bashCall

	function bool
}

// startBash turns on what the dialect adds to an environment: its variables.
func (e *environment) startBash() {
	if e.bash != nil {
		return
	}
	now := e.sh.clock.Wall().Unix()
	e.bash = &bashState{began: now, started: now, last: e.vars.Value("_"), pipe: []int32{}}
	e.bash.trace.seq = e.vars.Seq(e.sh.refs.traceTarget)
	e.opts = e.opts.With(option.HashAll)
	if o := e.sh.opts.Standalone; !o.CommandString && !e.opts.Has(option.Stdin) {
		e.bash.calls = &bashCall{name: "main", source: e.sh.opts.Name}
	}
	if _, ok := e.vars.Lookup("PATH"); !ok {
		_ = e.vars.Assign("PATH", defaultPath) // not readonly: it does not exist
	}
	if e.opts.Has(option.Interactive) || e.sh.opts.Standalone.Interactive {
		e.opts = e.opts.With(option.Commands).With(option.HistExpand)
	}
	e.computeBash()
	for _, v := range bashVariables() {
		ref := e.sh.names.Ref(v.name)
		e.vars.Unmark(ref, vars.Readonly|vars.Exported)
		e.vars.SetComputed(ref, uint8(v.kind), v.attrs)
	}
	e.setBashVariables()
}

// computeBash makes the computed variables ask this environment.
func (e *environment) computeBash() { e.vars.SetComputer((*bashComputer)(e)) }

// setBashVariables sets the variables of bash that describe the machine and the shell.
func (e *environment) setBashVariables() {
	set := func(name, value string) { _ = e.vars.Assign(name, value) }
	set("BASH", bashProgram(e.sh.opts.Standalone))
	set("BASH_VERSION", standalone.BashVersion)
	set("COMP_WORDBREAKS", " \t\n\"'@><=;|&(:")
	if e.sh.id.command != "" {
		set("BASH_EXECUTION_STRING", e.sh.id.command)
	}
	e.setBashArguments(e.sh.opts.Args)
	m := bashMachine()
	ref := e.sh.names.Ref("BASH_VERSINFO")
	_ = e.vars.Unset(ref)
	for i, part := range []string{"5", "2", "15", "1", "release", m.machine} {
		_ = e.vars.ChangeIndexed(ref, setElement(i, part))
	}
	e.vars.Mark(ref, vars.Readonly)
	host, _ := os.Hostname()
	for _, v := range [...]struct{ name, value string }{
		{"HOSTNAME", host}, {"HOSTTYPE", m.host}, {"MACHTYPE", m.machine}, {"OSTYPE", m.system},
		{"OPTERR", "1"}, {"COMP_WORDBREAKS", compspec.WordBreaks},
	} {
		if _, ok := e.vars.Lookup(v.name); !ok {
			set(v.name, v.value)
		}
	}
	if _, ok := e.vars.Lookup("TERM"); !ok {
		set("TERM", "dumb")
	}
	if _, ok := e.vars.Lookup("SHELL"); !ok {
		set("SHELL", loginShell())
	}
	for _, v := range [...]struct {
		name  string
		value int
	}{{"UID", os.Getuid()}, {"EUID", os.Geteuid()}, {"PPID", os.Getppid()}} {
		ref := e.sh.names.Ref(v.name)
		e.vars.Unmark(ref, vars.Readonly|vars.Exported)
		set(v.name, strconv.Itoa(v.value))
		e.vars.Mark(ref, vars.Readonly)
	}
	e.setShellLevel(1)
	// Scripts look whether there is a prompt.
	if !e.opts.Has(option.Interactive) && !e.sh.opts.Standalone.Interactive {
		_ = e.vars.Unset(e.sh.names.Ref("PS1"))
		_ = e.vars.Unset(e.sh.names.Ref("PS2"))
	}
}

// setBashArguments sets BASH_ARGC and BASH_ARGV to arguments of the script, the last first.
// Functions and files add theirs under the option extdebug.
func (e *environment) setBashArguments(args []string) {
	clear := func(a *array.Indexed) { a.Replace(nil) }
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGC"), clear)
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGV"), clear)
	e.pushArguments(args)
}

// pushArguments puts the arguments of a call into BASH_ARGC and BASH_ARGV, the last one first.
func (e *environment) pushArguments(args []string) {
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGC"), func(a *array.Indexed) {
		a.Replace(append([]string{strconv.Itoa(len(args))}, valuesOf(a)...))
	})
	args = slices.Clone(args)
	slices.Reverse(args)
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGV"), func(a *array.Indexed) {
		a.Replace(append(args, valuesOf(a)...))
	})
}

// popArguments takes out the n arguments of a call.
func (e *environment) popArguments(n int) {
	drop := func(n int) func(a *array.Indexed) {
		return func(a *array.Indexed) {
			all := valuesOf(a)
			a.Replace(all[min(n, len(all)):])
		}
	}
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGC"), drop(1))
	_ = e.vars.ChangeIndexed(e.sh.names.Ref("BASH_ARGV"), drop(n))
}

func valuesOf(a *array.Indexed) (values []string) {
	for _, v := range a.All() {
		values = append(values, v)
	}
	return values
}

// setShellLevel adds to SHLVL, the number of shells inside each other.
func (e *environment) setShellLevel(add int) {
	n, err := strconv.Atoi(e.vars.Value("SHLVL"))
	if err != nil {
		n = 0
	}
	switch n += add; {
	case n < 0:
		n = 0
	case n >= 1000: // as bash, in the belief that shells start each other without end
		n = 1
	}
	if e.vars.Assign("SHLVL", strconv.Itoa(n)) == nil {
		e.vars.Mark(e.sh.names.Ref("SHLVL"), vars.Exported)
	}
}

// state returns what another process needs of b.
func (b *bashState) state() *handover.Bash {
	if b == nil {
		return nil
	}
	s := &handover.Bash{Level: b.level, Began: b.began, Started: b.started, Last: b.last, Pipe: b.pipe, Dirs: b.dirs,
		Disabled: slices.Sorted(maps.Keys(b.disabled)), Indent: b.indent, Trace: b.trace.n,
		Exported: b.exported}
	for name, spec := range b.specs.All() {
		s.Specs = append(s.Specs, handover.Spec{Name: name, Spec: *spec})
	}
	for call := b.calls; call != nil; call = call.outer {
		s.Calls = append(s.Calls, handover.BashCall{Name: call.name, Source: call.source,
			Line: call.line, Function: call.function})
	}
	return s
}

// restoreBash sets the state handed over, and makes the variables that still are computed so.
func (e *environment) restoreBash(s *handover.Bash, all []vars.Var) {
	if s == nil {
		return
	}
	e.bash = &bashState{level: s.Level, began: s.Began, started: s.Started, last: s.Last, pipe: s.Pipe, dirs: s.Dirs,
		indent: s.Indent}
	e.bash.disabled, e.bash.exported, e.bash.imported = namesSet(s.Disabled), s.Exported, true
	e.bash.trace = traceTarget{seq: e.vars.Seq(e.sh.refs.traceTarget), n: s.Trace}
	for _, spec := range s.Specs {
		e.bash.specs = e.bash.specs.With(&spec.Spec, spec.Name)
	}
	for _, call := range slices.Backward(s.Calls) {
		e.bash.calls = &bashCall{name: call.Name, source: call.Source, line: call.Line,
			function: call.Function, outer: e.bash.calls}
	}
	e.computeBash()
	for _, v := range all {
		if v.Attrs&vars.Dynamic == 0 {
			continue
		}
		for _, known := range bashVariables() {
			if known.name == v.Name {
				e.vars.SetComputed(e.sh.names.Ref(v.Name), uint8(known.kind), v.Attrs)
			}
		}
	}
}

// isDisabled reports whether enable -n has turned a builtin off, in the dialect of bash.
func (e *environment) isDisabled(name string) bool {
	return e.bash != nil && len(e.bash.disabled) > 0 && e.bash.disabled[name]
}

// export sets the entry of a function in the environment of commands; "" takes it out.
func (b *bashState) export(name, entry string) {
	b.exported = maps.Clone(b.exported)
	if b.exported == nil {
		b.exported = make(map[string]string)
	}
	if b.exported[name] = entry; entry == "" {
		delete(b.exported, name)
	}
}

// environ returns the environment of a command: the exported variables and functions. The caller
// must not change it.
func (e *environment) environ() []string {
	env := e.vars.Environ()
	if e.bash == nil || len(e.bash.exported) == 0 {
		return env
	}
	return append(slices.Clone(env), slices.Sorted(maps.Values(e.bash.exported))...)
}

// withoutLast returns an environment of a command without $_, which is exported with the command's
// path alone. A change of the result is none of env.
func (e *environment) withoutLast(env []string) []string {
	if e.vars.Attrs(e.sh.names.Ref("_"))&vars.Exported == 0 {
		return slices.Clip(env)
	}
	return slices.DeleteFunc(slices.Clone(env), func(s string) bool { return strings.HasPrefix(s, "_=") })
}

// namesSet returns the set of names; nil if there are none.
func namesSet(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// forkBash gives a subshell's environment a bashState of its own, and its part of parent's traps.
func (e *environment) forkBash(parent *environment) {
	if e.bash == nil {
		return
	}
	b := *e.bash
	b.level++
	b.random.seeded, b.substitution, b.coproc, b.lost = false, false, nil, nil
	if b.completing != nil {
		running := *b.completing
		b.completing = &running
	}
	e.bash = &b
	e.computeBash()
	e.traps.KeepEvents(parent.traps, e.opts.Has(option.ErrTrace), e.opts.Has(option.FuncTrace))
}

// twinBash is forkBash for an environment that another one was made from, or replaces.
func (e *environment) twinBash() {
	if e.bash == nil {
		return
	}
	b := *e.bash
	e.bash = &b
	e.computeBash()
}

// adoptBash takes over the bashState of a fork.
func (e *environment) adoptBash(fork *environment) {
	if e.bash = fork.bash; e.bash != nil {
		e.bash.level--
		e.computeBash()
	}
}

// markPosix sets POSIXLY_CORRECT with the option posix in the dialect of bash, or unsets it.
func (e *environment) markPosix(on bool) {
	if on {
		_ = e.vars.Assign("POSIXLY_CORRECT", "y")
		return
	}
	_ = e.vars.Unset(e.sh.names.Ref("POSIXLY_CORRECT"))
}

// interactive reports whether the shell has a user at a prompt.
func (e *environment) interactive() bool { return e.sh.opts.Standalone.Interactive }

// strict reports whether the option posix is on in the dialect of bash: bash's POSIX mode.
func (e *environment) strict() bool {
	const both = option.Set(option.Bash | option.Posix)
	return e.opts&both == both
}
