package arith_test

import (
	"strings"
	"testing"
	"time"

	"ftsh/internal/arith"
)

// FuzzHostile: no expression takes exponential time. It consists of text that repeats, and so do the
// values of variables that refer to each other.
func FuzzHostile(f *testing.F) {
	for _, s := range [][5]string{
		{"(", "1", ")", "1", "1"}, {"1?", "x", ":2", "y+y", "x"}, {"x=", "1", "", "y,y", "z*z"},
		{"v[", "x", "]", "y", "v[1]"}, {"2**", "2", "", "1", "1"}, {"-", "x", "", "x", "x"}, {"1||", "x++", "", "y", "1"},
		{"m[", "y", "]", "m[k]+m[k]", "m[x]"}, {"!~", "1", "&&1", "1", "1"}, {"", "x+y", ",x", "y+y+y", "z+z+z"},
	} {
		f.Add(s[0], s[1], s[2], s[3], s[4], uint16(50))
	}
	f.Fuzz(func(t *testing.T, open, middle, end, x, y string, n uint16) {
		if len(open)+len(middle)+len(end)+len(x)+len(y) > 60 {
			return
		}
		times := int(n % 400)
		src := strings.Repeat(open, times) + middle + strings.Repeat(end, times)
		v := newBashEnv()
		v.values["x"], v.values["y"], v.values["z"] = x, y, "x+y"
		began := time.Now()
		if e, err := arith.ParseBash(src, v.bind); err == nil {
			_, _ = e.Eval(v)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%v", took)
		}
	})
}
