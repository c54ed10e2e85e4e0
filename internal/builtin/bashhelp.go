package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/pattern"
)

// A topic is the help for one builtin.
type topic struct{ name, synopsis, brief string }

// bashHelp is bash's `help [-ds] [pattern…]`: the synopsis of each builtin that matches, or begins
// with, a pattern, and what it does. Without a pattern it is a list of the builtins after the card
// of the blocks, which is also the help for their words.
func bashHelp(h Streams, args []string) flow.Outcome {
	o := options{h: h, args: args}
	form := byte(0)
	for c := o.next("ds"); c != 0; c = o.next("ds") {
		if c == wrongOption {
			return misuse()
		}
		form = c
	}
	rest := o.rest()
	var b strings.Builder
	if len(rest) == 0 {
		b.WriteString(card + "\nThe builtins:\n")
		for _, t := range topics() {
			b.WriteString("  " + t.synopsis + "\n")
		}
		return printed(h, b.String())
	}
	found, missed := false, ""
	for _, p := range rest {
		if blockWord(p) {
			b.WriteString(card)
			found = true
			continue
		}
		list := topicsOf(p)
		missed = p
		for _, t := range list {
			found = true
			switch form {
			case 'd':
				b.WriteString(t.name + " - " + t.brief + "\n")
			case 's':
				b.WriteString(t.name + ": " + t.synopsis + "\n")
			default:
				b.WriteString(t.name + ": " + t.synopsis + "\n    " + t.brief + "\n")
			}
		}
	}
	if !found {
		h.Errorf("no help topics match %q", missed)
		return flow.Status(1)
	}
	return printed(h, b.String())
}

// Helped returns the entry of a builtin called with --help in the dialect of bash: one that prints
// its help, with status 2 as in bash, if --help is no operand for it.
func Helped(e *Entry) *Entry {
	switch e.Name {
	case ":", "[", "echo", "false", "test", "true", "bind":
		return e
	}
	for _, t := range topics() {
		if t.name == e.Name {
			helped := *e
			helped.Run = func(h Host, _ []string) flow.Outcome {
				if out := printed(h, t.name+": "+t.synopsis+"\n    "+t.brief+"\n"); out.Status != 0 {
					return out
				}
				return flow.Status(flow.StatusUsage)
			}
			return &helped
		}
	}
	return e
}

// blockWord reports whether the card of the blocks explains text, a word.
func blockWord(text string) bool {
	switch text {
	case "try", "forany", "forall", "catch", "check", "sense", "end":
		return true
	}
	return false
}

// topicsOf returns the topics matching a pattern, else those beginning with it.
func topicsOf(text string) (list []topic) {
	p := pattern.Compile(text)
	for _, t := range topics() {
		if t.name == text || p.Match(t.name) {
			list = append(list, t)
		}
	}
	if list != nil {
		return list
	}
	for _, t := range topics() {
		if strings.HasPrefix(t.name, text) {
			list = append(list, t)
		}
	}
	return list
}

