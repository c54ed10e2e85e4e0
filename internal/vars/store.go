// Package vars holds the shell's variables: values, attributes, local scopes and the environment of
// children.
//
// The model: a [Names] gives every name an index once, when code is compiled. A [Store] holds the
// variables of one shell environment, by that index. A subshell gets a Store by [Store.Fork]: it
// shares the variables until it writes one.
//
// Invariants: only the Store that owns a Var writes it. A fork and its parent may therefore be used
// from different goroutines as long as the parent does not write while a fork lives. A shell
// waiting for its subshells does not write; one running concurrently with them uses [Store.Share],
// or [Store.Clone] if they may outlive the commands around.
// A single Store is for one goroutine.
//
// A variable may be an array of bash (arrays.go). Then its plain value is that of element 0.
//
// Not here: positional and special parameters.
package vars

import (
	"fmt"
	"slices"
	"strings"
)

// Attr is a set of a variable's attributes.
type Attr uint16

// The attributes.
const (
	IsSet       Attr = 1 << iota // has a value
	Exported                     // in the environment of commands
	Readonly                     // can be neither set nor unset
	Dynamic                      // computed (computed.go): LINENO until it is assigned or unset
	Indexed                      // an indexed array of bash
	Associative                  // an associative array of bash
	Integer                      // of bash: values are expressions, evaluated by an assignment
	Lower                        // of bash: assignments make letters small
	Upper                        // of bash: assignments make letters capital
	Nameref                      // of bash: the value names another variable
	Declared                     // of bash: declared without a value and other attributes
	Traced                       // of bash: declare -t, which has no effect on variables
)

const (
	// arrays are the attributes of arrays.
	arrays = Indexed | Associative
	// attended are the attributes that an assignment must attend to.
	attended = Readonly | Dynamic | arrays | Integer | Lower | Upper | Nameref
	// indirect are those of variables whose value is elsewhere.
	indirect = Dynamic | arrays | Nameref
)

type variable struct {
	value    string
	seq      uint64    // of the last change, see Store.Seq
	owner    *byte     // the mark of the Store that may write it
	under    *variable // the hidden variable; nil: an unset one
	elements *elements // of an array; nil: none
	spare    uint32    // bytes of spare capacity after the end of value, see Store.Join
	attrs    Attr
	hides    bool   // temporary: the variable under it comes back
	ofBlock  bool   // hides, and a block has set it
	kind     uint8  // of a computed variable
	depth    uint16 // of a local variable: the number of scopes around it
	before   bool   // hides, of an assignment before a command
}

// Store is the variables of one shell environment.
//
// Large: arrays, attributes and references of bash are operations of the same variables.
type Store struct {
	names  *Names
	mark   *byte // of the variables that this store may write
	first  byte  // mark points to it at first
	slots  []*variable
	saved  []saved // variables to restore in Pop, innermost scope last
	marks  []int   // start of each scope in saved
	outer  int     // scopes around this store: of the one that it was forked from
	env    []string
	envOK  bool
	extra  []string // environment entries whose names no shell can use
	allexp bool
	seq    uint64 // of the last change of any variable

	computer Computer // nil: none

	steps, stepping int // references being followed, and how many may be yet (nameref.go)

	// Line is the line of the running command: the value of LINENO.
	Line uint32
}

type saved struct {
	ref Ref
	old *variable
}

// ReadonlyError reports an attempt to change a readonly variable.
type ReadonlyError struct{ Name string }

func (e *ReadonlyError) Error() string { return e.Name + ": is read only" }

// NewStore returns an empty store.
func NewStore(n *Names) *Store {
	s := &Store{names: n}
	s.mark = &s.first
	return s
}

// Names returns the store's table of names.
func (s *Store) Names() *Names { return s.names }

// Import sets and exports the variables of an environment. Entries whose names are no shell names
// are kept unchanged for children.
func (s *Store) Import(environ []string) {
	s.slots = slices.Grow(s.slots, len(environ)+16)
	all := make([]variable, 0, len(environ)) // one piece of memory for all
	for _, e := range environ {
		name, value, ok := strings.Cut(e, "=")
		if !ok || !IsName(name) {
			s.extra = append(s.extra, e)
			continue
		}
		r := s.names.Ref(name)
		s.grow(r)
		all = append(all, variable{value: value, attrs: IsSet | Exported, owner: s.mark, seq: s.next()})
		s.slots[r] = &all[len(all)-1]
	}
	s.envOK = false
}

