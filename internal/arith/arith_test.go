package arith_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/arith"
)

// env holds variables by slot.
type env struct {
	names  []string
	values map[string]string
	getErr error
	setErr error
}

func (e *env) bind(name string) int {
	e.names = append(e.names, name)
	return len(e.names) - 1
}

func (e *env) Get(slot int) (string, bool, error) {
	v, ok := e.values[e.names[slot]]
	return v, ok, e.getErr
}

func (e *env) Set(slot int, value string) error {
	e.values[e.names[slot]] = value
	return e.setErr
}

func run(expr string) string {
	v := &env{values: start()}
	e, err := arith.Parse(expr, v.bind)
	if err != nil {
		return "error"
	}
	n, err := e.Eval(v)
	if err != nil {
		return "error"
	}
	return fmt.Sprintf("%d %s %s", n, v.values["x"], v.values["a"])
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		expr   string
		offset int
		msg    string
	}{
		{"", 0, "expected a number, a variable or a parenthesis, found the end of the expression"},
		{"1 + ", 4, "expected a number, a variable or a parenthesis, found the end of the expression"},
		{"1 * / 2", 4, `expected a number, a variable or a parenthesis, found "/"`},
		{"1 <<= 2", 2, `expected an operator, found "<<="`},
		{"1 é", 2, `expected an operator, found "é"`},
		{"1 2", 2, `expected an operator, found "2"`},
		{"(1 2", 3, `expected an operator or ")", found "2"`},
		{"1 ? 2", 5, `expected ":", found the end of the expression`},
		{"1 + 08", 4, `expected a number, found "08"`},
		{"12ab + 1", 0, `expected a number, found "12ab"`},
		{"1 + junk", 4, `expected an integer in junk, found "abc"`},
		{"junk += 1", 0, `expected an integer in junk, found "abc"`},
		{"1 + 2 / u", 6, "division by zero"},
		{"x %= 0", 0, "division by zero"},
		{strings.Repeat("(", 20000), 10000, "expression nested more than 10000 deep"},
		{strings.Repeat("-", 20000) + "1", 9999, "expression nested more than 10000 deep"},
		{strings.Repeat("a=", 20000) + "1", 20000, "expression nested more than 10000 deep"},
	} {
		v := &env{values: start()}
		e, err := arith.Parse(c.expr, v.bind)
		if err == nil {
			_, err = e.Eval(v)
		}
		var ae *arith.Error
		if !errors.As(err, &ae) || ae.Offset != c.offset || ae.Error() != c.msg {
			t.Errorf("%.20q: %+v, want %d %s", c.expr, err, c.offset, c.msg)
		}
	}
}

func TestEnvErrors(t *testing.T) {
	boom := errors.New("boom")
	for expr, v := range map[string]*env{
		"1 + u": {getErr: boom}, "u += 1": {getErr: boom},
		"x = 1": {values: start(), setErr: boom},
	} {
		e, err := arith.Parse(expr, v.bind)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Eval(v); err != boom {
			t.Errorf("%q: %v", expr, err)
		}
	}
	v := &env{getErr: boom}
	e, err := arith.Parse("1 || u", v.bind)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := e.Eval(v); n != 1 || err != nil {
		t.Errorf("what is not evaluated was looked up: %d, %v", n, err)
	}
}

func TestNames(t *testing.T) {
	v := &env{}
	e, err := arith.Parse("b + a * b + (c = a)", v.bind)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"b", "a", "c"}
	if !slices.Equal(e.Names(), want) || !slices.Equal(v.names, want) {
		t.Errorf("%q, bound %q", e.Names(), v.names)
	}
	many := "v0"
	for i := 1; i < 100; i++ {
		many += fmt.Sprintf("+v%d+v%d", i, i/2)
	}
	v = &env{}
	if e, err = arith.Parse(many, v.bind); err != nil || len(e.Names()) != 100 ||
		len(v.names) != 100 {
		t.Errorf("%d names, %d bound, %v", len(e.Names()), len(v.names), err)
	}
}

