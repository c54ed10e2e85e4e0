package interp

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ftsh/internal/vars"
)

// The errors of Vars. They come wrapped, with the variable's name.
var (
	ErrName     = errors.New("not a name")
	ErrReadonly = errors.New("read only")
)

// Vars are the variables of a shell environment (XCU 2.5.3), without positional and special
// parameters. Setting one is like an assignment in the script: set -a exports it, and a readonly
// variable cannot change.
//
// The Vars of a Shell are for the goroutine using the shell, while nothing runs in it. The Vars of
// a Call are for the goroutine of the call, until the call returns.
type Vars struct{ store *vars.Store }

// A Variable is a variable returned by Vars.All.
type Variable struct {
	Name     string
	Value    string
	Set      bool // has a value; else it is only exported or readonly
	Exported bool
	Readonly bool
}

// Vars returns the variables of the shell's main environment.
func (sh *Shell) Vars() Vars { return Vars{sh.main.env.vars} }

// Functions returns the names of the main environment's functions, sorted. It is for the goroutine
// using the shell, while nothing runs in it.
func (sh *Shell) Functions() []string { return slices.Sorted(maps.Keys(sh.main.env.funcs.m)) }

// Dir returns the logical working directory (XCU pwd -L) of the main environment. It is for the
// goroutine using the shell, while nothing runs in it.
func (sh *Shell) Dir() string { return sh.main.env.pwd }

// Get returns the value of a variable, and whether it is set.
func (v Vars) Get(name string) (value string, ok bool) {
	if !vars.IsName(name) {
		return "", false
	}
	return v.store.Lookup(name)
}

// Set assigns a value to a variable. The error is ErrName or ErrReadonly.
func (v Vars) Set(name, value string) error {
	return v.change(name, func(r vars.Ref) error { return v.store.Set(r, value) })
}

// Unset removes a variable and its attributes. It is no error if the variable is not set. The error
// is ErrName or ErrReadonly.
func (v Vars) Unset(name string) error { return v.change(name, v.store.Unset) }

// Export puts a variable into the environment of commands as soon as it has a value (XCU export).
// The error is ErrName.
func (v Vars) Export(name string) error {
	return v.change(name, func(r vars.Ref) error {
		v.store.Mark(r, vars.Exported)
		return nil
	})
}

func (v Vars) change(name string, do func(vars.Ref) error) error {
	if !vars.IsName(name) {
		return fmt.Errorf("%q: %w", name, ErrName)
	}
	err := do(v.store.Names().Ref(name))
	if readonly := (*vars.ReadonlyError)(nil); errors.As(err, &readonly) {
		return fmt.Errorf("%s: %w", name, ErrReadonly)
	}
	return err
}

// All returns all variables that have a value or an attribute, sorted by name.
func (v Vars) All() []Variable {
	stored := v.store.All()
	all := make([]Variable, len(stored))
	for i, x := range stored {
		all[i] = Variable{x.Name, x.Value, x.Attrs&vars.IsSet != 0, x.Attrs&vars.Exported != 0,
			x.Attrs&vars.Readonly != 0}
	}
	return all
}
