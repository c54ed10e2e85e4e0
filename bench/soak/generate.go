//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes random scripts. The same seed yields the same script.
type generator struct {
	*rand.Rand
	names  int  // files and variables made so far
	budget int  // commands still to be written at most
	guest  bool // the shell lives in this program: nothing about its process
}

func newGenerator(seed uint64, guest bool) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0x50a4)), budget: 40, guest: guest}
}

// script returns a whole script. All of it is in one failing block, ended by its deadline or by its
// last command: nothing of it may be left when the shell has ended.
func (g *generator) script() string {
	var b strings.Builder
	// A subshell that signals $$ signals the main shell.
	b.WriteString(": >started\ntrap : USR1\n")
	for _, f := range []string{"f1", "f2"} {
		fmt.Fprintf(&b, "%s() {\n%s}\n", f, g.list(3))
	}
	if !g.guest && g.IntN(4) == 0 {
		b.WriteString(g.pick("trap 'echo trapped' TERM", "trap '' TERM", "trap '' INT HUP",
			"trap 'x=$(echo bye)' EXIT",
			"trap 'sleep 0.02' HUP INT", "set -m", "set -o pipefail", "set -x",
			"trap 'failure' TERM") + "\n")
	}
	deadline := 100 + g.IntN(1500)
	if g.guest {
		deadline = 50 + g.IntN(300)
	}
	block := fmt.Sprintf("try for %dms or %s\n%sfalse\nend", deadline,
		g.pick("1 time", "2 times every 5ms", "3 times"), g.list(0))
	// A program in a pipeline around it may be stopped by a signal, and belongs to no block.
	outer := "try for " + fmt.Sprint(deadline+200) +
		"ms\nmkfifo fifo 2>/dev/null || :\n%sfalse\nend\n"
	inner := fmt.Sprintf(g.pick("%s\n", "%s\n", "%s\n", "(\n%s\n)\n", "{\n%s\n} | cat >/dev/null\n",
		"x=$(\n%s\n)\n",
		"f3() {\n%s\n}\nf3\n", "if\n%s\nthen :; fi\n", "%s 2>/dev/null\n", "yes |\n%s\n",
		"%s | head -c 10 >/dev/null\n"), block)
	return b.String() + fmt.Sprintf(outer, inner)
}

func (g *generator) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("n%d", g.names)
}

func (g *generator) ms(most int) string { return fmt.Sprintf("%dms", 1+g.IntN(most)) }

// list returns some commands, each with its newline. Nothing is deeper than depth 5.
func (g *generator) list(depth int) string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		b.WriteString(g.command(depth))
		b.WriteByte('\n')
	}
	return b.String()
}

func (g *generator) command(depth int) string {
	g.budget--
	if depth >= 5 || g.budget < 0 || g.IntN(100) < 25 {
		return g.leaf()
	}
	depth++
	switch g.IntN(16) {
	case 0, 1, 2:
		return g.after(g.try(depth))
	case 3, 4:
		return g.after(g.forany(depth))
	case 5, 6:
		return g.after(g.forall(depth))
	case 7:
		return g.after("(\n" + g.list(depth) + ")")
	case 8:
		return "{\n" + g.list(depth) + "} | {\n" + g.list(depth) + "}" +
			g.pick("", " | cat >/dev/null", " | sleep 0.01", " || :")
	case 9:
		return g.name() + "=$(\n" + g.list(depth) + ")" + g.pick("", " || :")
	case 10:
		return "{\n" + g.list(depth) + "} &" + g.pick("", "\nwait", "\nwait $!", "\nkill $!",
			"\nkill -STOP $!")
	case 11:
		return "if\n" + g.list(depth) + "then\n" + g.list(depth) + "else\n" + g.list(depth) + "fi"
	case 12:
		return "for " + g.name() + " in 1 2 3; do\n" + g.list(depth) +
			g.pick("", "break\n", "continue\n") + "done"
	case 13:
		return g.after("{\n" + g.list(depth) + "}")
	case 14:
		return g.pick("f1", "f2", "f1 | f2", "f1 &", "x=$(f2)", "! f1", "f1 || f2", "(f2)")
	}
	return "! {\n" + g.list(depth) + "}"
}

