package proc

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/sig"
)

// A Tree holds the processes of one running block: the processes added to it, their descendants,
// and all processes with the tree's tag in their environment. It is safe for concurrent use.
type Tree struct {
	tag    string
	parent *Tree
	but    *Tree       // not nil: holds everything outside of but (Rest)
	used   atomic.Bool // a process was added, here or inside
	shown  atomic.Bool // the tag was asked for, here or inside: a process may carry it

	killed atomic.Int64 // the kill timeout after which Cancel sent SIGKILL, in nanoseconds; 0: it did not

	notesEnded atomic.Bool // NoteEnded

	watcher  Watcher // nil: none
	notified atomic.Bool

	mu     sync.Mutex
	ending Ending
	first  int // the first process's id
	procs  map[*Process]struct{}
	works  map[Work]Ending // with the ending of each one's tree
	idle   chan struct{}   // closed when works is empty; nil: nobody waits
	// seen holds the descendants met by a sweep. Processes started by them later belong to the tree
	// as well. Start times tell them from processes with reused numbers.
	seen    map[identity]struct{}
	numbers numberSet
	inner   []*Tree // Enclose
	ended   []Ended
	hunt    *hunt // not nil: the tree of another process, now ended
}

// Numbers is a range of numbers carried by processes of a tree next to its tag, from First to Last
// inclusive.
type Numbers struct{ First, Last uint64 }

// An identity tells a process from earlier and later ones with its number.
type identity struct {
	pid   int
	start uint64 // in clock ticks after boot; 0: unknown
}

// An Ending says how the processes of a tree are ended. The zero value is the ending in
// CancelOptions.
type Ending struct {
	Signal      sig.Signal    // the first; 0: SIGTERM
	KillTimeout time.Duration // from the signal to SIGKILL; 0: CancelOptions.KillTimeout
}

// NewTree returns an empty tree inside parent, or a tree of its own if parent is nil. Its tag is
// the parent's, a slash and the given one; "" stands for a random one. Its ending is the parent's.
func NewTree(tag string, parent *Tree) *Tree {
	if parent != nil {
		return &Tree{tag: inside(parent.tag, tag), parent: parent, ending: parent.Ending()}
	}
	return &Tree{tag: inside("", tag)}
}

// NewTreeInside is NewTree inside a tree of another shell. outer is that tree's tag, this process's
// value of TagVariable; it may be empty.
func NewTreeInside(outer, tag string) *Tree { return &Tree{tag: inside(outer, tag)} }

// CleanupTree returns an empty tree inside t's parent, for the cleanup when t is cancelled.
// Cancelling the parent spares its processes, as it spares processes cleaning up after its own
// SIGTERM.
func (t *Tree) CleanupTree() *Tree {
	return &Tree{tag: t.lastTag() + inside("", ""), parent: t.parent, ending: t.Ending()}
}

// lastTag returns the beginning of the tags of processes cleaning up for t.
func (t *Tree) lastTag() string {
	return inside(t.tag[:max(strings.LastIndexByte(t.tag, '/'), 0)], lastMark)
}

// Ending returns how the tree's processes are ended.
func (t *Tree) Ending() Ending {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending
}

// SetEnding changes the ending, also for trees made inside this one from now on. Its kill timeout
// must not be longer than the parent's: a cancellation of the parent waits no longer.
func (t *Tree) SetEnding(e Ending) {
	t.mu.Lock()
	t.ending = e
	t.mu.Unlock()
}

// lastMark begins the last part of the tag of a tree for cleanup.
const lastMark = "~"

func inside(outer, tag string) string {
	if tag == "" {
		tag = strconv.FormatUint(rand.Uint64(), 36)
	}
	if outer == "" {
		return tag
	}
	return outer + "/" + tag
}

// Tagged returns the tree of all processes with a tag, or with the numbers to be added to it,
// whichever process started them. The watchdog uses it to end the processes of a dead shell.
func Tagged(tag string) *Tree {
	t := &Tree{tag: tag, hunt: new(hunt)}
	t.used.Store(true)
	t.shown.Store(true)
	return t
}

// TagVariable is the environment variable with a tree's tag.
const TagVariable = "FTSH_TREE"

// Tag returns the value for TagVariable. The tag of a tree inside this one, also in a nested shell,
// begins with it and a slash.
func (t *Tree) Tag() string {
	for o := t; o != nil; o = o.parent {
		o.shown.Store(true)
	}
	return t.tag
}

// A Watcher is notified of trees with processes. It is safe for concurrent use.
type Watcher interface {
	// Begin is called before the first process is started, in the tree or in one inside it.
	Begin(t *Tree)
	// Carry is called before processes carry the numbers n, in the tree or in one inside it.
	Carry(t *Tree, n Numbers)
	// End ends the effect of Begin.
	End(t *Tree)
}

