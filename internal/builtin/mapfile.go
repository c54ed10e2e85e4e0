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

// mapfile is bash's `mapfile [-d delimiter] [-n count] [-O origin] [-s count] [-t] [-u descriptor]
// [-C callback] [-c quantum] [array]`, also called readarray: the lines become elements.
func mapfile(h mapfileHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	const known = "d:n:O:s:tu:C:c:"
	delim, strip, callback, keep := byte('\n'), false, "", false
	input, most, origin, skip, quantum := 0, 0, 0, 0, 5000
	for c := o.next(known); c != 0; c = o.next(known) {
		good := true
		switch c {
		case wrongOption:
			return misuse()
		case 'd':
			delim = 0
			if o.value != "" {
				delim = o.value[0]
			}
		case 'n':
			most, good = number(o.value)
		case 'O':
			origin, good = number(o.value)
			keep = true
		case 's':
			skip, good = number(o.value)
		case 't':
			strip = true
		case 'u':
			input, good = number(o.value)
		case 'C':
			callback = o.value
		case 'c':
			quantum, good = number(o.value)
			good = good && quantum > 0
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
	f := h.File(input)
	if f == nil {
		h.Errorf("descriptor %d is closed", input)
		return flow.Status(1)
	}
	v := h.Vars()
	ref := v.Names().Ref(name)
	change := func(do func(*array.Indexed)) bool {
		if err := v.ChangeIndexed(ref, do); err != nil {
			h.Errorf("%v", err)
			return false
		}
		return true
	}
	if !keep && !change(func(a *array.Indexed) { a.Replace(nil) }) {
		return flow.Status(1)
	}
	for n := 0; most == 0 || n < most+skip; n++ {
		line, err := h.ReadLine(h.Context(), f, delim, maxLine)
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
		if n >= skip {
			if strip || delim == 0 {
				line = bytes.TrimSuffix(line, []byte{delim})
			}
			line, _, _ = bytes.Cut(line, []byte{0})
			i := origin + n - skip
			if callback != "" && (n-skip+1)%quantum == 0 {
				out := h.Eval(callback + " " + strconv.Itoa(i) + " " + quote.Single(string(line)))
				if out.Divert != flow.None {
					return out
				}
			}
			if !change(func(a *array.Indexed) { a.Set(i, string(line)) }) {
				return flow.Status(1)
			}
		}
		if err == io.EOF {
			break
		}
	}
	return flow.Outcome{}
}
