package expand

import (
	"ftsh/internal/arith"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// bashSlots are the variables of a shell as the environment of an expression in the dialect of bash.
type bashSlots struct {
	vars.Numbers
	strict bool // set -u
}

var _ arith.BashEnv = bashSlots{}

func slotsOf(sh Shell) bashSlots {
	return bashSlots{vars.Numbers{Store: sh.Vars()}, sh.Options().Has(option.NoUnset)}
}

// Get returns the value of a variable. Under set -u one that is not set is an error.
func (s bashSlots) Get(slot int) (string, bool, error) {
	if s.strict {
		return (*strictSlots)(s.Store).Get(slot)
	}
	return s.Numbers.Get(slot)
}
