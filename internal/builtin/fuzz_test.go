package builtin

import (
	"strings"
	"testing"

	"ftsh/internal/fd"
)

// No input makes a builtin panic, and its status is a documented one.

func FuzzPrintf(f *testing.F) {
	for _, s := range []string{"%d\x00x", "%*.*f\x001\x002\x003", "%2$s%1$s\x00a\x00b", "%b\x00\\c",
		"%", "%-", "%1$", "%*", "%.*1$d\x00-9",
		"%a\x000x1p-2000", "%#g\x001e400", "%'d", "\\", "\\777", "%c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		// Long widths only test the memory, and find no panics.
		digits := 0
		for _, c := range s {
			if c >= '0' && c <= '9' {
				if digits++; digits > 4 {
					return
				}
			} else {
				digits = 0
			}
		}
		h := &printer{}
		if out := run(h, append([]string{"printf"},
			strings.Split(s, "\x00")...)...); out.Status < 0 || out.Status > 2 {
			t.Errorf("status %d", out.Status)
		}
	})
}

func FuzzTest(f *testing.F) {
	for _, s := range []string{"1\x00-eq\x002", "(\x00a\x00)", "!\x00!\x00-n\x00x",
		"a\x00-a\x00(\x00-f\x00b\x00)", "-t\x009999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h := &tester{}
		out := run(h, append([]string{"test"}, strings.Split(s, "\x00")...)...)
		if out.Status < 0 || out.Status > 2 || (out.Status == 2) != (h.errs.Len() > 0) {
			t.Errorf("test %q: status %d, said %q", s, out.Status, h.errs.String())
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("a b\\\nc d\n", " ", false)
	f.Add("a:b::c", ":é", true)
	f.Add("\\", "\\", false)
	f.Fuzz(func(t *testing.T, input, ifs string, raw bool) {
		h := &reader{}
		h.assign(t, "IFS", ifs)
		h.open(0, fd.FromBytes(input))
		args := []string{"read", "x", "y"}
		if raw {
			args = []string{"read", "-r", "x", "y"}
		}
		if out := run(h, args...); out.Status < 0 || out.Status > 1 {
			t.Errorf("status %d", out.Status)
		}
		if n := len(h.Vars().Value("x")) + len(h.Vars().Value("y")); n > len(input) {
			t.Errorf("%d bytes of %d", n, len(input))
		}
	})
}

func FuzzGetopts(f *testing.F) {
	f.Add("ab:", "-a\x00-bx\x00--", "1")
	f.Add(":", "-\xff", "7")
	f.Fuzz(func(t *testing.T, spec, args, optind string) {
		h := &scanner{}
		h.assign(t, "OPTIND", optind)
		list := append([]string{"getopts", "--", spec, "o"}, strings.Split(args, "\x00")...)
		for range len(args) + 2 {
			if run(h, list...).Status != 0 {
				return
			}
		}
		t.Error("getopts does not end")
	})
}
