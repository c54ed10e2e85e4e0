package proc

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A verdict says whether a process belongs to a tree.
type verdict int

const (
	unknown verdict = iota
	mine            // of the tree or of one inside it
	foreign         // of another
)

// judge reads the tags of a process of unknown origin: its number, and its environment. t.mu is
// held.
func (t *Tree) judge(e entry) verdict {
	switch n := numberOf(e.pid); {
	case t.numbers.has(n):
		return mine
	case !t.shown.Load(), numbers.own(n):
		return foreign
	}
	if !t.marks(e) {
		return unknown
	}
	if t.servedBy(e) {
		return foreign
	}
	return mine
}

// servedBy reports whether a process with the tag, seen from the watchdog of a killed shell, is the
// child of a process that may be foreign, and has no number although descendants of the shell have
// one: a batch system, or at(1), has started it with the environment of the process that submitted
// it. An orphan without a number belongs to the tree: it has gone to where the watchdog has gone.
// So does a child of a process of the tree, which is found by descent.
func (t *Tree) servedBy(e entry) bool {
	return t.hunt != nil && (len(t.numbers.spans) > 0 || isNumber(numberOf(os.Getpid()))) &&
		!isNumber(numberOf(e.pid)) && e.parent != 1 && e.parent != os.Getppid()
}

// marks reports whether a process carries the tag of the tree or of one inside it. The environment
// is the one its program was started with.
func (t *Tree) marks(e entry) bool {
	rest, ok := strings.CutPrefix(tagIn(environ(e)), t.tag)
	return ok && (rest == "" || rest[0] == '/')
}

// cleansUp reports whether a process was started by the EXIT trap of a shell that was cancelled by
// itself, such as by a deadline of its own.
func cleansUp(pid int) bool {
	env, err := processes.read(strconv.Itoa(pid)+"/environ", make([]byte, 4096))
	return err == nil && strings.Contains(tagIn(env), "/"+lastMark)
}

// carriedBy returns the number and the tag of a process.
func carriedBy(pid int) carried {
	env, _ := processes.read(strconv.Itoa(pid)+"/environ", make([]byte, 4096))
	return carried{numberOf(pid), tagIn(env)}
}

// carriedAs reports whether the number or the tag belongs to the tree, or to one inside it.
func (t *Tree) carriedAs(c carried) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.numbers.has(c.number) {
		return true
	}
	rest, ok := strings.CutPrefix(c.tag, t.tag)
	return ok && (rest == "" || rest[0] == '/')
}

// tagIn returns the tag in an environment, "" if there is none.
func tagIn(env []byte) string {
	const name = TagVariable + "="
	i := 0
	if !bytes.HasPrefix(env, []byte(name)) {
		if i = bytes.Index(env, []byte("\x00"+name)); i < 0 {
			return ""
		}
		i++
	}
	value, _, _ := bytes.Cut(env[i+len(name):], []byte{0})
	return string(value)
}

// environ reads the environment of a process. During execve it is empty for a moment. environ waits
// for the moment to pass, lest a process escape this way.
func environ(e entry) []byte {
	for range 10 {
		env, err := processes.read(strconv.Itoa(e.pid)+"/environ", make([]byte, 4096))
		if err != nil || len(env) > 0 || e.kernel {
			return env
		}
		// In real time, whatever the clock of the shell.
		_ = unix.Nanosleep(&unix.Timespec{Nsec: 100_000}, nil)
	}
	return nil
}