// topics returns the help for each builtin of the dialect of bash, sorted.
func topics() []topic {
	return []topic{
		{".", ". filename [argument…]",
			"Run the commands of a file in this shell."},
		{":", ": [argument…]",
			"Do nothing, with status 0."},
		{"[", "[ expression ]",
			"Test an expression."},
		{"alias", "alias [-p] [name[=value]…]",
			"Define aliases, or show them."},
		{"bg", "bg [job…]",
			"Continue jobs in the background."},
		{"bind", "bind",
			"Refused: the keys of the editor are fixed."},
		{"break", "break [n]",
			"Leave n loops."},
		{"builtin", "builtin [name [argument…]]",
			"Run a builtin although a function has its name."},
		{"caller", "caller [n]",
			"Show where the running function was called."},
		{"cd", "cd [-L|[-P [-e]]] [directory]",
			"Change the working directory."},
		{"command", "command [-pVv] name [argument…]",
			"Run a command that is no function, or show what a name means."},
		{"compgen", "compgen [-abcdefgjksuv] [-o option] [-A action] [-G pattern] [-W words] [-F function] [-C command] [-X filter] [-P prefix] [-S suffix] [word]",
			"Show what may replace a word."},
		{"complete", "complete [-pr] [-DEI] [options of compgen] [name…]",
			"Say how the arguments of commands are completed, or show it."},
		{"compopt", "compopt [-o|+o option] [-DEI] [name…]",
			"Change options of a completion."},
		{"continue", "continue [n]",
			"Go on with the next turn of the nth loop."},
		{"declare", "declare [-aAfFgiIlnrtux] [-p] [name[=value]…]",
			"Give variables values and attributes, or show them."},
		{"dirs", "dirs [-clpv] [+n] [-n]",
			"Show the directories that pushd remembers."},
		{"disown", "disown [-h] [-ar] [job…]",
			"Take jobs off the list of jobs."},
		{"echo", "echo [-neE] [argument…]",
			"Write the arguments."},
		{"enable", "enable [-a] [-nps] [name…]",
			"Turn builtins on or off, or list them."},
		{"eval", "eval [argument…]",
			"Run the arguments as commands."},
		{"exec", "exec [-cl] [-a name] [command [argument…]]",
			"Replace the shell by a command, or make redirections last."},
		{"exit", "exit [n]",
			"End the shell."},
		{"export", "export [-fn] [name[=value]…]",
			"Put variables and functions into the environment of commands."},
		{"false", "false",
			"Do nothing, with status 1."},
		{"fc", "fc [-e editor] [-lnr] [first] [last]",
			"List commands of the history, or edit and run them again."},
		{"fg", "fg [job…]",
			"Continue a job in the foreground."},
		{"getopts", "getopts letters name [argument…]",
			"Take the next option of a script's arguments."},
		{"hash", "hash [-lr] [-p path] [-dt] [name…]",
			"Remember, show or forget the paths of programs."},
		{"help", "help [-ds] [pattern…]",
			"Show how builtins are called."},
		{"history", "history [n]",
			"Show the commands of the prompt."},
		{"jobs", "jobs [-lnprs] [job…] or jobs -x command [argument…]",
			"Show jobs."},
		{"kill", "kill [-s signal|-n number|-signal] pid|job… or kill -l|-L [signal…]",
			"Send a signal."},
		{"let", "let expression…",
			"Evaluate arithmetic expressions."},
		{"local", "local [option] name[=value]…",
			"Declare variables of the running function."},
		{"logout", "logout [n]",
			"End a login shell."},
		{"mapfile", "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
			"Read lines into an array."},
		{"popd", "popd [-n] [+n|-n]",
			"Go back to a directory that pushd remembers."},
		{"printf", "printf [-v name] format [argument…]",
			"Write the arguments by a format."},
		{"pushd", "pushd [-n] [+n|-n|directory]",
			"Remember the working directory and change it."},
		{"pwd", "pwd [-LP]",
			"Show the working directory."},
		{"read", "read [-ers] [-a array] [-d delim] [-i text] [-n count] [-N count] [-p prompt] [-t seconds] [-u fd] [name…]",
			"Read a line into variables."},
		{"readarray", "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
			"Read lines into an array."},
		{"readonly", "readonly [-aAf] [name[=value]…]",
			"Forbid assignments to variables."},
		{"return", "return [n]",
			"Leave a function or a sourced file."},
		{"set", "set [-abefhkmnptuvxBCEHPT] [-o option] [--] [argument…]",
			"Set options and positional parameters."},
		{"shift", "shift [n]",
			"Drop the first n positional parameters."},
		{"shopt", "shopt [-pqsu] [-o] [option…]",
			"Set the options that only bash has."},
		{"source", "source filename [argument…]",
			"Run the commands of a file in this shell."},
		{"suspend", "suspend [-f]",
			"Stop the shell until it gets a SIGCONT."},
		{"test", "test [expression]",
			"Test an expression."},
		{"times", "times",
			"Show the processor time used so far."},
		{"trap", "trap [-lp] [[action] signal…]",
			"Set what runs when a signal arrives or the shell ends."},
		{"true", "true",
			"Do nothing, with status 0."},
		{"type", "type [-afptP] name…",
			"Show what names mean."},
		{"typeset", "typeset [-aAfFgiIlnrtux] [-p] [name[=value]…]",
			"Give variables values and attributes, or show them."},
		{"ulimit", "ulimit [-SHacdefilmnpqrstuvxR] [limit]",
			"Show or set limits of resources."},
		{"umask", "umask [-p] [-S] [mask]",
			"Show or set the mask of new files' permissions."},
		{"unalias", "unalias [-a] name…",
			"Remove aliases."},
		{"unset", "unset [-f] [-v] [-n] [name…]",
			"Remove variables and functions."},
		{"wait", "wait [-fn] [-p name] [job…]",
			"Wait for jobs to end."},
	}
}
