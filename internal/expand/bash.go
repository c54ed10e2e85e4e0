package expand

import (
	"errors"

	"ftsh/internal/arith"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// bashSlots are the variables of a shell as the environment of an expression in the dialect of bash.
type bashSlots struct{ sh Shell }

var _ arith.BashEnv = bashSlots{}

func (s bashSlots) Get(slot int) (string, bool, error) {
	if s.sh.Options().Has(option.NoUnset) {
		return (*strictSlots)(s.sh.Vars()).Get(slot)
	}
	return (*slots)(s.sh.Vars()).Get(slot)
}

func (s bashSlots) Set(slot int, value string) error {
	return s.sh.Vars().Set(vars.Ref(slot), value)
}

func (s bashSlots) Bind(name string) int { return int(s.sh.Vars().Names().Ref(name)) }

// Keyed reports false: there are no arrays yet.
func (s bashSlots) Keyed(int) bool { return false }

// GetElement returns the value of a variable for the element 0, as in bash. There are no others yet.
func (s bashSlots) GetElement(slot int, at arith.Subscript) (string, bool, error) {
	if at.Index == 0 {
		return s.Get(slot)
	}
	return "", false, nil
}

func (s bashSlots) SetElement(slot int, at arith.Subscript, value string) error {
	if at.Index == 0 {
		return s.Set(slot, value)
	}
	return errNoArrays
}

var errNoArrays = errors.New("arrays are not in the dialect of bash yet")