// IsName reports whether name is a name in the sense of XBD 3.216.
func IsName(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != ""
}

// Get returns the value of r and whether it is set.
func (s *Store) Get(r Ref) (string, bool) {
	if int(r) >= len(s.slots) {
		return "", false
	}
	v := s.slots[r]
	if v == nil || v.attrs&IsSet == 0 {
		return "", false
	}
	if v.attrs&indirect != 0 {
		return s.special(r, v)
	}
	return v.value, true
}

// special returns the value of a variable that is not in v.value.
func (s *Store) special(r Ref, v *variable) (string, bool) {
	switch {
	case v.attrs&Nameref != 0:
		return s.referred(r)
	case v.attrs&Dynamic != 0:
		return s.computed(v)
	}
	return v.elements.first()
}

// Lookup is Get by name.
func (s *Store) Lookup(name string) (string, bool) { return s.Get(s.names.Ref(name)) }

// Value returns the value of name, "" when it is not set.
func (s *Store) Value(name string) string {
	v, _ := s.Lookup(name)
	return v
}

// Set assigns value. The error is a *ReadonlyError, or one of a variable with attributes of bash.
func (s *Store) Set(r Ref, value string) error {
	v := s.own(r)
	if v.attrs&attended != 0 {
		return s.setAttended(r, v, value)
	}
	v.value, v.spare = value, 0
	s.assigned(v)
	return nil
}

// assigned updates attributes and number of a variable with a new value.
func (s *Store) assigned(v *variable) {
	v.seq = s.next()
	if v.kind == 0 {
		v.attrs &^= Dynamic
	}
	v.attrs |= IsSet
	if s.allexp && v.attrs&arrays == 0 { // set -a exports no array, as in bash
		v.attrs |= Exported
	}
	if v.attrs&Exported != 0 {
		s.envOK = false
	}
	if v.attrs&(Dynamic|Associative) == Dynamic|Associative {
		s.passKeys(v)
	}
}

// Assign is Set by name.
func (s *Store) Assign(name, value string) error { return s.Set(s.names.Ref(name), value) }

// SetDynamic makes r the line number, until it is assigned or unset.
func (s *Store) SetDynamic(r Ref) { s.SetComputed(r, 0, 0) }

// SetAllExport makes every assignment export its variable, or not (set -a).
func (s *Store) SetAllExport(on bool) { s.allexp = on }

// AllExport reports whether set -a is on.
func (s *Store) AllExport() bool { return s.allexp }

// Unset removes value and attributes. Of a reference it unsets the variable referred to. The error
// is a *ReadonlyError.
func (s *Store) Unset(r Ref) error {
	if s.raw(r)&Nameref != 0 {
		return s.unsetReferred(r)
	}
	return s.UnsetItself(r)
}

// UnsetItself is Unset for a reference itself, as for other variables.
func (s *Store) UnsetItself(r Ref) error {
	if int(r) >= len(s.slots) || s.slots[r] == nil {
		return nil
	}
	v := s.own(r)
	if v.attrs&Readonly != 0 {
		return &ReadonlyError{s.names.Name(r)}
	}
	if v.attrs&Exported != 0 {
		s.envOK = false
	}
	v.value, v.spare, v.attrs, v.elements, v.kind = "", 0, 0, nil, 0
	v.seq = s.next()
	return nil
}

// Attrs returns the attributes of r, of a reference those of the variable referred to.
func (s *Store) Attrs(r Ref) Attr {
	a := s.raw(r)
	if a&Nameref != 0 {
		return s.referredAttrs(r)
	}
	return a
}

// Mark adds attributes (Exported, Readonly) to r, which need not be set.
func (s *Store) Mark(r Ref, a Attr) {
	s.own(r).attrs |= a
	s.envOK = false
}

// Unmark removes attributes from r.
func (s *Store) Unmark(r Ref, a Attr) {
	s.own(r).attrs &^= a
	s.envOK = false
}

// Seq changes with every assignment and unset of r: two equal numbers mean the same value. It
// returns to an earlier number only at the end of a scope, when the value does so, too. (getopts
// uses it for OPTIND, command lookup for PATH.)
func (s *Store) Seq(r Ref) uint64 {
	if int(r) >= len(s.slots) || s.slots[r] == nil {
		return 0
	}
	return s.slots[r].seq
}

// Push opens a scope: variables made local afterwards end with Pop.
func (s *Store) Push() { s.marks = append(s.marks, len(s.saved)) }

