package builtin

import "ftsh/internal/bashism"

// options reads the options of a builtin by the utility syntax guidelines
// (XBD 12.2): clustered letters, option-arguments attached or not, and `--`.
type options struct {
	h     Streams
	args  []string
	i     int    // args[i] is read next
	pos   int    // next letter in args[i]; 0: none begun
	value string // the option-argument of the last letter
}

// wrongOption is the result of next for an invalid option, already reported.
const wrongOption = '?'

// next returns the next option's letter, 0 after the last. A letter of spec followed by a colon
// takes an argument.
func (o *options) next(spec string) byte {
	if o.pos == 0 {
		if o.i == 0 {
			o.i = 1
		}
		if o.i >= len(o.args) {
			return 0
		}
		a := o.args[o.i]
		if len(a) < 2 || a[0] != '-' {
			return 0
		}
		if a == "--" {
			o.i++
			return 0
		}
		o.pos = 1
	}
	a := o.args[o.i]
	c := a[o.pos]
	o.pos++
	last := o.pos == len(a)
	known, takesValue := hasOption(spec, c)
	switch {
	case !known:
		o.h.Errorf("unknown option -%c%s", c, instead(bashism.Option(o.args[0], c)))
		return wrongOption
	case !takesValue:
		if last {
			o.i, o.pos = o.i+1, 0
		}
		return c
	case !last:
		o.value = a[o.pos:]
		o.i, o.pos = o.i+1, 0
		return c
	case o.i+1 >= len(o.args):
		o.h.Errorf("option -%c needs an argument", c)
		return wrongOption
	}
	o.value = o.args[o.i+1]
	o.i, o.pos = o.i+2, 0
	return c
}

// instead suggests a replacement for something refused by a builtin, for the end of a message.
func instead(remedy string) string {
	if remedy == "" {
		return ""
	}
	return ": " + remedy
}

func hasOption(spec string, c byte) (known, takesValue bool) {
	if c == ':' {
		return false, false
	}
	for i := 0; i < len(spec); i++ {
		if spec[i] == c {
			return true, i+1 < len(spec) && spec[i+1] == ':'
		}
	}
	return false, false
}

// rest returns the operands, once next has returned 0.
func (o *options) rest() []string {
	if o.i == 0 {
		return o.args[1:]
	}
	return o.args[o.i:]
}

// operands returns the operands of a builtin without options; ok is false if there was an option,
// already reported.
func operands(h Streams, args []string) (rest []string, ok bool) {
	if len(args) < 2 || len(args[1]) < 2 || args[1][0] != '-' {
		return args[1:], true
	}
	o := options{h: h, args: args}
	ok = o.next("") == 0
	return o.rest(), ok
}

// number reads an unsigned decimal number that fits an int32, as statuses and
// counts do.
func number(s string) (int, bool) {
	if s == "" {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		if n = n*10 + int(c); n > 1<<31-1 {
			return 0, false
		}
	}
	return n, true
}
