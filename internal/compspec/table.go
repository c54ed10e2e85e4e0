package compspec

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// The names under which a Table has the specifications for a condition instead of a command: no
// other is there (-D), the line is empty (-E), the word is the command's name (-I).
const (
	DefaultName = "_DefaultCmD_"
	EmptyName   = "_EmptycmD_"
	InitialName = "_InitialWorD_"
)

// A Table has the specifications of commands by name. The zero value has none. A Table never
// changes.
type Table struct {
	specs map[string]*Spec
}

// Get returns the specification of a name, or nil.
func (t Table) Get(name string) *Spec { return t.specs[name] }

// For returns the specification for a command as it was typed, nil if there is none: that of the
// whole word, of the name after its last slash, or the default. name is the one it was found under.
func (t Table) For(command string) (s *Spec, name string) {
	base := command[strings.LastIndexByte(command, '/')+1:]
	for _, name := range []string{command, base, DefaultName} {
		if s := t.specs[name]; s != nil {
			return s, name
		}
	}
	return nil, ""
}

// Len returns the number of specifications.
func (t Table) Len() int { return len(t.specs) }

// All returns the specifications, sorted by name.
func (t Table) All() iter.Seq2[string, *Spec] {
	return func(yield func(string, *Spec) bool) {
		for _, name := range slices.Sorted(maps.Keys(t.specs)) {
			if !yield(name, t.specs[name]) {
				return
			}
		}
	}
}

// With returns a table in which the names have the specification s; nil: none.
func (t Table) With(s *Spec, names ...string) Table {
	specs := maps.Clone(t.specs)
	if specs == nil {
		specs = make(map[string]*Spec)
	}
	for _, name := range names {
		if s == nil {
			delete(specs, name)
		} else {
			specs[name] = s
		}
	}
	return Table{specs}
}

// Merged returns a table with the specifications of both; those of u take precedence.
func (t Table) Merged(u Table) Table {
	specs := maps.Clone(t.specs)
	if specs == nil {
		return u
	}
	maps.Copy(specs, u.specs)
	return Table{specs}
}

// Without returns a table with the specifications of the names that u has none for.
func (t Table) Without(u Table) Table {
	specs := make(map[string]*Spec)
	for name, s := range t.specs {
		if u.specs[name] == nil {
			specs[name] = s
		}
	}
	return Table{specs}
}
