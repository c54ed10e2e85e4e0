package proc

import "strings"

// Enclose makes Cancel of t end the processes of o with the ending of o, although t did not see
// their start. Both trees are made by Tagged, and the tag of o begins with the tag of t and a
// slash.
func (t *Tree) Enclose(o *Tree) {
	t.mu.Lock()
	t.inner = append(t.inner, o)
	t.mu.Unlock()
}

// Inside reports whether t is inside o: processes with the tag of t belong to o, too.
func (t *Tree) Inside(o *Tree) bool { return strings.HasPrefix(t.tag, o.tag+"/") }

// CleansUp reports whether t is a tree of cleanup after a cancellation (CleanupTree).
func (t *Tree) CleansUp() bool {
	return strings.HasPrefix(t.tag[strings.LastIndexByte(t.tag, '/')+1:], lastMark)
}

// innerEnding returns the ending of the innermost enclosed tree of a process; ok is false if none
// has it.
func (t *Tree) innerEnding(pid int) (e Ending, ok bool) {
	t.mu.Lock()
	all := t.inner
	t.mu.Unlock()
	if len(all) == 0 {
		return e, false
	}
	longest := 0
	carried := carriedBy(pid)
	for _, o := range all {
		if len(o.tag) > longest && o.carriedAs(carried) {
			e, ok, longest = o.Ending(), true, len(o.tag)
		}
	}
	return e, ok
}

// carried is the number and the tag of a process.
type carried struct {
	number uint64
	tag    string
}
