package builtin

import (
	"testing"

	"ftsh/internal/flow"
)

func TestPrintf(t *testing.T) {
	f := &printer{}
	bad := flow.Status(1)
	check(t, f, []call{
		{args: []string{"printf", "hello\n"}, out: "hello\n"},
		{args: []string{"printf", "%s,%s;", "a", "b", "c"}, out: "a,b;c,;"},
		{args: []string{"printf", "%d %i %o %x %X %u", "-5", "010", "8", "255", "255", "-1"},
			out: "-5 8 10 ff FF 18446744073709551615"},
		{args: []string{"printf", "[%5d|%-5d|%05d|%+d|% d|%.3d]", "42", "42", "42", "42", "42",
			"42"}, out: "[   42|42   |00042|+42| 42|042]"},
		{args: []string{"printf", "%#o %#x %#X %#x", "8", "255", "255", "0"},
			out: "010 0xff 0XFF 0"},
		{args: []string{"printf", "%*d|%-*d|%.*s|", "5", "1", "4", "2", "2", "abc"},
			out: "    1|2   |ab|"},
		{args: []string{"printf", "%*d|", "-4", "1"}, out: "1   |"},
		{args: []string{"printf", "%d %d", "'A", "\"é"}, out: "65 233"},
		{args: []string{"printf", "%b|%5b|", `a\tb\0101\101`, `\x`}, out: "a\tbAA|   \\x|"},
		{args: []string{"printf", "%b|%s", `a\cb`, "never"}, out: "a"},
		{args: []string{"printf", "%s %s\n", "%d", `\n`}, out: "%d \\n\n"},
		{args: []string{"printf", `\101\60\\\a\"\q%%`}, out: "A0\\\a\"\\q%"},
		{args: []string{"printf", "%c%c", "hello", "x"}, out: "hx"},
		{args: []string{"printf", "%.2f %e %g %G", "3.14159", "12345.678", "1e-5", "1e20"},
			out: "3.14 1.234568e+04 1e-05 1E+20"},
		{args: []string{"printf", "%a %A %a", "1", "10", "0x.8p1"}, out: "0x1p+0 0X1.4P+3 0x1p+0"},
		{args: []string{"printf", "%f %5.1f|%-8g|%#g|%08.2f", "inf", "nan", "2", "2", "-1"},
			out: "inf   nan|2       |2.00000|-0001.00"},
		{args: []string{"printf", "%2$s %1$s\n", "a", "b", "c"}, out: "b a\n c\n"},
		{args: []string{"printf", "%1$*2$d|", "7", "3"}, out: "  7|"},
		{args: []string{"printf", "x", "ignored"}, out: "x"},
		{args: []string{"printf", "%d|"}, out: "0|"},
		{args: []string{"printf", "%d|", ""}, out: "0|"},
		{args: []string{"printf", "--", "%s", "a"}, out: "a"},
		{args: []string{"printf", "%d|%d\n", "12x", "3"}, out: "12|3\n",
			errs: "\"12x\" is not a number as a whole\n", want: bad},
		{args: []string{"printf", "%d", "abc"}, out: "0", errs: "\"abc\" is not a number\n",
			want: bad},
		{args: []string{"printf", "%d %u", "9223372036854775808", "18446744073709551616"},
			out:  "9223372036854775807 18446744073709551615",
			errs: "9223372036854775808: out of range\n18446744073709551616: out of range\n",
			want: bad},
		{args: []string{"printf", "a%yb", "1"}, out: "a", errs: "%y: unknown conversion\n",
			want: bad},
		{args: []string{"printf", "a%-"}, out: "a", errs: "%-: missing conversion\n", want: bad},
		{args: []string{"printf"}, errs: "expected a format\n", want: flow.Status(2)},
		{args: []string{"printf", "-x"}, errs: "unknown option -x\n", want: flow.Status(2)},
		{args: []string{"echo", "-n", "a", "b"}, out: "a b"},
		{args: []string{"echo", `a\tb\0101`, "-n"}, out: "a\tbA -n\n"},
		{args: []string{"echo", `x\cy`, "z"}, out: "x"},
		{args: []string{"echo"}, out: "\n"},
		{args: []string{"echo", "--", `\`}, out: "-- \\\n"},
	})
}
