//go:build linux

package signals

import "strings"

// The open files of a case's script: the trace, and a pipe. The pipe is closed once the signal has
// been sent; a read of it waits until then. The shell's standard files do not serve here, since a
// substitution and an asynchronous list have others.
const (
	traceFile   = "3"
	releaseFile = "4"
)

// script returns the commands of a case. Its programs are dash scripts: not being interactive, dash
// treats a signal as it inherited it.
func (c Case) script() string {
	if c.place == asProgram {
		return trapped(c.outerTrap, c.signal, "main-action") + c.program() + " & wait $!; " +
			say("main $?")
	}
	body := trapped(c.trap, c.signal, "action") + c.commands()
	outer := trapped(c.outerTrap, c.signal, "main-action")
	switch c.place {
	case inSubshell:
		return outer + "(" + body + "); " + say("main $?")
	case inSubst:
		return outer + "x=$(" + body + "); " + say("main $?")
	case inList:
		return outer + "{ " + body + "; } & wait $!; " + say("main $?")
	}
	return body
}

func trapped(a action, s signal, word string) string {
	switch a {
	case reset:
		return "trap - " + string(s) + "; "
	case ignored:
		return "trap '' " + string(s) + "; "
	case set:
		return "trap '" + say(word) + "' " + string(s) + "; "
	}
	return ""
}

func say(word string) string { return "echo " + word + " >&" + traceFile }

// commands sends the signal, and then writes a word, since the environment goes on.
func (c Case) commands() string {
	switch c.target {
	case child:
		return c.program() + "; " + say("after $?")
	case afterExec:
		return "exec " + c.program()
	}
	pid := "$$"
	if c.target == self && c.place != inMain {
		pid = "$p" // in a substitution of one program, no process is in between
	}
	send := "kill -" + string(c.signal) + " " + pid
	if c.sender == outside {
		send = "dash -c \"" + say("ready "+pid) + "; " + wait + "; " + say("released") + "\""
	}
	if pid == "$p" {
		send = "p=$(exec dash -c 'echo $PPID'); " + send
	}
	return send + "; " + say("after")
}

// wait waits until the signal has been sent.
const wait = "read x <&" + releaseFile

// program returns the program that gets the signal.
func (c Case) program() string {
	send := "kill -" + string(c.signal) + " $$"
	if c.sender == outside {
		send = say("ready $$") + "; " + wait
	}
	return "dash -c '" + strings.Join([]string{send, say("alive")}, "; ") + "'"
}