// Pop ends the innermost scope; its local variables have their outer values again.
func (s *Store) Pop() {
	last := len(s.marks) - 1
	from := s.marks[last]
	for i := len(s.saved) - 1; i >= from; i-- {
		sv := s.saved[i]
		s.slots[sv.ref] = sv.old
		s.saved[i].old = nil
		s.envOK = false
	}
	s.saved = s.saved[:from]
	s.marks = s.marks[:last]
}

// InScope reports whether a scope is open.
func (s *Store) InScope() bool { return len(s.marks) > 0 }

// Local makes r local to the innermost scope. It keeps value and attributes, as
// in dash. Making a variable local twice in one scope changes nothing.
func (s *Store) Local(r Ref) error {
	if s.raw(r)&Readonly != 0 {
		return &ReadonlyError{s.names.Name(r)}
	}
	s.hide(r)
	return nil
}

// hide makes r local to the innermost scope, unless it is, and reports whether it did.
func (s *Store) hide(r Ref) bool {
	from := s.marks[len(s.marks)-1]
	for _, sv := range s.saved[from:] {
		if sv.ref == r {
			return false
		}
	}
	s.grow(r)
	old := s.slots[r]
	s.saved = append(s.saved, saved{r, old})
	fresh := &variable{owner: s.mark, hides: true, under: old, depth: s.depth()}
	if old != nil {
		fresh.value, fresh.attrs, fresh.seq, fresh.kind = old.value, old.attrs, old.seq, old.kind
		fresh.elements = old.elements.clone()
	}
	s.slots[r] = fresh
	return true
}

// LocalUnset makes r local to the innermost scope as in bash: without a value, unless inherits is set
// and its value is that of an assignment before a command. If r already is local there, it changes
// nothing. It hides a readonly variable that is local to a caller.
func (s *Store) LocalUnset(r Ref, inherits bool) error {
	if s.raw(r)&Readonly != 0 && !s.slots[r].hides {
		return &ReadonlyError{s.names.Name(r)}
	}
	if s.hide(r) {
		v := s.slots[r]
		if u := v.under; inherits && u != nil && u.before && !u.ofBlock {
			return nil // v=1 f, and local v in f
		}
		v.value, v.spare, v.attrs, v.elements = "", 0, v.attrs&Exported|Declared, nil
	}
	return nil
}

// Fork returns the store of a subshell.
func (s *Store) Fork() *Store {
	f := &Store{names: s.names, slots: slices.Clone(s.slots), extra: s.extra, allexp: s.allexp,
		seq: s.seq, Line: s.Line}
	f.mark = &f.first
	f.env, f.envOK = s.env, s.envOK
	if s.InScope() {
		f.marks = []int{0}
		f.outer = s.outer + len(s.marks) - 1
	}
	return f
}

// Adopt replaces the store by its fork f, which must not be used any more.
func (s *Store) Adopt(f *Store) {
	s.slots, s.extra, s.allexp, s.seq, s.Line = f.slots, f.extra, f.allexp, f.seq, f.Line
	s.env, s.envOK = f.env, f.envOK
	if s.InScope() {
		s.saved = append(s.saved, f.saved...)
	}
}

// Share is Fork for a subshell that runs concurrently, and ends before the scopes and shadows that
// are open now do. Each of the two copies a variable before it writes it.
func (s *Store) Share() *Store {
	f := s.Fork()
	s.mark = new(byte)
	return f
}

// Clone is Fork for an environment running concurrently: nothing is shared.
func (s *Store) Clone() *Store {
	f := s.Fork()
	for i, v := range f.slots {
		if v != nil {
			f.slots[i] = v.copyFor(f)
		}
	}
	return f
}

// Outer is Clone for an environment outside all scopes and shadows: each variable has the value it
// will have when they have ended.
func (s *Store) Outer() *Store {
	f := s.Clone()
	f.marks, f.outer, f.envOK = nil, 0, false
	for i, v := range f.slots {
		if v == nil || !v.hides {
			continue
		}
		for v != nil && v.hides {
			v = v.under
		}
		if f.slots[i] = v; v != nil {
			f.slots[i] = v.copyFor(f)
		}
	}
	return f
}

// Environ returns the environment of a command: NAME=value for every exported
// variable that is set. Arrays are not exported, as in bash. The caller must not change it.
func (s *Store) Environ() []string {
	if s.envOK {
		return s.env
	}
	env := make([]string, 0, len(s.env)+4)
	for r, v := range s.slots {
		if v != nil && v.attrs&(Exported|IsSet|arrays|Nameref) == Exported|IsSet {
			val, _ := s.Get(Ref(r))
			env = append(env, s.names.Name(Ref(r))+"="+val)
		}
	}
	env = append(env, s.extra...)
	s.env, s.envOK = env, true
	return env
}

