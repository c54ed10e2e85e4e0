package proc

import "strings"

// Enclose makes another tree one whose processes Cancel of t ends in that one's own way, though t was not told when they were
// started: both are trees of what carries a tag (Tagged). The other's tag begins with that of t and a slash.
func (t *Tree) Enclose(o *Tree) {
	t.mu.Lock()
	t.inner = append(t.inner, o)
	t.mu.Unlock()
}

// Inside reports whether what carries the tag of o belongs to t, too.
func (t *Tree) Inside(o *Tree) bool { return strings.HasPrefix(t.tag, o.tag+"/") }

// CleansUp reports whether it is a tree of what cleans up behind a cancellation (Beside).
func (t *Tree) CleansUp() bool {
	return strings.HasPrefix(t.tag[strings.LastIndexByte(t.tag, '/')+1:], lastMark)
}

// innerEnding is the ending of the innermost enclosed tree that has a process; false: none has.
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

// carried is what a process carries: a number and a tag.
type carried struct {
	number uint64
	tag    string
}
