//go:build linux

package signals

import "strings"

// What a case's script has open: where the trace goes, and what ends with the case, so
// that a read of it waits until the signal was sent. The shell's own standard files are
// of no use for that: a substitution and an asynchronous list have others.
const (
	traceFile   = "3"
	releaseFile = "4"
)

// script is the commands of a case. What it runs as programs is dash: as a script that
// is not interactive it does with a signal what it was started to do.
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

// commands has the signal sent, and says that it goes on.
func (c Case) commands() string {
	switch c.target {
	case child:
		return c.program() + "; " + say("after $?")
	case afterExec:
		return "exec " + c.program()
	}
	pid := "$$"
	if c.target == self && c.place != inMain {
		pid = "$p" // a substitution that is one program has no other process between
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

// wait ends when the signal has been sent.
const wait = "read x <&" + releaseFile

// program is one that the signal is for.
func (c Case) program() string {
	send := "kill -" + string(c.signal) + " $$"
	if c.sender == outside {
		send = say("ready $$") + "; " + wait
	}
	return "dash -c '" + strings.Join([]string{send, say("alive")}, "; ") + "'"
}
