package proc

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/sig"
)

// A Tree is the processes that belong to one running block: those that were
// added, what descends from them, and whatever carries the tree's tag in its
// environment. It is safe for concurrent use.
type Tree struct {
	tag    string
	parent *Tree
	used   atomic.Bool // a process was added, here or inside

	mu    sync.Mutex
	procs map[*Process]struct{}
	// seen are descendants that a sweep has met. What they start later belongs
	// to the tree as well, and their numbers are told from reused ones by the
	// time they started.
	seen map[identity]struct{}
}

// An identity tells a process from others that had or will have its number.
type identity struct {
	pid   int
	start uint64 // in clock ticks after boot; 0 where the system does not tell
}

// NewTree returns an empty tree inside parent, which may be nil. Its tag is the
// parent's, a slash and the given one; "" stands for one of its own, made at random.
func NewTree(tag string, parent *Tree) *Tree {
	if parent != nil {
		return &Tree{tag: inside(parent.tag, tag), parent: parent}
	}
	return &Tree{tag: inside("", tag)}
}

// NewTreeInside is NewTree inside a tree of another shell, of which only the
// tag is known: the value that this process has of TagVariable. It may be empty.
func NewTreeInside(outer, tag string) *Tree { return &Tree{tag: inside(outer, tag)} }

// Beside returns an empty tree inside what t is inside.
func (t *Tree) Beside() *Tree {
	outer := t.tag[:max(strings.LastIndexByte(t.tag, '/'), 0)]
	return &Tree{tag: inside(outer, ""), parent: t.parent}
}

func inside(outer, tag string) string {
	if tag == "" {
		tag = strconv.FormatUint(rand.Uint64(), 36)
	}
	if outer == "" {
		return tag
	}
	return outer + "/" + tag
}

// TagVariable is the environment variable that carries a tree's tag.
const TagVariable = "FTSH_TREE"

// Tag returns the value for TagVariable. That of a tree inside this one,
// also in a nested shell, begins with it and a slash.
func (t *Tree) Tag() string { return t.tag }

// Add makes p, and what descends from it, belong to the tree and to those around it.
func (t *Tree) Add(p *Process) {
	for o := t; o != nil; o = o.parent {
		o.used.Store(true)
		o.mu.Lock()
		if o.procs == nil {
			o.procs = make(map[*Process]struct{})
		}
		o.procs[p] = struct{}{}
		o.mu.Unlock()
	}
}

// Remove takes p out of the tree and those around it. A process that has been
// reaped need not be.
func (t *Tree) Remove(p *Process) {
	for o := t; o != nil; o = o.parent {
		o.mu.Lock()
		delete(o.procs, p)
		o.mu.Unlock()
	}
}

// CancelOptions say how a tree is ended.
type CancelOptions struct {
	KillTimeout time.Duration // from SIGTERM to SIGKILL
	Strong      bool          // repeat SIGKILL until nothing is left; else send it to each once
	Clock       clock.Clock   // nil: clock.System()

	// Log, if not nil, is told of each signal (but SIGCONT) and its error. It
	// is called from the goroutine that cancels.
	Log func(pid int, s sig.Signal, err error)
}

// Cancel ends every process of the tree: SIGTERM and SIGCONT to each once,
// SIGKILL after the kill timeout. What a process that has got SIGTERM starts then
// is how it cleans up: it gets SIGTERM when its parent has ended, or after half
// of the kill timeout. It returns when nothing is left and what of it
// were children of this process, orphans included, has been reaped; or, when not
// Strong, a second after the round of SIGKILL; or with its cause when ctx is done.
// A process that may not be signalled (EPERM) is logged and left. Whoever
// waits for one of the processes just sees it end. A child that has ended but
// cannot be reaped, because a tracer keeps it, is waited for no longer than a second.
func (t *Tree) Cancel(ctx context.Context, opt CancelOptions) error {
	if !t.used.Load() {
		return nil // nothing can carry its tag
	}
	if opt.Clock == nil {
		opt.Clock = clock.System()
	}
	c := &canceller{tree: t, opt: opt, told: make(map[identity]sig.Signal), denied: make(map[identity]bool), spared: make(map[identity]bool)}
	defer c.close()
	limit := opt.Clock.Now().Add(opt.KillTimeout)
	c.patience = opt.Clock.Now().Add(opt.KillTimeout / 2)
	var enough clock.Instant // of waiting for what no signal can change any more
	for kill, rest := false, time.Millisecond; ; rest = min(2*rest, 100*time.Millisecond) {
		if !kill && opt.Clock.Now() >= limit {
			kill = true
		}
		left, kept, fresh := c.sweep(kill)
		if left == 0 && kept == 0 && !fresh {
			return nil
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if left == 0 && fresh {
			continue // something was reaped: look again
		}
		if left > 0 && (!kill || opt.Strong) {
			enough = 0
		} else if now := opt.Clock.Now(); enough == 0 {
			enough = now.Add(time.Second)
		} else if now >= enough {
			return nil
		}
		if fresh {
			rest = time.Millisecond
		}
		if !kill {
			rest = min(rest, max(limit.Sub(opt.Clock.Now()), 0))
		}
		c.await(rest)
	}
}

// A canceller is one run of Cancel.
type canceller struct {
	tree   *Tree
	opt    CancelOptions
	told   map[identity]sig.Signal // the last signal each process was sent
	denied map[identity]bool       // may not be signalled
	spared map[identity]bool       // cleans up, and has not been told
	open   map[identity]int        // descriptors of processes that are being awaited

	patience clock.Instant // nothing is spared from then on
}

// signal sends s to the process id, SIGCONT behind SIGTERM. It reports whether
// the process is still to be awaited.
func (c *canceller) signal(id identity, s sig.Signal) bool {
	err := c.send(id, s)
	if c.opt.Log != nil {
		c.opt.Log(id.pid, s, err)
	}
	if err == nil && s != sig.SIGKILL {
		_ = c.send(id, sig.SIGCONT)
	}
	c.told[id] = s
	if denied(err) {
		c.denied[id] = true
		return false
	}
	return err == nil
}
