package builtin

import (
	"os"
	"strings"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/quote"
	"ftsh/internal/vars"
)

// bashPrintfHost is the part of the shell used by bash's printf.
type bashPrintfHost interface {
	printfHost
	Bash
}

// bashPrintf is bash's `printf [-v name] format [argument…]`, with %q, %Q, %n, %(format)T and its
// escape sequences.
func bashPrintf(h bashPrintfHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	name, named := "", false
	for c := o.next("v:"); c != 0; c = o.next("v:") {
		if c == wrongOption {
			return misuse()
		}
		if name, named = o.value, true; !vars.IsTarget(name) {
			h.Errorf("%q is not a variable name", name)
			return misuse()
		}
	}
	rest := o.rest()
	if len(rest) == 0 {
		h.Errorf("expected a format")
		return misuse()
	}
	p := formatter{h: h, args: rest[1:], bash: h}
	p.format(rest[0])
	if !named {
		if out := printed(h, p.out.String()); !out.OK() {
			return out
		}
	} else if err := h.Vars().AssignNamed(h.Target(name), withoutNUL(p.out.String())); err != nil {
		h.Errorf("%v", err)
		return flow.Status(1)
	}
	return flow.Status(p.status)
}

// maxTime is the size of bash's memory for a formatted time: a longer one is empty.
const maxTime = 128

func withoutNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

// bashEscape writes the escape sequence of a format after a backslash, and returns its length.
func (p *formatter) bashEscape(f string) int {
	if f == "" {
		p.out.WriteByte('\\')
		return 0
	}
	switch c := f[0]; c {
	case 'e', 'E':
		p.out.WriteByte(0x1b)
		return 1
	case '"', '\'', '?':
		p.out.WriteByte(c)
		return 1
	case 'x', 'u', 'U':
		return 1 + hexadecimal(&p.out, f)
	}
	b, n := escape(f)
	if n == 0 {
		b = '\\'
	}
	p.out.WriteByte(b)
	return n
}

// bashConvert formats one argument by a conversion that only bash has; false if there is none.
func (p *formatter) bashConvert(c byte, s spec, number int) bool {
	switch c {
	case 'b':
		arg, _ := p.argument(number)
		var b strings.Builder
		p.stop = bashEscapes(&b, arg, true)
		p.text(s, b.String())
	case 'q':
		arg, _ := p.argument(number)
		p.text(s, quote.Backslash(arg))
	case 'Q':
		arg, _ := p.argument(number)
		if s.precision >= 0 && s.precision < len(arg) {
			arg = arg[:s.precision]
		}
		s.precision = -1
		p.text(s, quote.Backslash(arg))
	case 'n':
		arg, _ := p.argument(number)
		if !vars.IsTarget(arg) {
			p.fail("%q is not a variable name", arg)
		} else if err := p.h.Vars().AssignNamed(arg, itoa(p.out.Len())); err != nil {
			p.fail("%v", err)
		}
	default:
		return false
	}
	return true
}

// timeConversion handles %(format)T after its flags, at the parenthesis, and returns its length; 0
// if it is none.
func (p *formatter) timeConversion(f string, s spec, number int) int {
	depth, end := 0, -1
	for i := 0; i < len(f) && end < 0; i++ {
		switch f[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end = i
			}
		}
	}
	if end < 0 || end+1 == len(f) || f[end+1] != 'T' {
		return 0
	}
	format := f[1:end]
	if format == "" {
		format = "%X"
	}
	arg, given := p.argument(number)
	seconds := int64(-1)
	if given {
		seconds = p.signed(arg)
	}
	at := time.Unix(seconds, 0)
	switch seconds {
	case -1:
		at = p.bash.Wall()
	case -2:
		at = p.bash.Began()
	}
	text := FormatTime(p.h.Vars(), format, at)
	if len(text) >= maxTime {
		text = ""
	}
	p.text(s, text)
	return end + 2
}

// FormatTime returns a time by a format of strftime, in the zone of zoneOf.
func FormatTime(v *vars.Store, format string, t time.Time) string {
	return strftime(format, t.In(zoneOf(v)))
}

// zoneOf returns the time zone: that of the variable TZ if it is exported, else the system's.
func zoneOf(v *vars.Store) *time.Location {
	ref := v.Names().Ref("TZ")
	value, set := v.Get(ref)
	if !set || v.Attrs(ref)&vars.Exported == 0 {
		if _, inherited := os.LookupEnv("TZ"); !inherited {
			return time.Local
		}
		if l, err := time.LoadLocation("/etc/localtime"); err == nil {
			return l
		}
		return time.UTC
	}
	return zone(value)
}
