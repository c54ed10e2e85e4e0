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

// A Tree is the processes that belong to one running block: those that were
// added, what descends from them, and whatever carries the tree's tag in its
// environment. It is safe for concurrent use.
type Tree struct {
	tag    string
	parent *Tree
	but    *Tree       // not nil: it has everything that is not of that one (Rest)
	used   atomic.Bool // a process was added, here or inside
	shown  atomic.Bool // the tag was asked for, here or inside: something may carry it

	killed atomic.Int64 // the kill timeout after which Cancel sent SIGKILL, in nanoseconds; 0: it did not

	watcher Watcher // nil: none
	told    atomic.Bool

	mu     sync.Mutex
	ending Ending
	first  int // the first process's id
	procs  map[*Process]struct{}
	works  map[Work]Ending // with the ending of the tree that each is of
	idle   chan struct{}   // closed when there are none any more; nil: nobody waits for that
	// seen are descendants that a sweep has met. What they start later belongs
	// to the tree as well, and their numbers are told from reused ones by the
	// time they started.
	seen    map[identity]struct{}
	numbers numberSet
	inner   []*Tree // Enclose
	hunt    *hunt   // not nil: it is another process's, which has ended
}

// Numbers are numbers in a row that processes of a tree carry, beside its tag, from the
// first to the last.
type Numbers struct{ First, Last uint64 }

// An identity tells a process from others that had or will have its number.
type identity struct {
	pid   int
	start uint64 // in clock ticks after boot; 0 where the system does not tell
}

// An Ending is how the processes of a tree are ended. The zero value is the ending that
// CancelOptions say.
type Ending struct {
	Signal      sig.Signal    // the first; 0: SIGTERM
	KillTimeout time.Duration // from it to SIGKILL; 0: CancelOptions.KillTimeout
}

// NewTree returns an empty tree inside parent, which may be nil. Its tag is the
// parent's, a slash and the given one; "" stands for one of its own, made at random.
// Its ending is the parent's.
func NewTree(tag string, parent *Tree) *Tree {
	if parent != nil {
		return &Tree{tag: inside(parent.tag, tag), parent: parent, ending: parent.Ending()}
	}
	return &Tree{tag: inside("", tag)}
}

// NewTreeInside is NewTree inside a tree of another shell, of which only the
// tag is known: the value that this process has of TagVariable. It may be empty.
func NewTreeInside(outer, tag string) *Tree { return &Tree{tag: inside(outer, tag)} }

// Beside returns an empty tree inside what t is inside, for what cleans up when t is
// cancelled: who cancels what is around spares its processes as it does those that
// clean up after a SIGTERM of its own.
func (t *Tree) Beside() *Tree {
	return &Tree{tag: t.lastTag() + inside("", ""), parent: t.parent, ending: t.Ending()}
}

// lastTag is how the tags of what cleans up for t begin.
func (t *Tree) lastTag() string {
	return inside(t.tag[:max(strings.LastIndexByte(t.tag, '/'), 0)], lastMark)
}

// Ending is how the tree's processes are ended.
func (t *Tree) Ending() Ending {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending
}

// SetEnding changes it, also for the trees that are made inside this one from now on.
// Its kill timeout must not be longer than that of the tree around: whoever cancels
// that one waits no longer.
func (t *Tree) SetEnding(e Ending) {
	t.mu.Lock()
	t.ending = e
	t.mu.Unlock()
}

// lastMark begins the last part of the tag of a tree that cleans up.
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

// Tagged returns the tree of what carries a tag, or the numbers that are added to it,
// whichever process started it: for who is to end the processes of a shell that has ended.
func Tagged(tag string) *Tree {
	t := &Tree{tag: tag, hunt: new(hunt)}
	t.used.Store(true)
	t.shown.Store(true)
	return t
}

// TagVariable is the environment variable that carries a tree's tag.
const TagVariable = "FTSH_TREE"

// Tag returns the value for TagVariable. That of a tree inside this one,
// also in a nested shell, begins with it and a slash.
func (t *Tree) Tag() string {
	for o := t; o != nil; o = o.parent {
		o.shown.Store(true)
	}
	return t.tag
}

// A Watcher is told which trees have processes. It is safe for concurrent use.
type Watcher interface {
	Begin(t *Tree)            // before the first process is started, in the tree or in one inside it
	Carry(t *Tree, n Numbers) // its processes may carry numbers, in it or in one inside it; before they do
	End(t *Tree)              // what Begin began
}

// Watch has w told of the tree, before anything is started in it; Unwatch ends that.
func (t *Tree) Watch(w Watcher) { t.watcher = w }

// Unwatch ends what Watch began.
func (t *Tree) Unwatch() {
	if t.told.Load() {
		t.watcher.End(t)
	}
}

// tell tells who watches that a process is about to be started.
func (t *Tree) tell() {
	for o := t; o != nil; o = o.parent {
		if o.watcher != nil && !o.told.Swap(true) {
			o.watcher.Begin(o)
		}
	}
}

