package builtin

// An Entry describes one builtin.
type Entry struct {
	Name    string
	Run     Func
	Special bool // XCU 2.15: assignments last, errors end a non-interactive shell
	// Assigns: arguments of the form name=value expand as assignments do
	// (declaration utilities, XCU 2.9.1.2).
	Assigns bool
	// InBlock: a builtin only inside a try, forany or forall; elsewhere the name is
	// looked up as any other command's.
	InBlock bool
}

// Lookup returns the builtin called name, or nil. What it points to is shared:
// nobody writes to it.
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

// table is sorted by name, in the order of bytes. Nothing writes to it.
var table = [...]Entry{
	{Name: ".", Run: dot, Special: true},
	{Name: ":", Run: colon, Special: true},
	{Name: "[", Run: bracket},
	{Name: "abort", Run: abort, InBlock: true},
	{Name: "alias", Run: alias},
	{Name: "bg", Run: bg},
	{Name: "break", Run: breakLoop, Special: true},
	{Name: "cd", Run: cd},
	{Name: "command", Run: command},
	{Name: "continue", Run: continueLoop, Special: true},
	{Name: "detach", Run: detach, InBlock: true},
	{Name: "echo", Run: echo},
	{Name: "eval", Run: eval, Special: true},
	{Name: "exec", Run: execute, Special: true},
	{Name: "exit", Run: exit, Special: true},
	{Name: "export", Run: export, Special: true, Assigns: true},
	{Name: "failure", Run: failure, InBlock: true},
	{Name: "false", Run: falseStatus},
	{Name: "fg", Run: fg},
	{Name: "getopts", Run: getopts},
	{Name: "hash", Run: hash},
	{Name: "jobs", Run: jobs},
	{Name: "kill", Run: kill},
	{Name: "local", Run: local, Assigns: true},
	{Name: "printf", Run: printf},
	{Name: "pwd", Run: pwd},
	{Name: "read", Run: read},
	{Name: "readonly", Run: readonly, Special: true, Assigns: true},
	{Name: "return", Run: returnFrom, Special: true},
	{Name: "set", Run: set, Special: true},
	{Name: "shift", Run: shift, Special: true},
	{Name: "success", Run: trueStatus, InBlock: true},
	{Name: "test", Run: test},
	{Name: "times", Run: times, Special: true},
	{Name: "trap", Run: setTrap, Special: true},
	{Name: "true", Run: trueStatus},
	{Name: "type", Run: typeOf},
	{Name: "ulimit", Run: ulimit},
	{Name: "umask", Run: umask},
	{Name: "unalias", Run: unalias},
	{Name: "unset", Run: unset, Special: true},
	{Name: "wait", Run: wait},
}
