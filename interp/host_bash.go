package interp

import (
	"maps"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
)

// What only the dialect of bash has. Its builtins run only where it has been on.

// Began returns the time when the shell started.
func (h *host) Began() time.Time {
	if h.env.bash == nil {
		return h.sh.clock.Wall()
	}
	return time.Unix(h.env.bash.began, 0)
}

// Dirs returns the directories of pushd under the working directory.
func (h *host) Dirs() []string {
	if h.env.bash == nil {
		return nil
	}
	return h.env.bash.dirs
}

// SetDirs replaces them.
func (h *host) SetDirs(dirs []string) {
	if h.env.bash != nil {
		h.env.bash.dirs = dirs
	}
}

// Calls returns the running functions and files, the innermost first.
func (h *host) Calls() (calls []builtin.Call) {
	if h.env.bash == nil {
		return nil
	}
	for c := h.env.bash.calls; c != nil; c = c.outer {
		calls = append(calls, builtin.Call{Name: c.name, Source: c.source, Line: int(c.line)})
	}
	return calls
}

// Login reports whether this is a login shell.
func (h *host) Login() bool { return h.sh.opts.Standalone.Login }

// Builtins returns the names of the builtins of the dialect of bash.
func (h *host) Builtins() []string { return builtin.BashNames() }

// Disabled reports whether a builtin is turned off.
func (h *host) Disabled(name string) bool {
	return h.env.bash != nil && h.env.bash.disabled[name]
}

// Disable turns a builtin off or on.
func (h *host) Disable(name string, off bool) {
	b := h.env.bash
	if b == nil || b.disabled[name] == off {
		return
	}
	b.disabled = maps.Clone(b.disabled)
	if b.disabled == nil {
		b.disabled = make(map[string]bool)
	}
	if off {
		b.disabled[name] = true
	} else {
		delete(b.disabled, name)
	}
}

// ExportFunction puts a function into the environment of commands, or takes it out.
func (h *host) ExportFunction(name string, on bool) error {
	if on {
		return exportFunction(&h.env, name)
	}
	if h.env.bash != nil {
		h.env.bash.export(name, "")
	}
	return nil
}

// Exported reports whether a function is in the environment of commands.
func (h *host) Exported(name string) bool {
	return h.env.bash != nil && h.env.bash.exported[name] != ""
}

// Meanings returns what a name means other than a program.
func (h *host) Meanings(name string) (all []builtin.Found) {
	if v, ok := h.env.expandAlias(name); ok {
		all = append(all, builtin.Found{Kind: builtin.AliasKind, Path: v})
	}
	if isBashKeyword(name) {
		all = append(all, builtin.Found{Kind: builtin.Keyword})
	}
	if h.env.HasFunction(name) {
		all = append(all, builtin.Found{Kind: builtin.Function})
	}
	if special, regular := builtinFor((*frame)(h), name); special != nil || regular != nil {
		all = append(all, builtin.Found{Kind: builtin.RegularBuiltin})
	}
	return all
}

// isBashKeyword reports whether a word is reserved in the dialect of bash.
func isBashKeyword(name string) bool {
	switch name {
	case "[[", "]]", "function", "select", "coproc":
		return true
	}
	return syntax.IsReserved(name)
}

// Builtin runs a builtin of the shell.
func (h *host) Builtin(args []string) (flow.Outcome, bool) {
	fr := (*frame)(h)
	special, regular := builtinFor(fr, args[0])
	if special == nil {
		special = regular
	}
	if special == nil {
		special = fr.env.lastBuiltin(args[0])
	}
	if special == nil {
		return flow.Outcome{}, false
	}
	return fr.runBuiltin(special, args), true
}
