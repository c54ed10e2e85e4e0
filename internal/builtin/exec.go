package builtin

import "ftsh/internal/flow"

// execHost is the part of the shell used by exec.
type execHost interface {
	Streams
	Runner
}

// execute is `exec [command [argument…]]`.
func execute(h execHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	if len(rest) == 0 {
		h.KeepRedirections()
		return flow.Outcome{}
	}
	return h.Exec(rest, rest[0], false)
}

// bashExec is bash's `exec [-cl] [-a name] [command [argument…]]`: -a gives the command another
// name as its first argument, -l puts a - before the name, as login does, and -c empties its
// environment.
func bashExec(h execHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	name, named, login, bare := "", false, false, false
	for c := o.next("a:cl"); c != 0; c = o.next("a:cl") {
		switch c {
		case 'a':
			name, named = o.value, true
		case 'c':
			bare = true
		case 'l':
			login = true
		default:
			return misuse()
		}
	}
	rest := o.rest()
	if len(rest) == 0 {
		h.KeepRedirections()
		return flow.Outcome{}
	}
	if !named {
		name = rest[0]
	}
	if login {
		name = "-" + name
	}
	return h.Exec(rest, name, bare)
}
