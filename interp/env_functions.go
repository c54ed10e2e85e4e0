package interp

import (
	"maps"
	"sync"

	"ftsh/internal/option"
	"ftsh/internal/trapscan"
	"ftsh/parser/ast"
)

// A function is a defined function: its body, and its tree for a subshell in another process.
type function struct {
	decl    *ast.FuncDecl // as it was defined: its body may still have to be read
	script  string
	shown   string // as in execContext
	sh      *Shell
	source  string     // the text that has it
	kept    string     // the body as handed over by another shell, in the dialect of bash
	dialect option.Set // bashOn, or nothing

	once  sync.Once     // for the first call
	whole *ast.FuncDecl // with its body
	body  op

	scanOnce sync.Once
	use      trapscan.Use // of the body
}

// bashOn is the set of the option bash alone.
const bashOn = option.Set(option.Bash)

// dialectOf returns the option of the dialect in which a function was read.
func dialectOf(f *ast.FuncDecl) option.Set { return option.Set(0).Put(option.Bash, f.Bash) }

// funcTable is an environment's functions, copied before the first write if it is shared.
type funcTable struct {
	m      map[string]*function
	shared bool
	traps  bool   // a function may set a signal's trap
	state  uint64 // changes with each change to the table; equal in no two different tables
}

// own prepares the table for a change. Callers call it first.
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