// A Var is an element of All.
type Var struct {
	Name  string
	Value string // of an array: of its element 0
	Attrs Attr

	Elements []Element // of an array, in its order
}

// An Element is one of an array. The key of an indexed array is a decimal number.
type Element struct{ Key, Value string }

// All returns every variable that is set or has an attribute, sorted by name. A reference has the
// name of its variable as its value.
func (s *Store) All() []Var {
	var all []Var
	for r, v := range s.slots {
		if v == nil || v.attrs == 0 {
			continue
		}
		all = append(all, s.itself(Ref(r)))
	}
	return sorted(all)
}

// String names the attributes, for messages.
func (a Attr) String() string { return fmt.Sprintf("%011b", uint16(a)) }

// next numbers a change. The numbers are the store's, not the variable's, so a local variable and
// the one it hides never share one by chance.
func (s *Store) next() uint64 {
	s.seq++
	return s.seq
}

func (s *Store) grow(r Ref) {
	if n := int(r) + 1; n > len(s.slots) {
		s.slots = append(s.slots, make([]*variable, n-len(s.slots))...)
	}
}

// own returns the variable at r ready to be written: made, or copied from the parent of this fork.
func (s *Store) own(r Ref) *variable {
	s.grow(r)
	v := s.slots[r]
	switch {
	case v == nil:
		v = &variable{owner: s.mark}
		s.slots[r] = v
	case v.owner != s.mark:
		v = v.copyFor(s)
		s.slots[r] = v
	}
	return v
}

// copyFor returns a copy of v that s may write. The spare capacity stays with v: two appends to
// the same memory would overwrite each other.
func (v *variable) copyFor(s *Store) *variable {
	c := *v
	c.owner, c.spare, c.elements = s.mark, 0, v.elements.clone()
	return &c
}

// A Shadow is the original state of a variable with a temporary value.
type Shadow struct {
	ref Ref
	old *variable
}

// Shadow gives r a value, exported, that lasts until Unshadow. It is no scope: local variables
// belong to the function around. The error is a *ReadonlyError.
func (s *Store) Shadow(r Ref, value string) (Shadow, error) {
	if s.raw(r)&Readonly != 0 {
		return Shadow{}, &ReadonlyError{s.names.Name(r)}
	}
	return s.cover(r, new(variable), value), nil
}

// cover is Shadow with the memory for the new value, for a variable that may be written.
func (s *Store) cover(r Ref, v *variable, value string) Shadow {
	s.grow(r)
	sh := Shadow{r, s.slots[r]}
	*v = variable{value: value, attrs: IsSet | Exported, owner: s.mark, seq: s.next(), hides: true,
		under: s.slots[r], before: true}
	s.slots[r] = v
	s.envOK = false
	return sh
}

// Unshadow restores the original state. Shadows are undone in reverse order.
func (s *Store) Unshadow(sh Shadow) {
	s.slots[sh.ref] = sh.old
	s.envOK = false
}

// Beneath calls do with the variables below shadows, which hold again afterwards.
func (s *Store) Beneath(shadows []Shadow, do func()) {
	tops := make([]*variable, len(shadows))
	for i := len(shadows) - 1; i >= 0; i-- {
		tops[i] = s.slots[shadows[i].ref]
		s.slots[shadows[i].ref] = shadows[i].old
	}
	s.envOK = false
	do()
	for i, top := range tops {
		sh := &shadows[i]
		sh.old = s.slots[sh.ref] // do may have assigned it
		top.under = sh.old
		s.slots[sh.ref] = top
	}
	s.envOK = false
}

// Restore sets a variable returned by All of another store, whatever its attributes.
func (s *Store) Restore(v Var) {
	x := s.own(s.names.Ref(v.Name))
	x.value, x.spare, x.attrs, x.seq = v.Value, 0, v.Attrs, s.next()
	x.elements = nil
	if v.Attrs&arrays != 0 {
		x.value = ""
		x.elements = listed(v.Attrs, v.Elements)
	}
	s.envOK = false
}

// Extra returns the environment entries whose names cannot be variables.
func (s *Store) Extra() []string { return s.extra }

// SetExtra replaces them.
func (s *Store) SetExtra(extra []string) { s.extra, s.envOK = extra, false }
