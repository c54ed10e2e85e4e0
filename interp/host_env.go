package interp

import (
	"maps"
	"math"
	"slices"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/printer"
	"ftsh/internal/proc"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// Builtins read and change the environment through these methods.

// File returns the file of descriptor n, nil if it is closed.
func (h *host) File(n int) fd.File { return h.env.fds.Get(n) }

// Vars returns the environment's variables.
func (h *host) Vars() *vars.Store { return h.env.vars }

// Name returns $0.
func (h *host) Name() string { return h.env.arg0 }

// Params returns the positional parameters.
func (h *host) Params() []string { return h.env.params }

// SetParams replaces the positional parameters.
func (h *host) SetParams(p []string) { h.env.params = p }

// Getopts returns the state of getopts.
func (h *host) Getopts() *builtin.Getopts { return &h.env.getopts }

// Options returns the option set.
func (h *host) Options() option.Set { return h.env.opts }

// Shopts returns the options of shopt.
func (h *host) Shopts() option.Shopts { return h.env.shopts }

// SetShopts replaces the options of shopt.
func (h *host) SetShopts(s option.Shopts) {
	on := s.Has(option.ExtDebug) && !h.env.shopts.Has(option.ExtDebug)
	if h.env.shopts = s; on && h.env.bash != nil && h.context.functions == 0 {
		h.env.setBashArguments(h.env.params)
	}
}

// Interactive reports whether the shell is interactive.
func (h *host) Interactive() bool { return h.sh.opts.Standalone.Interactive }

// Getwd returns the logical working directory.
func (h *host) Getwd() string { return h.env.pwd }

// Chdir changes the working directory of this environment to an absolute path.
func (h *host) Chdir(to string) error {
	if err := h.env.attrs.Chdir(to); err != nil {
		return err
	}
	h.env.pwd = to
	return nil
}

// PhysicalWd returns the working directory without symbolic links.
func (h *host) PhysicalWd() (string, error) { return h.env.attrs.Physical() }

// NameWd sets the name of the working directory without changing it.
func (h *host) NameWd(path string) { h.env.pwd = path }

// Dir returns the descriptor to which paths are relative, -1 for the process's own directory.
func (h *host) Dir() int { return h.env.Dir() }

// Umask returns the file mode creation mask of this environment.
func (h *host) Umask() int { return h.env.attrs.Umask() }

// SetUmask changes the mask for this environment only.
func (h *host) SetUmask(mask int) { h.env.attrs.SetUmask(mask) }

// Limit returns a resource limit for children of this environment.
func (h *host) Limit(resource int) (proc.Limit, error) { return h.env.limits.Get(resource) }

// SetLimit changes a limit for the children of this environment.
func (h *host) SetLimit(l proc.Limit) error { return h.env.limits.Set(h.env.attrs, l) }

// Jobs returns the job table.
func (h *host) Jobs() *job.Table { return h.env.Jobs() }

// Traps returns the trap table.
func (h *host) Traps() *trap.Table { return h.env.traps }

// Alias returns an alias's value.
func (h *host) Alias(name string) (string, bool) { return h.env.Alias(name) }

// SetAlias defines an alias.
func (h *host) SetAlias(name, value string) { h.env.SetAlias(name, value) }

// AliasNames lists the aliases, sorted.
func (h *host) AliasNames() []string { return h.env.AliasNames() }

// UnaliasAll removes all aliases.
func (h *host) UnaliasAll() { h.env.aliases = aliasTable{} }

// Unalias removes an alias and reports whether there was one.
func (h *host) Unalias(name string) bool {
	if _, ok := h.env.aliases.m[name]; !ok {
		return false
	}
	h.env.aliases.own()
	delete(h.env.aliases.m, name)
	return true
}

// UnsetFunction removes a function.
func (h *host) UnsetFunction(name string) {
	if h.env.HasFunction(name) {
		if h.env.bash != nil {
			h.env.bash.export(name, "")
		}
		h.env.funcs.own(h.sh)
		delete(h.env.funcs.m, name)
	}
}

// FunctionNames returns the names of the functions, sorted.
func (h *host) FunctionNames() []string { return slices.Sorted(maps.Keys(h.env.funcs.m)) }

// FunctionText returns the definition of a function: as bash prints it, or with the body as it was
// read.
func (h *host) FunctionText(name string) (string, bool) {
	f := h.env.funcs.m[name]
	if f == nil {
		return "", false
	}
	if text, ok := printer.BashFunction(name, f.declaration().Body, f.source); ok {
		return text, true
	}
	body, ok := f.text()
	if !ok {
		body = printer.Line(f.declaration().Body, math.MaxInt32)
	}
	return name + " () \n" + body, true
}

// FunctionPlace returns the file and line in which a function was defined.
func (h *host) FunctionPlace(name string) (file string, line int) {
	f := h.env.funcs.m[name]
	return f.sourceName((*frame)(h)), int(f.decl.Pos().Line)
}