// TestLong would overflow the stack if evaluation recursed.
func TestLong(t *testing.T) {
	e, err := arith.Parse("1"+strings.Repeat("+1", 400_000), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := e.Eval(nil); n != 400_001 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	deep := strings.Repeat("1+(", 5000) + "1" + strings.Repeat(")", 5000)
	if e, err = arith.Parse(deep, nil); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Eval(nil); n != 5001 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestLeastNumber(t *testing.T) {
	// dash and most others are killed by SIGFPE here.
	for expr, want := range map[string]string{
		"min / -1": "-9223372036854775808 3 ", "min % -1": "0 3 ",
		"-min": "-9223372036854775808 3 ",
	} {
		if got := run(expr); got != want {
			t.Errorf("%s: %s", expr, got)
		}
	}
}

func TestParseInt(t *testing.T) {
	for _, c := range []struct {
		s    string
		want int64
		ok   bool
	}{
		{"", 0, true}, {" ", 0, true}, {"7", 7, true}, {"0", 0, true}, {"-0", 0, true},
		{"123456789012345678", 123456789012345678, true},
		{"9223372036854775807", 9223372036854775807, true},
		{"9223372036854775808", 0, false}, {"-9223372036854775809", 0, false},
		{"100000000000000000000000", 0, false}, {"0x7fffffffffffffff", 9223372036854775807, true},
		{"-0x8000000000000000", -9223372036854775808, true}, {"0x8000000000000000", 0, false},
		{"\t7\n", 7, true}, {"7 8", 0, false}, {"+", 0, false}, {"- 7", 0, false},
		{"--7", 0, false},
		{"0x", 0, false}, {"0xg", 0, false}, {"019", 0, false}, {"017", 15, true}, {"7a", 0, false},
	} {
		if got, ok := arith.ParseInt(c.s); got != c.want || ok != c.ok {
			t.Errorf("%q: %d, %v", c.s, got, ok)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, r := range rows() {
		f.Add(r.expr, "3")
		f.Add("1+x", r.expr)
	}
	f.Fuzz(func(t *testing.T, src, value string) {
		v := &env{values: map[string]string{"x": value}}
		e, err := arith.Parse(src, v.bind)
		if err != nil {
			if o := err.(*arith.Error).Offset; o < 0 || o > len(src) {
				t.Fatalf("offset %d in %q", o, src)
			}
			return
		}
		n, err := e.Eval(v)
		if err != nil {
			return
		}
		// An assigned value reads back, and parentheses change nothing.
		v = &env{values: map[string]string{"x": value}}
		if e, err = arith.Parse("result=("+src+")", v.bind); err != nil {
			if strings.Contains(err.Error(), "nested") {
				return
			}
			t.Fatalf("%q alone is right, but in parentheses: %v", src, err)
		}
		if _, err := e.Eval(v); err != nil {
			t.Fatalf("%q alone is right, but in parentheses: %v", src, err)
		}
		if m, ok := arith.ParseInt(v.values["result"]); m != n || !ok {
			t.Fatalf("%q is %d, but assigned %q", src, n, v.values["result"])
		}
	})
}

// slots is the fastest possible environment.
type slots []string

func (s slots) Get(slot int) (string, bool, error) { return s[slot], true, nil }
func (s slots) Set(slot int, value string) error   { s[slot] = value; return nil }

func BenchmarkEval(b *testing.B) {
	for _, src := range []string{"i+1", "i=i+1", "i+=1", "(i*3+j)%7<4&&j!=i", "i<1000?i:j"} {
		b.Run(src, func(b *testing.B) {
			var v arith.Env = slots{"12345", "678"}
			n := 0
			e, err := arith.Parse(src, func(string) int { n++; return n - 1 })
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Eval(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := arith.Parse("12345 + 1", nil); err != nil {
			b.Fatal(err)
		}
	}
}
