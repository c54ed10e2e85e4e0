package proc

import (
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"ftsh/internal/sig"
)

// First reports whether this process is the first one of its namespace of processes, as the one that a
// container is started with: orphans come to it, no signal by default ends it, and everything else in the
// namespace ends with it, by SIGKILL.
func First() bool { return os.Getpid() == 1 }

// Rest returns the tree of every process of this namespace that is neither this one nor of t, nor cleans up
// for t (Beside). It is for the first process of a namespace, which cancels it beside t. Where the system does not
// show processes, cancelling it is ErrUnseen and ends nothing: TellAll does.
func (t *Tree) Rest() *Tree {
	r := &Tree{tag: inside("", ""), but: t}
	r.used.Store(true)
	return r
}

// rest is members of what Rest returned. t.mu is held.
func (t *Tree) rest() (census, error) {
	table, err := scan()
	if err != nil {
		return census{}, err
	}
	of, err := t.but.members(false) // behind the table: what has come to be since is no stranger
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

// cleansUpHere reports whether a child of this process was started by an EXIT trap of its shell, which was
// cancelled, or descends from what was: mark begins the tags of that.
func cleansUpHere(e entry, mark string) bool {
	if p := children.get(e.pid); p != nil {
		return p.tree != nil && strings.HasPrefix(p.tree.tag, mark)
	}
	return !e.dead && strings.HasPrefix(tagIn(environ(e)), mark)
}

// TellAll sends s to every other process of this namespace, without looking for them, and SIGCONT behind what is not
// SIGKILL; 0 only asks. It reports whether there was one that could be told. Only the first process may call it: of any
// other the namespace is not its own.
func TellAll(s sig.Signal) bool {
	if !First() {
		return false
	}
	err := syscall.Kill(-1, s)
	if s != 0 && s != sig.SIGKILL {
		_ = syscall.Kill(-1, unix.SIGCONT)
	}
	return err == nil
}
