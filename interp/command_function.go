package interp

import (
	"ftsh/internal/builtin"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// declaration returns the function's tree, after parsing its body if necessary.
func (f *function) declaration() *ast.FuncDecl {
	f.compiled()
	return f.whole
}

func (f *function) compiled() op {
	f.once.Do(func() {
		opts := syntax.Options{Name: f.script, Blocks: true}
		f.whole = f.decl
		if body := syntax.Body(f.source, opts, f.decl); body != f.decl.Body {
			decl := *f.decl
			decl.Body = body
			f.whole = &decl
		}
		c := f.sh.compiler(f.script)
		c.shown = f.shown
		c.speak(dialect{bash: f.decl.Bash, extglob: f.decl.Extglob})
		f.body = c.command(f.whole.Body)
	})
	return f.body
}

// functionOp defines a function (XCU 2.9.5).
type functionOp struct{ fn *function }

func (c *compiler) function(n *ast.FuncDecl) op {
	return &functionOp{&function{decl: n, script: c.script, shown: c.shown, sh: c.sh,
		source: c.bodies, dialect: dialectOf(n)}}
}

func (o *functionOp) exec(fr *frame) flow.Outcome {
	if o.fn.dialect != 0 && fr.env.opts.Has(option.Posix) && builtin.IsSpecial(o.fn.decl.Name) {
		fr.regs.pos = o.fn.decl.Pos()
		fr.say("%s: a special builtin, which in POSIX mode cannot be a function", o.fn.decl.Name)
		return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Exit}
	}
	fr.env.funcs.own(fr.sh)
	fr.env.funcs.m[o.fn.decl.Name] = o.fn
	fr.env.funcs.traps = fr.env.funcs.traps || o.fn.MentionsTraps()
	if fr.env.bash != nil {
		redefined(fr, o.fn)
	}
	return flow.Outcome{}
}

// call runs the function with args[1:] as positional parameters.
func (f *function) call(fr *frame, args []string) flow.Outcome {
	if out, deep := fr.callTooDeep(args[0]); deep {
		return out
	}
	if f.dialect != 0 {
		if out, deep := f.nestLimit(fr, args[0]); deep {
			return out
		}
	}
	outer, params, getopts, line := fr.context, fr.env.params, fr.env.getopts, fr.env.vars.Line
	if fr.env.snapshot != nil && fr.context.functions == 0 {
		fr.env.snapshot.params, fr.env.snapshot.getopts = params, getopts
	}
	fr.context.loops, fr.context.callerOpts = 0, nil
	fr.context.script, fr.context.shown = f.script, f.shown
	fr.context.functions++
	dialect := fr.env.opts & bashOn // its own holds in the function, the caller's after it
	fr.env.opts = fr.env.opts&^bashOn | f.dialect
	fr.env.params = args[1:]
	if f.decl.Bash {
		fr.env.getopts = getopts.EnterBash(fr.env.vars, fr.sh.refs.optind)
	} else {
		fr.env.getopts = getopts.Enter(fr.env.vars, fr.sh.refs.optind)
	}
	fr.env.vars.Push()
	var calling bashCalling
	if fr.env.bash != nil {
		calling = enterCall(fr, &bashCall{name: args[0], source: f.sourceName(fr), line: line,
			function: true, defined: f.decl.Pos().Line}, args[1:])
	}
	out := calling.out
	if out.Divert == flow.None && !calling.skip {
		out = f.compiled().exec(fr)
	}
	if calling.begun && f.decl.Bash && exits(fr, out) {
		if fr.regs.unwinds {
			fr.env.vars.Pop()
		}
		return out // as in bash, the trap of EXIT sees the function's variables
	}
	if calling.begun {
		out = calling.leave(fr, out)
	}
	fr.env.vars.Pop()
	fr.restoreOptions()
	fr.env.opts = fr.env.opts&^bashOn | dialect
	fr.env.params = params
	if seq := fr.env.vars.Seq(fr.sh.refs.optind); f.decl.Bash {
		fr.env.getopts = getopts.LeaveBash(&fr.env.getopts, seq)
	} else {
		fr.env.getopts = getopts.Leave(&fr.env.getopts, seq)
	}
	fr.env.vars.Line = line
	fr.leave(&outer)
	if out.Divert == flow.Return {
		out.Divert = flow.None
	}
	return out
}
