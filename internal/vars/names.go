package vars

import "sync"

// A Ref is a variable's name resolved once, at compile time: an index into every Store made from
// the same Names.
type Ref int32

// Names gives each variable name of a shell its Ref. All environments of one
// shell (its subshells included) share one Names. It is safe for concurrent use.
type Names struct {
	mu    sync.RWMutex
	refs  map[string]Ref
	names []string

	locale [3]Ref // LC_ALL, LC_CTYPE, LANG
	ifs    Ref
}

// NewNames returns a table of the names most used by the shell itself.
func NewNames() *Names {
	n := &Names{refs: make(map[string]Ref, 64), names: make([]string, 0, 64)}
	for i, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		n.locale[i] = n.Ref(name)
	}
	n.ifs = n.Ref("IFS")
	return n
}

// Ref returns the Ref of name, made at the first call for it.
func (n *Names) Ref(name string) Ref {
	n.mu.RLock()
	r, ok := n.refs[name]
	n.mu.RUnlock()
	if ok {
		return r
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if r, ok := n.refs[name]; ok {
		return r
	}
	r = Ref(len(n.names))
	n.names = append(n.names, name)
	n.refs[name] = r
	return r
}

// IFS returns the Ref of IFS.
func (n *Names) IFS() Ref { return n.ifs }

// Name returns the name of r.
func (n *Names) Name(r Ref) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.names[r]
}
