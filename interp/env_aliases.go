package interp

import (
	"maps"
	"slices"
)

// Alias returns an alias's value.
func (e *environment) Alias(name string) (string, bool) {
	v, ok := e.aliases.m[name]
	return v, ok
}

// SetAlias defines an alias.
func (e *environment) SetAlias(name, value string) {
	e.aliases.own()
	e.aliases.m[name] = value
}

// AliasNames returns the names of the aliases, sorted.
func (e *environment) AliasNames() []string { return slices.Sorted(maps.Keys(e.aliases.m)) }

// aliasTable is an environment's aliases, copied before the first write if it is shared.
type aliasTable struct {
	m      map[string]string
	shared bool
}

func (t *aliasTable) own() {
	if t.shared || t.m == nil {
		m := maps.Clone(t.m)
		if m == nil {
			m = make(map[string]string)
		}
		t.m, t.shared = m, false
	}
}
