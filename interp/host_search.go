package interp

import (
	"maps"
	"slices"
	"strings"

	"ftsh/internal/builtin"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// Find reports what the command word name would run (XCU command -v).
func (h *host) Find(name string) builtin.Found {
	if syntax.IsReserved(name) || h.env.opts.Has(option.Bash) && isBashKeyword(name) {
		return builtin.Found{Kind: builtin.Keyword}
	}
	if v, ok := h.env.expandAlias(name); ok {
		return builtin.Found{Kind: builtin.AliasKind, Path: v}
	}
	special, regular := builtinFor((*frame)(h), name)
	switch {
	case special != nil:
		return builtin.Found{Kind: builtin.SpecialBuiltin}
	case h.env.HasFunction(name):
		return builtin.Found{Kind: builtin.Function}
	case regular != nil:
		return builtin.Found{Kind: builtin.RegularBuiltin}
	}
	path, err := h.env.find(name)
	if err == nil && strings.Contains(name, "/") {
		err = h.env.executable(name)
	}
	if err != nil {
		if h.env.lastBuiltin(name) != nil && missing(err) {
			return builtin.Found{Kind: builtin.RegularBuiltin}
		}
		return builtin.Found{Kind: builtin.NotFound, Errno: err,
			BlockWord: syntax.IsBlockWord(name) && !h.env.opts.Has(option.Posix)}
	}
	return builtin.Found{Kind: builtin.External, Path: path}
}

// FindStandard searches the PATH of the standard utilities.
func (h *host) FindStandard(name string) (string, bool) {
	path, err := h.env.search(name, defaultPath)
	return path, err == nil
}

// Hash remembers the path of the program name.
func (h *host) Hash(name string) bool {
	_, err := h.env.find(name)
	return err == nil
}

// Rehash forgets all remembered paths.
func (h *host) Rehash() { h.env.hash.paths, h.env.hash.hits = nil, nil }

// Hashed lists the remembered programs, sorted by their names.
func (h *host) Hashed() []builtin.Remembered {
	t := h.env.places()
	all := make([]builtin.Remembered, 0, len(t.paths))
	for _, name := range slices.Sorted(maps.Keys(t.paths)) {
		all = append(all, builtin.Remembered{Name: name, Path: t.paths[name], Hits: t.hits[name]})
	}
	return all
}

// Remember sets the path of a program, or forgets it.
func (h *host) Remember(name, path string) {
	t := h.env.places()
	delete(t.hits, name)
	if path == "" {
		delete(t.paths, name)
	} else {
		t.paths[name] = path
	}
}
