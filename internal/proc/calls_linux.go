//go:build linux && (amd64 || arm64)

package proc

import (
	"math"
	"syscall"
	"unsafe"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// A call is one system call to be made in a child, prepared in the parent. The assembly takes the
// layout from go_asm.h.
type call struct {
	trap  uintptr
	args  [5]uintptr
	check uintptr // 1: an error ends the child
	op    int     // index into operations
}

// The operations that can fail, for StartError.
const (
	opExec = iota
	opGroup
	opTerminal
	opLimit
	opChdir
	opDup
	opPart
	opOther
)

func operation(op int) string {
	return [...]string{"exec", "process group", "terminal", "limit", "chdir", "dup", "descriptors", "start"}[op]
}

// A program is the list of calls between clone and the new program, and the data their arguments
// point to. The memory is on the heap, and so does not move.
type program struct {
	calls []call
	keep  []any
	child int32 // the child's ID, written by the kernel for opTerminal
	group int32
}

func (p *program) add(op int, check bool, trap uintptr, args ...uintptr) {
	c := call{trap: trap, op: op}
	copy(c.args[:], args)
	if check {
		c.check = 1
	}
	p.calls = append(p.calls, c)
}

// pointer keeps x alive as long as p and returns its address.
func pointer[T any](p *program, x *T) uintptr {
	p.keep = append(p.keep, x)
	return uintptr(unsafe.Pointer(x))
}

// settings adds the calls for everything in spec but its descriptors.
func (p *program) settings(spec *Spec) {
	if spec.Group >= 0 {
		p.add(opGroup, true, unix.SYS_SETPGID, 0, uintptr(spec.Group))
	}
	if spec.Tty >= 0 {
		// All signals are blocked, SIGTTOU too.
		p.group = int32(spec.Group)
		at := &p.group
		if spec.Group <= 0 {
			at = &p.child
		}
		p.add(opTerminal, true, unix.SYS_IOCTL, uintptr(spec.Tty), unix.TIOCSPGRP,
			uintptr(unsafe.Pointer(at)))
	}
	if spec.Umask >= 0 {
		p.add(opOther, false, unix.SYS_UMASK, uintptr(spec.Umask))
	}
	if spec.Dir >= 0 {
		p.add(opChdir, true, unix.SYS_FCHDIR, uintptr(spec.Dir))
	}
	now := sig.Ignoring()
	if change := now ^ spec.Ignore; change != 0 {
		ignore, dfl := pointer(p, &sig.Action{Handler: sig.HandlerIgnore}),
			pointer(p, &sig.Action{})
		for s := range change.All() {
			act := dfl
			if spec.Ignore.Has(s) {
				act = ignore
			}
			p.add(opOther, false, unix.SYS_RT_SIGACTION, uintptr(s), act, 0, maskSize)
		}
	}
}

// limits adds the calls for resource limits. They come after the descriptors: a lower RLIMIT_NOFILE
// forbids dup.
func (p *program) limits(spec *Spec) {
	for _, l := range spec.Limits {
		lim := pointer(p, &unix.Rlimit{Cur: l.Cur, Max: l.Max})
		p.add(opLimit, true, unix.SYS_PRLIMIT64, 0, uintptr(l.Resource), lim, 0)
	}
}

// part adds the call to part from the table of descriptors shared with the parent. The child's own
// has only those up to the last that it needs: fewer to copy, and fewer for exec to close.
func (p *program) part(files []FileMap) {
	first := 3
	for _, m := range files {
		first = max(first, m.Parent+1)
	}
	p.add(opPart, true, unix.SYS_CLOSE_RANGE, uintptr(first), math.MaxUint32,
		unix.CLOSE_RANGE_UNSHARE)
}

// files adds the calls for the child's descriptors. A descriptor still needed by one
// mapping but overwritten by another is first moved out of the way.
func (p *program) files(files []FileMap) {
	next, low := 3, 0
	for _, m := range files {
		next = max(next, m.Child+1, m.Parent+1)
		if m.Child < 3 {
			low |= 1 << m.Child
		}
	}
	moved := make(map[int]int)
	from := func(m FileMap) int {
		if n, ok := moved[m.Parent]; ok {
			return n
		}
		return m.Parent
	}
	for i, m := range files {
		for j := range i {
			if files[j].Child == m.Parent && files[j].Parent != m.Parent && moved[m.Parent] == 0 {
				p.add(opDup, true, unix.SYS_DUP3, uintptr(m.Parent), uintptr(next), unix.O_CLOEXEC)
				moved[m.Parent] = next
				next++
			}
		}
	}
	for _, m := range files {
		if n := from(m); n == m.Child {
			p.add(opDup, true, unix.SYS_FCNTL, uintptr(n), unix.F_SETFD, 0)
		} else {
			p.add(opDup, true, unix.SYS_DUP3, uintptr(n), uintptr(m.Child), 0)
		}
	}
	for n := range 3 {
		if low&(1<<n) == 0 {
			p.add(opOther, false, unix.SYS_CLOSE, uintptr(n))
		}
	}
}

// strings0 lays out list as execve(2) takes it.
func strings0(list []string) ([]*byte, error) {
	size := 0
	for _, s := range list {
		size += len(s) + 1
	}
	text := make([]byte, 0, size)
	ptrs := make([]*byte, len(list)+1)
	for i, s := range list {
		for j := range len(s) {
			if s[j] == 0 {
				return nil, syscall.EINVAL
			}
		}
		at := len(text)
		text = append(append(text, s...), 0)
		ptrs[i] = &text[at]
	}
	return ptrs, nil
}
