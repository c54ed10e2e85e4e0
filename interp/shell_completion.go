package interp

import (
	"os"
	"slices"
	"syscall"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/compspec"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/vars"
)

// completionFile defines the completions of programs, in the language of bash.
const completionFile = "/usr/share/bash-completion/bash_completion"

// completionLimit is the time for a completion, with the reading of its files.
const completionLimit = 2 * time.Second

// completionKill is the time after that before SIGKILL.
const completionKill = 200 * time.Millisecond

// completions is what files of completions have defined so far. The shell's commands do not see it:
// each completion runs in a subshell, which gets it and gives back what is new.
type completions struct {
	loaded  bool // completionFile has been read
	specs   compspec.Table
	funcs   map[string]*function
	vars    map[string]vars.Var
	extglob bool // a file has turned the option on
}

// shellsOwn are the definitions that a completion's subshell has from the shell itself.
type shellsOwn struct {
	specs compspec.Table
	funcs map[string]*function
	vars  map[string]bool
}

// programmed makes candidates by the specification for a command: one of the shell's own complete,
// or of the files of completions.
func programmed(fr *frame, r compspec.Request) (result compspec.Result, ok bool) {
	if fr.env.opts.Has(option.Posix) || fr.env.opts.Has(option.NoProgComp) ||
		!fr.env.shopts.Has(option.ProgComp) {
		return result, false
	}
	own := (*host)(fr).Specs()
	if own.Get(r.Command) == nil && r.Own {
		return result, false
	}
	sub, err := fr.fork(forSubstitution)
	if err != nil {
		return result, false
	}
	limited := fr.sh.ending(fr.context.scope, proc.Ending{KillTimeout: completionKill})
	limited.MarkOutside()
	release := limited.Limit(fr.sh.clock.Now().Add(completionLimit),
		&scope.Cause{Kind: scope.Timeout, Status: flow.StatusDeadline})
	sub.context.scope = limited
	if silence(sub) {
		result, ok = fr.sh.prompt.completions.complete(sub, own, r)
	}
	release()
	flushReports(sub)
	sub.env.close()
	limited.Close(true)
	return result, ok
}

// silence gives a subshell nothing to read and nowhere to write. It returns false if it cannot.
func silence(fr *frame) bool {
	for n, flags := range []int{syscall.O_RDONLY, syscall.O_WRONLY, syscall.O_WRONLY} {
		null, err := fd.Open(fr.context.scope.Context(), fd.AtCwd, "/dev/null", flags, 0)
		if err != nil {
			return false
		}
		fr.env.fds.Set(n, null, fd.BySubstitution)
	}
	return true
}

// complete answers a request in the subshell sub. own are the specifications of the shell itself.
func (c *completions) complete(sub *frame, own compspec.Table, r compspec.Request) (
	result compspec.Result, ok bool) {
	shells := c.enter(sub, own)
	h := (*host)(sub)
	if s, _ := own.For(r.Command); s == nil && !c.loaded {
		if _, err := os.Stat(completionFile); err != nil {
			return result, false
		}
		out := h.Source(completionFile)
		if out.Divert != flow.None || sub.cancelled() {
			return result, false
		}
		c.loaded = true
		c.leave(sub, shells)
	}
	const tries = 16 // of a function that asks for another one, each after defining something
	for range tries {
		s, name := h.Specs().For(r.Command)
		if s == nil {
			return result, false
		}
		running := &compspec.InProgress{Name: name, Options: s.Options, Word: r.Word,
			Quoted: r.Quoted}
		sub.env.bash.completing = running
		found, retry, out := builtin.Complete(h, s, r)
		if out.Divert != flow.None || sub.cancelled() {
			return result, false
		}
		if !retry {
			c.leave(sub, shells)
			return compspec.Result{Candidates: found, Options: running.Options}, true
		}
	}
	return result, false
}

// enter prepares a subshell to run completions: in the dialect of bash, with plain options, and
// with what earlier completions have defined. It returns what is the shell's own.
func (c *completions) enter(sub *frame, own compspec.Table) shellsOwn {
	e := &sub.env
	e.opts = e.opts&option.Set(option.Interactive|option.Stdin) | bashOn
	e.startBash()
	for _, o := range []option.Shopt{option.ExpandAliases, option.NoCaseMatch, option.NoCaseGlob,
		option.FailGlob, option.NullGlob, option.DotGlob, option.XpgEcho} {
		e.shopts = e.shopts.Put(o, false)
	}
	e.shopts = e.shopts.Put(option.ExtGlob, c.extglob)
	_ = e.vars.Assign("COMP_WORDBREAKS", compspec.PromptBreaks(e.vars.Lookup("COMP_WORDBREAKS")))
	b := shellsOwn{specs: own, funcs: e.funcs.m, vars: make(map[string]bool)}
	for _, v := range e.vars.All() {
		b.vars[v.Name] = true
	}
	for name, v := range c.vars {
		if !b.vars[name] {
			e.vars.Restore(v)
		}
	}
	e.funcs.own(sub.sh)
	for name, f := range c.funcs {
		if b.funcs[name] == nil {
			e.funcs.m[name] = f
		}
	}
	e.bash.specs = c.specs.Merged(own)
	return b
}

// leave keeps what a completion has defined that the shell does not have: specifications, functions
// and variables.
func (c *completions) leave(sub *frame, b shellsOwn) {
	e := &sub.env
	c.extglob = e.shopts.Has(option.ExtGlob)
	c.specs = e.bash.specs.Without(b.specs)
	c.funcs = make(map[string]*function)
	for name, f := range e.funcs.m {
		if b.funcs[name] == nil {
			c.funcs[name] = f
		}
	}
	c.vars = make(map[string]vars.Var)
	for _, v := range e.vars.All() {
		const passing = vars.Dynamic | vars.Exported
		if !b.vars[v.Name] && v.Attrs&passing == 0 && !slices.Contains(transient(), v.Name) {
			c.vars[v.Name] = v
		}
	}
}

// transient are the variables that a completion leaves behind by chance.
func transient() []string { return []string{"COMPREPLY", "OPTARG", "OPTIND", "REPLY", "_"} }
