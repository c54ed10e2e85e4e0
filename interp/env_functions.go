package interp

import (
	"maps"
	"sync"

	"ftsh/internal/trapscan"
	"ftsh/parser/ast"
)

// A function is a defined function: its body, and the tree it came from (for a
// subshell that is a process of its own).
type function struct {
	decl   *ast.FuncDecl
	script string
	shown  string // as in execContext
	sh     *Shell
	source string // the text, where the body has not been read yet
	once   sync.Once
	body   op // compiled when it is first called

	scanOnce sync.Once
	use      trapscan.Use // of the body
}

// funcTable is a frame's functions, copied when a frame that shares it writes.
type funcTable struct {
	m      map[string]*function
	shared bool
	traps  bool   // one of them may set the trap of a signal
	state  uint64 // differs from that of any other table with other functions
}

// own is called before each change.
func (t *funcTable) own(sh *Shell) {
	t.state = sh.counters.functions.Add(1)
	if t.shared || t.m == nil {
		m := maps.Clone(t.m)
		if m == nil {
			m = make(map[string]*function)
		}
		t.m, t.shared = m, false
	}
}

// HasFunction reports whether name is a function.
func (e *environment) HasFunction(name string) bool { return e.funcs.m[name] != nil }
