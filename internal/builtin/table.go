package builtin

import "ftsh/internal/flow"

// An Entry describes one builtin.
type Entry struct {
	Name    string
	Run     Func
	Special bool // XCU 2.15: assignments last, errors end a non-interactive shell
	// Assigns: arguments of the form name=value expand as assignments do
	// (declaration utilities, XCU 2.9.1.2).
	Assigns bool
	// InBlock: a builtin only inside a try, forany or forall; elsewhere the name is looked up as
	// any command's.
	InBlock bool
	// Last: a builtin only if no function and no program in PATH has the name, and not in POSIX
	// mode.
	Last bool
	// Borrows: once it has run, the builtin keeps no slice of its arguments.
	Borrows bool
}

// Lookup returns the builtin called name, or nil. The Entry is shared, and must not be changed.
func Lookup(name string) *Entry {
	lo, hi := 0, len(table)
	for lo < hi {
		mid := (lo + hi) / 2
		if table[mid].Name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(table) && table[lo].Name == name {
		return &table[lo]
	}
	return nil
}

// Names lists the builtins, sorted.
func Names() []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

// table is sorted by name, in the order of bytes. Nothing writes to it. Each function literal
// passes the Host as the builtin's own interface, checked by the compiler.
var table = [...]Entry{
	{Name: ".", Run: func(h Host, args []string) flow.Outcome { return dot(h, args) },
		Special: true},
	{Name: ":", Run: colon, Special: true},
	{Name: "[", Run: func(h Host, args []string) flow.Outcome { return bracket(h, args) },
		Borrows: true},
	{Name: "abort", Run: func(h Host, args []string) flow.Outcome { return abort(h, args) },
		InBlock: true},
	{Name: "alias", Run: func(h Host, args []string) flow.Outcome { return alias(h, aliasLine, args) }},
	{Name: "bg", Run: func(h Host, args []string) flow.Outcome { return bg(h, args) }},
	{Name: "break", Run: func(h Host, args []string) flow.Outcome { return breakLoop(h, args) },
		Special: true},
	{Name: "cd", Run: func(h Host, args []string) flow.Outcome { return cd(h, args) }},
	{Name: "command", Run: func(h Host, args []string) flow.Outcome { return command(h, args) }},
	{Name: "continue", Run: func(h Host,
		args []string) flow.Outcome {
		return continueLoop(h, args)
	}, Special: true},
	{Name: "detach", Run: func(h Host, args []string) flow.Outcome { return detach(h, args) },
		InBlock: true},
	{Name: "echo", Run: func(h Host, args []string) flow.Outcome { return echo(h, args) },
		Borrows: true},
	{Name: "eval", Run: func(h Host, args []string) flow.Outcome { return eval(h, args) },
		Special: true},
	{Name: "exec", Run: func(h Host, args []string) flow.Outcome { return execute(h, args) },
		Special: true},
	{Name: "exit", Run: func(h Host, args []string) flow.Outcome { return exit(h, args) },
		Special: true},
	{Name: "export", Run: func(h Host, args []string) flow.Outcome { return export(h, args) },
		Special: true, Assigns: true},
	{Name: "failure", Run: func(h Host, args []string) flow.Outcome { return failure(h, args) },
		InBlock: true},
	{Name: "false", Run: falseStatus},
	{Name: "fc", Run: func(h Host, args []string) flow.Outcome { return fc(h, args) }},
	{Name: "fg", Run: func(h Host, args []string) flow.Outcome { return fg(h, args) }},
	{Name: "getopts", Run: func(h Host, args []string) flow.Outcome { return getopts(h, args) }},
	{Name: "hash", Run: func(h Host, args []string) flow.Outcome { return hash(h, args) }},
	{Name: "help", Run: func(h Host, args []string) flow.Outcome { return help(h, args) },
		Last: true},
	{Name: "jobs", Run: func(h Host, args []string) flow.Outcome { return jobs(h, args) }},
	{Name: "kill", Run: func(h Host, args []string) flow.Outcome { return kill(h, args) }},
	{Name: "local", Run: func(h Host, args []string) flow.Outcome { return local(h, args) },
		Assigns: true},
	{Name: "printf", Run: func(h Host, args []string) flow.Outcome { return printf(h, args) },
		Borrows: true},
	{Name: "pwd", Run: func(h Host, args []string) flow.Outcome { return pwd(h, args) }},
	{Name: "read", Run: func(h Host, args []string) flow.Outcome { return read(h, args) }},
	{Name: "readonly", Run: func(h Host, args []string) flow.Outcome { return readonly(h, args) },
		Special: true, Assigns: true},
	{Name: "return", Run: func(h Host, args []string) flow.Outcome { return returnFrom(h, args) },
		Special: true},
	{Name: "set", Run: func(h Host, args []string) flow.Outcome { return set(h, args) },
		Special: true},
	{Name: "shift", Run: func(h Host, args []string) flow.Outcome { return shift(h, args) },
		Special: true},
	{Name: "success", Run: trueStatus, InBlock: true},
	{Name: "test", Run: func(h Host, args []string) flow.Outcome { return test(h, args) },
		Borrows: true},
	{Name: "times", Run: func(h Host, args []string) flow.Outcome { return times(h, args) },
		Special: true},
	{Name: "trap", Run: func(h Host, args []string) flow.Outcome { return setTrap(h, args) },
		Special: true},
	{Name: "true", Run: trueStatus},
	{Name: "type", Run: func(h Host, args []string) flow.Outcome { return typeOf(h, args) }},
	{Name: "ulimit", Run: func(h Host, args []string) flow.Outcome { return ulimit(h, args) }},
	{Name: "umask", Run: func(h Host, args []string) flow.Outcome { return umask(h, args) }},
	{Name: "unalias", Run: func(h Host, args []string) flow.Outcome { return unalias(h, args) }},
	{Name: "unset", Run: func(h Host, args []string) flow.Outcome { return unset(h, args) },
		Special: true},
	{Name: "wait", Run: func(h Host, args []string) flow.Outcome { return wait(h, args) }},
}
