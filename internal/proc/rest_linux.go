package proc

import (
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"ftsh/internal/sig"
)

// First reports whether this process is the first of a PID namespace, such as the initial process
// of a container. Orphans come to it, no signal ends it by default, and everything else in the
// namespace ends with it, by SIGKILL.
func First() bool { return os.Getpid() == 1 }

// Rest returns the tree of all processes of this namespace except this one, those of t, and those
// cleaning up for t (CleanupTree). The first process of a namespace cancels it together with t. If
// the system does not show processes, cancelling it returns ErrUnseen and ends nothing; use
// SignalAll.
func (t *Tree) Rest() *Tree {
	r := &Tree{tag: inside("", ""), but: t}
	r.used.Store(true)
	return r
}

// rest is members for a tree returned by Rest. t.mu is held.
func (t *Tree) rest() (census, error) {
	table, err := scan()
	if err != nil {
		return census{}, err
	}
	of, err := t.but.members(false) // after the table: newer processes are not in it
	if err != nil {
		return census{}, err
	}
	spared := map[int]bool{os.Getpid(): true}
	for _, e := range of.alive {
		spared[e.pid] = true
	}
	below := make(map[int][]int, len(table))
	for _, e := range table {
		if e.parent != os.Getpid() {
			below[e.parent] = append(below[e.parent], e.pid)
		}
	}
	var spare func(pid int)
	spare = func(pid int) {
		spared[pid] = true
		for _, child := range below[pid] {
			if !spared[child] {
				spare(child)
			}
		}
	}
	mark := t.but.lastTag()
	for _, e := range table {
		if e.parent == os.Getpid() && cleansUpHere(e, mark) {
			spare(e.pid)
		}
	}
	c := census{fresh: of.fresh}
	for _, e := range table {
		switch {
		case spared[e.pid] || e.kernel:
		case !e.dead:
			c.alive = append(c.alive, e)
		case e.parent == os.Getpid():
			c.ended = append(c.ended, e.pid)
		}
	}
	return c, nil
}

// cleansUpHere reports whether e is a child of this process started by the EXIT trap of a cancelled
// shell, or descends from one. mark begins the tags of such processes.
func cleansUpHere(e entry, mark string) bool {
	// A child may be in the table and not yet known, nor have its own environment.
	if p := children.await(e.pid); p != nil {
		return p.tree != nil && strings.HasPrefix(p.tree.tag, mark)
	}
	return !e.dead && strings.HasPrefix(tagIn(environ(e)), mark)
}

// SignalAll sends s to every other process of this namespace, without looking for them, and then
// SIGCONT unless s is SIGKILL; 0 only asks. It reports whether there was any to receive it. In a
// process other than the first it does nothing, because the namespace is not its own.
func SignalAll(s sig.Signal) bool {
	if !First() {
		return false
	}
	err := syscall.Kill(-1, s)
	if s != 0 && s != sig.SIGKILL {
		_ = syscall.Kill(-1, unix.SIGCONT)
	}
	return err == nil
}
