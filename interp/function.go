package interp

import (
	"maps"
	"sync"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// A function is a defined function: its body, and the tree it came from (for a
// subshell that is a process of its own).
type function struct {
	decl   *ast.FuncDecl
	script string
	sh     *Shell
	source string // the text, where the body has not been read yet
	once   sync.Once
	body   op // compiled when it is first called
}

// declaration is the function's tree, its body read if need be.
func (f *function) declaration() *ast.FuncDecl {
	f.compiled()
	return f.decl
}

func (f *function) compiled() op {
	f.once.Do(func() {
		if f.decl.Body == nil {
			// Its text has been checked: there is no error to come.
			decl := *f.decl
			decl.Body, _ = parser.Body(f.source, parser.Options{Name: f.script, Blocks: true}, f.decl)
			f.decl = &decl
		}
		f.body = f.sh.compiler(f.script).command(f.decl.Body)
	})
	return f.body
}

// funcTable is a frame's functions, copied when a frame that shares it writes.
type funcTable struct {
	m      map[string]*function
	shared bool
}

func (t *funcTable) own() {
	if t.shared || t.m == nil {
		m := maps.Clone(t.m)
		if m == nil {
			m = make(map[string]*function)
		}
		t.m, t.shared = m, false
	}
}

// functionOp defines a function (XCU 2.9.5).
type functionOp struct{ fn *function }

func (c *compiler) function(n *ast.FuncDecl) op {
	return &functionOp{&function{decl: n, script: c.script, sh: c.sh, source: c.source}}
}

func (o *functionOp) exec(fr *frame) flow.Outcome {
	fr.funcs.own()
	fr.funcs.m[o.fn.decl.Name] = o.fn
	return flow.Outcome{}
}

// call runs a function with args[1:] as positional parameters.
func (fr *frame) call(fn *function, args []string) flow.Outcome {
	if out, deep := fr.callTooDeep(args[0]); deep {
		return out
	}
	params, loops, script, line := fr.params, fr.loops, fr.script, fr.vars.Line
	brittle := fr.brittle
	fr.params, fr.loops, fr.script = args[1:], 0, fn.script
	getopts := fr.getopts
	fr.getopts = getopts.Enter(fr.vars.Seq(fr.sh.refOptind))
	callerOpts := fr.callerOpts
	fr.callerOpts = nil
	fr.functions++
	fr.vars.Push()
	out := fn.compiled().exec(fr)
	fr.vars.Pop()
	fr.functions--
	fr.restoreOptions()
	fr.callerOpts = callerOpts
	fr.getopts = getopts.Leave(&fr.getopts, fr.vars.Seq(fr.sh.refOptind))
	fr.params, fr.loops, fr.script, fr.vars.Line = params, loops, script, line
	fr.brittle = brittle || fr.opts.Has(option.Brittle)
	if out.Divert == flow.Return {
		out.Divert = flow.None
	}
	return out
}