// Watch registers w, before anything is started in the tree; Unwatch ends the registration.
func (t *Tree) Watch(w Watcher) { t.watcher = w }

// Unwatch ends the effect of Watch.
func (t *Tree) Unwatch() {
	if t.notified.Load() {
		t.watcher.End(t)
	}
}

// notify informs the watchers before a process is started.
func (t *Tree) notify() {
	for o := t; o != nil; o = o.parent {
		if o.watcher != nil && !o.notified.Swap(true) {
			o.watcher.Begin(o)
		}
	}
}

// Start starts a process as part of the tree. In a tree with a parent the process gets the second
// tag, inherited by every descendant. In a shell's own tree it does not: a process that leaves that
// tree is nobody's.
func (t *Tree) Start(spec *Spec) (*Process, error) {
	t.notify()
	if t.parent != nil {
		reserve()
		spec = t.label(spec)
	}
	p, err := startIn(t, spec)
	if err != nil {
		return nil, err
	}
	t.Add(p)
	return p, nil
}

// Add makes p and its descendants belong to the tree and to those around it.
func (t *Tree) Add(p *Process) {
	for o := t; o != nil; o = o.parent {
		o.used.Store(true)
		o.mu.Lock()
		if o.procs == nil {
			o.procs, o.first = make(map[*Process]struct{}), p.pid
		}
		o.procs[p] = struct{}{}
		o.mu.Unlock()
	}
}

// Remove takes p out of the tree and those around it. A reaped process need not be removed.
func (t *Tree) Remove(p *Process) {
	for o := t; o != nil; o = o.parent {
		o.mu.Lock()
		delete(o.procs, p)
		o.mu.Unlock()
	}
}

// Killed is the kill timeout after which Cancel had to send SIGKILL, since something had not ended
// by the first signal; 0: all of it had.
func (t *Tree) Killed() time.Duration { return time.Duration(t.killed.Load()) }

// CancelOptions say how a tree is ended.
type CancelOptions struct {
	KillTimeout time.Duration // from SIGTERM to SIGKILL
	Strong      bool          // repeat SIGKILL until nothing is left; else send it to each once
	Clock       clock.Clock   // nil: clock.System()

	// Log, if not nil, is called for each signal (but SIGCONT) with its error, in the goroutine
	// that cancels.
	Log func(pid int, s sig.Signal, err error)

	// Warn, if not nil, is called once in the life of the process if cancelling cannot see the
	// processes to end. It is called in the goroutine that cancels.
	Warn func(loss error)
}

// Cancel ends every process of the tree: it sends SIGTERM and SIGCONT to each once, and SIGKILL
// after the kill timeout. Each process gets the ending of the innermost tree it was started in, if
// that is known (Ending). Processes started by a process after its SIGTERM are its cleanup. They
// get SIGTERM when their parent has ended, or after half of the kill timeout.
//
// Cancel returns when nothing is left and all children of this process in the tree, orphans
// included, have been reaped; or, when not Strong, a second after the round of SIGKILL; or with its
// cause when ctx is done. A process that may not be signalled (EPERM) is logged and left. A waiter
// for one of the processes just sees it end. A child that has ended but cannot be reaped, because a
// tracer keeps it, is waited for no longer than a second.
//
// A failure to look (no descriptors, no memory) never counts as an empty tree. Cancel signals the
// known processes and looks again, at most for the kill timeout; then it returns the failure. If
// the system never shows processes, the error is ErrUnseen at once.
func (t *Tree) Cancel(ctx context.Context, opt CancelOptions) error {
	if !t.used.Load() {
		return nil // nothing can carry its tag
	}
	if opt.Clock == nil {
		opt.Clock = clock.System()
	}
	c := &canceller{
		tree: t, opt: opt, signalled: make(map[identity]sig.Signal),
		denied: make(map[identity]bool),
		spared: make(map[identity]bool), early: make(map[identity]bool),
		last:    make(map[identity]bool),
		endings: make(map[identity]Ending), ended: make(map[Work]sig.Signal),
		began: opt.Clock.Now(),
	}
	defer c.close()
	if d := t.Ending().KillTimeout; d != 0 {
		c.opt.KillTimeout = d
		opt = c.opt
	}
	limit := c.began.Add(opt.KillTimeout)
	c.patience = c.began.Add(opt.KillTimeout / 2)
	var enough clock.Instant // end of waiting for processes beyond any signal
	for kill, rest := false, time.Millisecond; ; rest = min(2*rest, 100*time.Millisecond) {
		c.now = opt.Clock.Now()
		kill = kill || c.now >= limit
		c.next = 0
		working := c.endWorks(kill)
		left, kept, fresh, blind := c.sweep(kill)
		processes := left
		left += working
		if left == 0 && kept == 0 && !fresh && (blind == nil || errors.Is(blind, ErrUnseen)) {
			return blind
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
			if blind != nil && t.shown.Load() {
				enough = now.Add(max(opt.KillTimeout, time.Second))
			}
		} else if now >= enough {
			return blind
		}
		if fresh {
			rest = time.Millisecond
		}
		most := c.untilNext(kill, limit)
		rest = min(rest, most)
		if processes == 0 && working > 0 && !fresh {
			t.awaitIdle(ctx, most)
		} else {
			c.await(rest)
		}
	}
}

