package event

import "fmt"

// A Place is a position in a script.
type Place struct {
	Script string // the name of the script or the sourced file, as in messages
	Line   int    // from 1; 0 if no line is at fault
	Col    int    // from 1, in bytes; 0 if Line is
}

// String returns the place in the form used by messages: script:line:col, or the script alone if no
// line is at fault.
func (p Place) String() string {
	if p.Line == 0 {
		return p.Script
	}
	return fmt.Sprintf("%s:%d:%d", p.Script, p.Line, p.Col)
}
