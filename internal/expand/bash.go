package expand

import (
	"errors"

	"ftsh/internal/arith"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// bashSlots are the variables of a shell as the environment of an expression in the dialect of bash.
type bashSlots struct {
	vars.Numbers
	strict bool // set -u
	sh     Shell
}

var _ arith.BashEnv = bashSlots{}

func slotsOf(sh Shell) bashSlots {
	return bashSlots{vars.Numbers{Store: sh.Vars()}, sh.Options().Has(option.NoUnset), sh}
}

// GetElement is Store.GetElement. As in bash an index that no element can have is only reported:
// the element is then not set.
func (s bashSlots) GetElement(slot int, at arith.Subscript) (string, bool, error) {
	value, set, err := s.Numbers.GetElement(slot, at)
	return value, set, s.warned(err)
}

// SetElement is Store.SetElement. It reports such an index, and sets nothing.
func (s bashSlots) SetElement(slot int, at arith.Subscript, value string) error {
	return s.warned(s.Numbers.SetElement(slot, at, value))
}

// warned reports an index that no element can have.
func (s bashSlots) warned(err error) error {
	var bad *vars.SubscriptError
	if w, ok := s.sh.(Warner); ok && errors.As(err, &bad) {
		w.Warn(&Error{Msg: bad.Error(), BadSubscript: true})
		return nil
	}
	return err
}

// Get returns the value of a variable. Under set -u one that is not set is an error.
func (s bashSlots) Get(slot int) (string, bool, error) {
	if s.strict {
		return (*strictSlots)(s.Store).Get(slot)
	}
	return s.Numbers.Get(slot)
}