// untilNext returns how long it is until something must be killed. A tree with work and without
// processes has nothing to do until then: processes started by its work now belong to the work's
// own cleanup, or end with it. Hundreds of nested lists wait in this way, each for its inner one.
func (c *canceller) untilNext(kill bool, limit clock.Instant) time.Duration {
	now := c.opt.Clock.Now()
	d := 10 * time.Second
	if !kill {
		d = min(d, limit.Sub(now))
	}
	if c.next != 0 {
		d = min(d, c.next.Sub(now))
	}
	return max(d, 0)
}

// ErrUnseen means the system hides other processes from this one. Cancel has then done as much as
// it could.
var ErrUnseen = errors.New("processes cannot be seen")

// A canceller is one run of Cancel.
type canceller struct {
	tree      *Tree
	opt       CancelOptions
	signalled map[identity]sig.Signal // the last signal sent to each process
	denied    map[identity]bool       // may not be signalled
	spared    map[identity]bool       // cleans up, and has not been signalled
	early     map[identity]bool       // signalled right after fork
	last      map[identity]bool       // belongs to a cleanup started of its own accord
	open      map[identity]int        // descriptors of processes being awaited

	endings map[identity]Ending // of all processes met
	ended   map[Work]sig.Signal // the last signal for each
	began   clock.Instant
	// now is the time of the sweep. With one time for all, a child is not killed before its parent,
	// which would report it.
	now      clock.Instant
	next     clock.Instant // next kill of a process with an ending of its own; 0: none
	patience clock.Instant // nothing is spared from then on
}

// endingOf returns the ending of a process: of the tree it was started in, or else of its parent,
// if met, or else of the whole tree.
func (c *canceller) endingOf(id, parent identity) Ending {
	e, ok := c.endings[id]
	if ok {
		return e
	}
	if p := children.get(id.pid); p != nil && p.tree != nil && p.tree.within(c.tree) {
		e = p.tree.Ending()
	} else if e, ok = c.tree.innerEnding(id.pid); ok {
	} else if e, ok = c.endings[parent]; !ok {
		e = c.tree.Ending()
	}
	e = c.whole(e)
	c.endings[id] = e
	return e
}

// whole fills unset fields of e with the defaults.
func (c *canceller) whole(e Ending) Ending {
	if e.KillTimeout == 0 {
		e.KillTimeout = c.opt.KillTimeout
	}
	if e.Signal == 0 {
		e.Signal = sig.SIGTERM
	}
	return e
}

// due returns the signal for a process now, and whether it is the last one.
func (c *canceller) due(e Ending, kill bool) (s sig.Signal, last bool) {
	at := c.began.Add(e.KillTimeout)
	switch {
	case kill || c.now >= at:
		return sig.SIGKILL, true
	case c.next == 0 || at < c.next:
		c.next = at
	}
	return e.Signal, false
}

// signal sends s to the process id, and then SIGCONT unless s is SIGKILL. It reports whether the
// process must still be awaited.
func (c *canceller) signal(id identity, s sig.Signal) bool {
	name := ""
	if c.tree.notesEnded.Load() {
		name = nameOf(id.pid)
	}
	err := c.send(id, s)
	if err == nil && c.tree.notesEnded.Load() {
		c.tree.noteEnded(id.pid, name)
	}
	if c.opt.Log != nil {
		c.opt.Log(id.pid, s, err)
	}
	switch {
	case err != nil:
	case s != sig.SIGKILL:
		_ = c.send(id, sig.SIGCONT)
	case c.endings[id].KillTimeout > 0:
		c.tree.killed.Store(int64(c.endings[id].KillTimeout))
	}
	if exhausted(err) {
		return true // signalled later
	}
	c.signalled[id] = s
	if denied(err) {
		c.denied[id] = true
		return false
	}
	return err == nil
}

// exhausted reports whether err is a possibly temporary lack of resources.
func exhausted(err error) bool {
	return err == syscall.EMFILE || err == syscall.ENFILE || err == syscall.ENOMEM
}