// after returns a compound command with a possible continuation.
func (g *generator) after(compound string) string {
	doc := g.name()
	return compound + g.pick("", "", "", " || :", " 2>/dev/null", " | cat >/dev/null",
		" >"+g.name(), " </dev/null", " >/dev/null 2>&1",
		" <<"+doc+"\nline\n"+doc, " && :", " &", " &\nwait", " | head -c 1 >/dev/null",
		" | sleep 0.02", " 3>&1 >&2 2>&3 3>&-")
}

func (g *generator) try(depth int) string {
	header := "try"
	if g.IntN(8) > 0 {
		header += " " + g.pick("for "+g.ms(150), "for "+g.ms(600), "2 times", "3 times",
			"for "+g.ms(300)+" or 3 times", "forever")
		header += g.pick(" every "+g.ms(20), " backoff fixed from "+g.ms(20),
			" backoff full from 1ms to 20ms", " every 0s")
		header += g.pick("", "", "", " on 1-255", " on 3,124", " except 3")
	}
	header += g.pick("", "", "", " timeout "+g.ms(100)) + g.pick("", "", "", " streaming") +
		g.ending()
	sense := ""
	if strings.Contains(header, "for ") || strings.Contains(header, "forever") {
		sense = g.pick("", "", "", "sense\n"+
			g.pick(":\n", "[ $((FTSH_ATTEMPT % 2)) = 0 ] || failure --after "+g.ms(20)+"\n",
				"sleep 0.01; false\n", "(exit 2)\n", "abort 4\n", "sleep 0.02 | f1\n"))
	}
	check := g.pick("", "", "", "", "check\n"+g.pick(":\n", "false\n", "failure\n", "abort 4\n",
		"sleep 0.01; false\n"))
	return header + "\n" + g.list(depth) + sense + check + g.catch(depth) + "end"
}

func (g *generator) forany(depth int) string {
	name := g.name()
	header := "forany " + name + g.pick("", " ordered") + g.pick("", "", " timeout "+g.ms(100)) +
		g.pick("", "", " hedge "+g.ms(50)) +
		g.pick("", "", "", " streaming") + g.ending() + " in " +
		g.pick("a b c", "1, 2", "$(seq 4)", "x", "")
	return header + "\n" + g.list(depth) + g.pick("", "[ $"+name+" = b ]\n", "false\n") +
		g.catch(depth) + "end"
}

func (g *generator) forall(depth int) string {
	header := "forall " + g.name() + g.pick("", " jobs 1", " jobs 2", " jobs 50") +
		g.pick("", "", " timeout "+g.ms(100)) +
		g.pick("", " keepgoing") + g.pick("", "", "", " grouped", " tagged") + g.ending() + " in " +
		g.pick("1 2", "1 2 3", "$(seq 5)", "a", "", "$(seq 20)")
	return header + "\n" + g.list(depth) + g.catch(depth) + "end"
}

func (g *generator) ending() string {
	return g.pick("", "", "", "", "", " grace "+g.ms(200),
		" signal "+g.pick("INT", "HUP", "USR1", "KILL"), " contained")
}

func (g *generator) catch(depth int) string {
	if g.IntN(3) > 0 {
		return ""
	}
	return "catch\n" + g.list(depth) + g.pick("", "", "failure\n", "abort\n", "failure 7\n")
}

// leaf returns a simple command, or one written as a whole.
func (g *generator) leaf() string {
	switch n := g.IntN(100); {
	case n < 55:
		return g.brief()
	case n < 70:
		return g.failing()
	case n < 85:
		return g.endless()
	case n < 95 || g.guest:
		return g.daemon()
	}
	return g.ofProcess()
}

