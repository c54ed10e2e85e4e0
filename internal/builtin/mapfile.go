package builtin

import (
	"bytes"
	"io"
	"strconv"

	"ftsh/internal/array"
	"ftsh/internal/flow"
	"ftsh/internal/quote"
	"ftsh/internal/vars"
)

// mapfileHost is the part of the shell used by mapfile.
type mapfileHost interface {
	Streams
	Cancellation
	Variables
	Runner
}

// A mapping is what the options and the operand of mapfile say.
type mapping struct {
	delim    byte
	strip    bool // the lines lose the delimiter
	keep     bool // the array keeps its elements
	input    int  // the descriptor
	most     int  // how many lines are kept; 0: all
	origin   int  // the index of the first line kept
	skip     int  // how many lines are left out before it
	callback string
	quantum  int // how many lines each call of the callback is for
	array    vars.Ref
}

// mapfile is bash's `mapfile [-d delimiter] [-n count] [-O origin] [-s count] [-t] [-u descriptor]
// [-C callback] [-c quantum] [array]`, also called readarray: the lines become elements.
func mapfile(h mapfileHost, args []string) flow.Outcome {
	m := mapping{delim: '\n', quantum: 5000}
	if out := m.parse(h, args); !out.OK() {
		return out
	}
	f := h.File(m.input)
	if f == nil {
		h.Errorf("descriptor %d is closed", m.input)
		return flow.Status(1)
	}
	if !m.change(h, func(a *array.Indexed) {
		if !m.keep {
			a.Replace(nil)
		}
	}) {
		return flow.Status(1)
	}
	for n := 0; m.most == 0 || n < m.most+m.skip; n++ {
		line, err := h.ReadLine(h.Context(), f, m.delim, maxLine)
		if h.Context().Err() != nil {
			return cancelled()
		}
		if err != nil && err != io.EOF {
			h.Errorf("%v", err)
			return flow.Status(1)
		}
		if len(line) == 0 {
			break
		}
		if n >= m.skip {
			if out := m.add(h, n-m.skip, line); !out.OK() {
				return out
			}
		}
		if err == io.EOF {
			break
		}
	}
	return flow.Outcome{}
}

// parse reads the arguments.
func (m *mapping) parse(h mapfileHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	const known = "d:n:O:s:tu:C:c:"
	for c := o.next(known); c != 0; c = o.next(known) {
		good := true
		switch c {
		case wrongOption:
			return misuse()
		case 'd':
			m.delim = 0
			if o.value != "" {
				m.delim = o.value[0]
			}
		case 'n':
			m.most, good = number(o.value)
		case 'O':
			m.origin, good = number(o.value)
			m.keep = true
		case 's':
			m.skip, good = number(o.value)
		case 't':
			m.strip = true
		case 'u':
			m.input, good = number(o.value)
		case 'C':
			m.callback = o.value
		case 'c':
			m.quantum, good = number(o.value)
			good = good && m.quantum > 0
		}
		if !good {
			h.Errorf("-%c: %q is not right", c, o.value)
			return flow.Status(1)
		}
	}
	name := "MAPFILE"
	if rest := o.rest(); len(rest) > 0 {
		name = rest[0]
	}
	if !vars.IsName(name) {
		h.Errorf("%q is not a variable name", name)
		return flow.Status(1)
	}
	m.array = h.Vars().Names().Ref(name)
	return flow.Outcome{}
}

// add makes the n-th line that is kept an element, after the callback if it is due.
func (m *mapping) add(h mapfileHost, n int, line []byte) flow.Outcome {
	if m.strip || m.delim == 0 {
		line = bytes.TrimSuffix(line, []byte{m.delim})
	}
	line, _, _ = bytes.Cut(line, []byte{0})
	i := m.origin + n
	if m.callback != "" && (n+1)%m.quantum == 0 {
		out := h.Eval(m.callback + " " + strconv.Itoa(i) + " " + quote.Single(string(line)))
		if out.Divert != flow.None {
			return out
		}
	}
	if !m.change(h, func(a *array.Indexed) { a.Set(i, string(line)) }) {
		return flow.Status(1)
	}
	return flow.Outcome{}
}

// change calls do with the array, and reports whether it can be changed.
func (m *mapping) change(h mapfileHost, do func(*array.Indexed)) bool {
	if err := h.Vars().ChangeIndexed(m.array, do); err != nil {
		h.Errorf("%v", err)
		return false
	}
	return true
}
