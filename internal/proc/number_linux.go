package proc

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The second tag of a tree is a number, stored as the soft RLIMIT_LOCKS of its processes. Linux has
// ignored that limit since 2.4.25. But every descendant inherits it, whatever becomes of the
// environment, and the kernel reports it without /proc too, and for processes otherwise hidden.
//
// A number is 2^62, plus 30 random bits of this process shifted by 32, plus the count of numbers
// given before. A shell inside a tree of another shell leaves the limit as it is: the outer shell
// recognizes its descendants by it.
const numbered = 1 << 62

// numbers gives out the numbers of this process.
var numbers = &numbering{}

type numbering struct {
	once sync.Once
	base uint64 // 0: processes cannot be given numbers
	hard uint64
	last atomic.Uint64
}

func (n *numbering) prepare() {
	n.once.Do(func() {
		var now unix.Rlimit
		if prlimit(0, nil, &now) != nil || now.Max < 2*numbered || isNumber(now.Cur) {
			return
		}
		if prlimit(0, &now, nil) != nil { // a sandbox that forbids changing it
			return
		}
		n.hard, n.base = now.Max, numbered|rand.Uint64N(1<<30)<<32
	})
}

// isNumber reports whether a limit is a number of this or another process.
func isNumber(limit uint64) bool { return limit >= numbered && limit < 2*numbered }

func (n *numbering) own(limit uint64) bool { return n.base != 0 && limit>>32 == n.base>>32 }

// prlimit is prlimit(2) for RLIMIT_LOCKS. The library's version keeps an account of its own.
func prlimit(pid int, set, old *unix.Rlimit) error {
	_, _, e := unix.RawSyscall6(unix.SYS_PRLIMIT64, uintptr(pid), unix.RLIMIT_LOCKS,
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), 0, 0)
	if e != 0 {
		return e
	}
	return nil
}

// numberOf returns the number of a process, 0 if it has none.
func numberOf(pid int) uint64 {
	var now unix.Rlimit
	err := prlimit(pid, nil, &now)
	if err == unix.EPERM {
		// Another user's. Everybody may read this file.
		text, err := processes.read(strconv.Itoa(pid)+"/limits", make([]byte, 2048))
		if err != nil {
			return 0
		}
		_, line, _ := bytes.Cut(text, []byte("Max file locks"))
		if f := bytes.Fields(line); len(f) > 0 {
			now.Cur, _ = strconv.ParseUint(string(f[0]), 10, 64)
		}
	} else if err != nil {
		return 0
	}
	if isNumber(now.Cur) {
		return now.Cur
	}
	return 0
}

// maxSpans bounds how many inner trees a tree remembers: branches of an endless retry need new ones
// again and again. A process with a forgotten number is recognized by its environment.
const maxSpans = 4096

// A numberSet holds the number of a tree and the numbers of all trees made inside it.
type numberSet struct {
	own   uint64
	spans []Numbers
}

func (s *numberSet) add(n Numbers) {
	if k := len(s.spans) - 1; k >= 0 && s.spans[k].Last+1 == n.First {
		s.spans[k].Last = n.Last
		return
	}
	if len(s.spans) >= maxSpans {
		s.spans = append(s.spans[:0], s.spans[maxSpans/2:]...)
	}
	s.spans = append(s.spans, n)
}

func (s *numberSet) has(n uint64) bool {
	for _, r := range s.spans {
		if r.First <= n && n <= r.Last {
			return true
		}
	}
	return false
}

// label returns spec with the tree's number in it. It returns spec unchanged if the script has set
// that limit itself, or no number can be given.
func (t *Tree) label(spec *Spec) *Spec {
	numbers.prepare()
	if numbers.base == 0 {
		return spec
	}
	for _, l := range spec.Limits {
		if l.Resource == unix.RLIMIT_LOCKS {
			return spec
		}
	}
	t.mu.Lock()
	n, fresh := t.numbers.own, t.numbers.own == 0
	if fresh {
		n = numbers.base | numbers.last.Add(1)&(1<<32-1)
		t.numbers.own = n
	}
	t.mu.Unlock()
	for o := t; fresh && o != nil; o = o.parent {
		o.AddNumbers(Numbers{n, n})
	}
	s := *spec
	s.Limits = append(s.Limits[:len(s.Limits):len(s.Limits)],
		Limit{Resource: unix.RLIMIT_LOCKS, Cur: n, Max: numbers.hard})
	return &s
}

// AddNumbers makes processes with these numbers belong to the tree.
func (t *Tree) AddNumbers(n Numbers) {
	t.mu.Lock()
	t.numbers.add(n)
	t.mu.Unlock()
	if t.notified.Load() {
		t.watcher.Carry(t, n)
	}
}

// Numbers returns the numbers of the tree and of all trees made inside it.
func (t *Tree) Numbers() []Numbers {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.numbers.spans)
}

// unlabelled returns a limit of this process without the number of an outer shell.
func unlabelled(l Limit) Limit {
	if l.Resource == unix.RLIMIT_LOCKS && isNumber(l.Cur) {
		l.Cur = l.Max
	}
	return l
}