// brief ends by itself, most often with 0.
func (g *generator) brief() string {
	return g.pick(":", "/bin/true", "echo out", "echo err >&2", "sleep 0.01", "sleep 0.03",
		"x=$((x + 1))", "echo data >"+g.name(),
		"cd /tmp", "umask 077", "cat </dev/null", "head -c 200000 /dev/zero | cat >/dev/null",
		"read r </dev/null || :",
		"cat <<E >/dev/null\nline $x\nE", "x=$(echo a; echo b | cat)", "y=`sleep 0.01`",
		"[ \"$FTSH_ATTEMPT\" = 2 ]", "sleep 0.02 &",
		"sleep 0.01 & wait $!", "wait", "set -- a b c", "yes | head -n 1 >/dev/null",
		"sh -c 'sleep 0.01; echo late >&2' &",
		"for i in 1 2 3 4 5; do :; done", "eval 'e=1; (exit 0)'", "exec 7>n.7", "exec 7>&-",
		"command -v sh >/dev/null", "local l=1 2>/dev/null || :",
		"head -c 100000 /dev/zero", "cat", "read -r line",
		"printf '%s\\n' one two | while read -r w; do :; done", "(exec sleep 0.01)",
		"detach true", "success", "kill -0 $$", "ls -A . >/dev/null", "(trap 'sleep 0.01' EXIT; :)",
		"trap 'y=1' USR1; kill -USR1 $$",
		"sleep 1000 & kill $!; wait $! || :", "env -i /bin/sh -c 'sleep 0.01 &'", "jobs >/dev/null")
}

func (g *generator) failing() string {
	return g.pick("false", "/bin/false", "(exit 3)", "nosuchcommand", "cat /nonexistent",
		"sh -c 'kill -9 $$'", "sh -c 'kill -TERM $$'", "failure",
		"failure --after 5ms 3", "failure -m text", "abort -m text 5", ": ${unset?gone}",
		"cd /nonexistent", "read r </nonexistent", "x=$(false)", "! :",
		"sleep 0.02; false", "echo full >/dev/full", "[ 1 = 2 ]", "sh -c 'exit 75'",
		"sleep 0.01 | (exit 4)", "eval ')'", "/dev/null", "(readonly r; r=1)",
		"sh -c 'kill -STOP $$'", "timeout 0.02 sleep 1000")
}

// endless ends when it is cancelled.
func (g *generator) endless() string {
	return g.pick("sleep 1000", "while :; do :; done", "cat fifo", "read r <fifo", ": >fifo",
		"yes >/dev/null", "sleep 1000 & wait", "setsid sleep 1000",
		"sh -c 'trap \"\" TERM; sleep 1000'", "(trap '' TERM; sleep 1000)", "read -r r </dev/zero",
		"head -c 300000 /dev/zero | sleep 1000",
		"cat <<E | sleep 1000\n$(seq 20000)\nE", "sleep 1000 | sleep 1000", "x=$(sleep 1000)",
		"while :; do sleep 0.01; done", "(trap 'sleep 1000' EXIT; sleep 1000)",
		"until false; do x=$(echo y); done", "exec 8<>fifo; read r <&8",
		"yes | while read -r l; do :; done", "sh -c 'while :; do sleep 0.01 & wait; done'",
		"(trap 'kill -USR1 $$' USR1; kill -USR1 $$)", "sleep 1000 & kill -STOP $!; wait $!",
		"while :; do (sleep 0.01 &); sleep 0.005; done")
}

// daemon leaves a process without an end of its own, and hides it.
func (g *generator) daemon() string {
	return g.pick("sleep 1000 &", "setsid sleep 1000 &", "( (sleep 1000 &) & )",
		"sh -c 'setsid sleep 1000 </dev/null >/dev/null 2>&1 &'",
		"sh -c '(trap \"\" TERM HUP INT; sleep 1000 >/dev/null 2>&1) &'",
		"sh -c 'setsid sh -c \"sleep 1000 & sleep 1000\" &'",
		"(setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' >/dev/null 2>&1 &)",
		"while :; do sleep 0.02; done &",
		"nohup sleep 1000 >/dev/null 2>&1 &", "env -i setsid sleep 1000 >/dev/null 2>&1 &",
		"sh -c 'sleep 1000 & kill -STOP $!'")
}

// ofProcess changes state of the shell's process, or hides from all but the reaper of orphans.
func (g *generator) ofProcess() string {
	return g.pick("env -i sh -c 'setsid sleep 1000 >/dev/null 2>&1 &'", "ulimit -n 16",
		"(ulimit -n 12; cat </dev/null | cat)", "(ulimit -f 1; head -c 10000 /dev/zero >"+g.name()+
			")",
		"ulimit -c 0", "kill -HUP $$", "kill -INT $$", "kill -TERM $$", "sh -c 'kill -TERM $PPID'",
		"env -i sh -c '(setsid sh -c \"trap : TERM; while true; do sleep 1; done\" &)' >/dev/null 2>&1", "(ulimit -n 8; echo x | cat)", "exec 2>n.err")
}
