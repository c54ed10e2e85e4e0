//go:build linux

package signals

import (
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A trace is the words written by a case's processes, and the end of the shell:
//
//	action         the trap of the environment at the place ran
//	main-action    the main shell's trap ran
//	released       the foreground command running at the signal has ended
//	alive          a program has survived the signal
//	after [S]      the environment goes on; the status of its child: 0 or the signal
//	main S         the main shell goes on; the status of the place's environment
//	exit N, died S the end of the shell
type trace []string

func (t *trace) add(words ...string) { *t = append(*t, words...) }

// of returns the trace for comparison. It leaves out words that come at no fixed time, or not at
// all because the process waiting for them has died.
func (t trace) of(c Case) string {
	died := slices.Index(t, "died")
	main := slices.Index(t, "main")
	if c.target == mainShell && died >= 0 {
		t = t[died:] // the subshell may go on or not
	} else if died >= 0 || main >= 0 && main+1 < len(t) && t[main+1] != "0" {
		t = slices.DeleteFunc(slices.Clone(t), func(w string) bool { return w == "released" })
	}
	if c.signal == "CHLD" {
		return t.withoutChildren(c)
	}
	return strings.Join(t, " ")
}

// withoutChildren removes the actions on SIGCHLD, since children cause them too. One action remains
// if the signal was sent to the environment that traps it.
func (t trace) withoutChildren(c Case) string {
	ran := slices.Contains(t, "action")
	t = slices.DeleteFunc(slices.Clone(t), func(w string) bool {
		return w == "action" || w == "main-action"
	})
	if ran && c.target == self {
		t = append(trace{"action"}, t...)
	}
	return strings.Join(t, " ")
}

// status returns $? as a word: a number, or a signal for a status 128, 256 (ksh93) or 384 (yash)
// above the signal's number.
func status(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil {
		return text
	}
	for _, base := range []int{384, 256, 128} {
		if n > base && n <= base+64 {
			return nameOf(syscall.Signal(n - base))
		}
	}
	return text
}

func nameOf(n syscall.Signal) string {
	for _, s := range all() {
		if numberOf(s) == n {
			return string(s)
		}
	}
	return strconv.Itoa(int(n))
}

// read parses the lines written by the processes: a word each, or a word and a status.
func read(lines []string) trace {
	var t trace
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		t.add(word)
		if rest != "" {
			t.add(status(rest))
		}
	}
	return t
}
