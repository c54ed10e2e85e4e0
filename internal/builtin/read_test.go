package builtin

import (
	"testing"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		input, ifs string
		args       []string
		x, y       string
		status     int
	}{
		{"a b\n", " \t\n", []string{"x"}, "a b", "", 0},
		{"  a  b  c  \n", " \t\n", []string{"x", "y"}, "a", "b  c", 0},
		{"  a b\\n \n", "", []string{"-r", "x"}, "  a b\\n ", "", 0},
		{"a:b:\n", ":", []string{"x", "y"}, "a", "b", 0},
		{"a:b:c:\n", ":", []string{"x", "y"}, "a", "b:c:", 0},
		{":a\n", ":", []string{"x", "y"}, "", "a", 0},
		{"a : b\n", ": ", []string{"x", "y"}, "a", "b", 0},
		{"aöbäc\n", "öä", []string{"x", "y"}, "a", "bäc", 0},
		{"a\\ b c\n", " ", []string{"x", "y"}, "a b", "c", 0},
		{"a\\\nb\n", " ", []string{"x"}, "ab", "", 0},
		{"a\\b\n", " ", []string{"x"}, "ab", "", 0},
		{"a\\b\n", " ", []string{"-r", "x"}, "a\\b", "", 0},
		{"no newline", " ", []string{"x"}, "no newline", "", 1},
		{"", " ", []string{"x"}, "", "", 1},
		{"a\x00b\n", " ", []string{"x"}, "ab", "", 0},
		{"a b;c\n", " ", []string{"-d", ";", "x"}, "a b", "", 0},
		{"a\nb\x00c", " ", []string{"-d", "", "x"}, "a\nb", "", 0},
		{"a\n", " ", []string{"-p", "prompt", "x"}, "a", "", 0},
	} {
		f := &reader{}
		f.assign(t, "IFS", c.ifs)
		f.open(0, fd.FromBytes(c.input))
		out := run(f, append([]string{"read"}, c.args...)...)
		if x, y := f.Vars().Value("x"), f.Vars().Value("y"); x != c.x || y != c.y ||
			int(out.Status) != c.status {
			t.Errorf("read %q of %q, IFS=%q: %q %q, status %d; want %q %q, %d", c.args, c.input,
				c.ifs, x, y, out.Status, c.x, c.y, c.status)
		}
	}
}

func TestReadErrors(t *testing.T) {
	f := &reader{}
	wrong := flow.Status(2)
	f.assign(t, "r", "1")
	check(t, f, []call{
		{args: []string{"readonly", "r"}},
		{args: []string{"read"}, errs: "expected a variable name\n", want: wrong},
		{args: []string{"read", "1x"}, errs: "\"1x\" is not a variable name\n", want: wrong},
		{args: []string{"read", "-d", "ab", "x"},
			errs: "the delimiter \"ab\" is longer than one byte\n", want: wrong},
		{args: []string{"read", "x"}, errs: "standard input is closed\n", want: wrong},
	})
	f.open(0, fd.FromBytes("a\n"))
	if out := run(f, "read", "r"); out != wrong || f.errs.Len() == 0 {
		t.Errorf("read into a readonly variable: %+v", out)
	}
}

func BenchmarkRead(b *testing.B) {
	f := &reader{}
	var input []byte
	for range b.N {
		input = append(input, "some words of a line\n"...)
	}
	f.open(0, fd.FromBytes(string(input)))
	args := []string{"read", "-r", "line"}
	f.assign(b, "IFS", " \t\n")
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		read(f, args)
	}
}

func BenchmarkTest(b *testing.B) {
	f := &tester{}
	args := []string{"[", "12345", "-lt", "300000", "]"}
	b.ReportAllocs()
	for range b.N {
		bracket(f, args)
	}
}

func BenchmarkPrintf(b *testing.B) {
	f := &printer{}
	args := []string{"printf", "%s\n", "hello"}
	b.ReportAllocs()
	for range b.N {
		f.out.Reset()
		printf(f, args)
	}
}