// Start is Start of a process that belongs to the tree. In a tree inside another one
// it gets the second tag, which every descendant inherits; what is started in a
// shell's own tree, and leaves it, is nobody's.
func (t *Tree) Start(spec *Spec) (*Process, error) {
	t.tell()
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

// Add makes p, and what descends from it, belong to the tree and to those around it.
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

// Remove takes p out of the tree and those around it. A process that has been
// reaped need not be.
func (t *Tree) Remove(p *Process) {
	for o := t; o != nil; o = o.parent {
		o.mu.Lock()
		delete(o.procs, p)
		o.mu.Unlock()
	}
}

// Killed is the kill timeout after which Cancel had to send SIGKILL, since something had not ended by the
// first signal; 0: all of it had.
func (t *Tree) Killed() time.Duration { return time.Duration(t.killed.Load()) }

// CancelOptions say how a tree is ended.
type CancelOptions struct {
	KillTimeout time.Duration // from SIGTERM to SIGKILL
	Strong      bool          // repeat SIGKILL until nothing is left; else send it to each once
	Clock       clock.Clock   // nil: clock.System()

	// Log, if not nil, is told of each signal (but SIGCONT) and its error. It
	// is called from the goroutine that cancels.
	Log func(pid int, s sig.Signal, err error)

	// Warn, if not nil, is told once in the life of the process that cancelling
	// cannot see what there is to end. It is called from the goroutine that cancels.
	Warn func(loss error)
}

// Cancel ends every process of the tree: SIGTERM and SIGCONT to each once,
// SIGKILL after the kill timeout; each process as the innermost tree says that it was
// started in (Ending), as far as that is known. What a process that has got SIGTERM starts then
// is how it cleans up: it gets SIGTERM when its parent has ended, or after half
// of the kill timeout. It returns when nothing is left and what of it
// were children of this process, orphans included, has been reaped; or, when not
// Strong, a second after the round of SIGKILL; or with its cause when ctx is done.
// A process that may not be signalled (EPERM) is logged and left. That it cannot look
// (no descriptors, no memory) never counts as nothing being left: what is known is
// signalled, and it looks again, at most for the kill timeout; then it returns why it
// could not. Where the system never shows them, the error is ErrUnseen at once.
// Whoever waits for one of the processes just sees it end. A child that has ended but
// cannot be reaped, because a tracer keeps it, is waited for no longer than a second.
func (t *Tree) Cancel(ctx context.Context, opt CancelOptions) error {
	if !t.used.Load() {
		return nil // nothing can carry its tag
	}
	if opt.Clock == nil {
		opt.Clock = clock.System()
	}
	c := &canceller{
		tree: t, opt: opt, told: make(map[identity]sig.Signal), denied: make(map[identity]bool),
		spared: make(map[identity]bool), early: make(map[identity]bool), last: make(map[identity]bool),
		endings: make(map[identity]Ending), ended: make(map[Work]sig.Signal), began: opt.Clock.Now(),
	}
	defer c.close()
	if d := t.Ending().KillTimeout; d != 0 {
		c.opt.KillTimeout = d
		opt = c.opt
	}
	limit := c.began.Add(opt.KillTimeout)
	c.patience = c.began.Add(opt.KillTimeout / 2)
	var enough clock.Instant // of waiting for what no signal can change any more
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

// untilNext is how long it is until something is to be killed. So long there is nothing to do for a
// tree that has work and no processes: what its work starts now belongs to the cleaning up that it does,
// or is ended with it. Hundreds of lists in one another wait in this way, each for the one inside it.
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

// ErrUnseen is that the system does not show this process the others: what
// Cancel did is then all that it can do.
var ErrUnseen = errors.New("processes cannot be seen")

// A canceller is one run of Cancel.
type canceller struct {
	tree   *Tree
	opt    CancelOptions
	told   map[identity]sig.Signal // the last signal each process was sent
	denied map[identity]bool       // may not be signalled
	spared map[identity]bool       // cleans up, and has not been told
	early  map[identity]bool       // told right after it was forked
	last   map[identity]bool       // belongs to what cleans up of itself
	open   map[identity]int        // descriptors of processes that are being awaited

	endings  map[identity]Ending // of what was met
	ended    map[Work]sig.Signal // what each was told last
	began    clock.Instant
	now      clock.Instant // the sweep's: a child is not killed sooner than its parent, which would tell of it
	next     clock.Instant // when a process that has its own ending is to be killed; 0: none is
	patience clock.Instant // nothing is spared from then on
}

// endingOf is how a process is ended: as the tree says that it was started in, or like
// its parent, when that was met, or else as the whole tree.
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

// whole is an ending with what is said for all where it says nothing.
func (c *canceller) whole(e Ending) Ending {
	if e.KillTimeout == 0 {
		e.KillTimeout = c.opt.KillTimeout
	}
	if e.Signal == 0 {
		e.Signal = sig.SIGTERM
	}
	return e
}

// due is the signal that a process gets now, and whether that is the last one.
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

// signal sends s to the process id, SIGCONT behind SIGTERM. It reports whether
// the process is still to be awaited.
func (c *canceller) signal(id identity, s sig.Signal) bool {
	err := c.send(id, s)
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
		return true // to be told yet
	}
	c.told[id] = s
	if denied(err) {
		c.denied[id] = true
		return false
	}
	return err == nil
}

// exhausted reports whether err is a lack of something that may be there again.
func exhausted(err error) bool {
	return err == syscall.EMFILE || err == syscall.ENFILE || err == syscall.ENOMEM
}
