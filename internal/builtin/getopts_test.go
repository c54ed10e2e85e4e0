package builtin

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// scan runs getopts to its end and records every step.
func scan(f *scanner, spec string, args ...string) string {
	var b strings.Builder
	for range 50 {
		out := run(f, append([]string{"getopts", spec, "o"}, args...)...)
		optarg, set := f.Vars().Lookup("OPTARG")
		if !set {
			optarg = "-"
		}
		fmt.Fprintf(&b, "%d:%s:%s:%s ", out.Status, f.Vars().Value("o"), optarg,
			f.Vars().Value("OPTIND"))
		if out.Status != 0 {
			break
		}
	}
	return strings.TrimSuffix(b.String(), " ")
}

func TestGetopts(t *testing.T) {
	for _, c := range []struct {
		spec, args, want, errs string
	}{
		{"ab:c", "-a -b x -c y", "0:a:-:2 0:b:x:4 0:c:-:5 1:?:-:5", ""},
		{"ab:c", "-acbx y", "0:a:-:2 0:c:-:2 0:b:x:2 1:?:-:2", ""},
		{"ab", "-a -- -b", "0:a:-:2 1:?:-:3", ""},
		{"ab", "- -b", "1:?:-:1", ""},
		{"a", "-xa", "0:?:-:2 0:a:-:2 1:?:-:2", "prog: unknown option -x\n"},
		{":a", "-xa", "0:?:x:2 0:a:-:2 1:?:-:2", ""},
		{"a:", "-a", "0:?:-:2 1:?:-:2", "prog: option -a needs an argument\n"},
		{":a:", "-a", "0:::a:2 1:?:-:2", ""},
		{"a:", "-a|", "0:a:|:2 1:?:-:2", ""},
		{"a:", "-a --", "0:a:--:3 1:?:-:3", ""},
		{":", "-:", "0:?:::2 1:?:-:2", ""},
	} {
		f := &scanner{}
		errs := f.capture(t)
		f.assign(t, "OPTIND", "1")
		if got := scan(f, c.spec, strings.Fields(c.args)...); got != c.want {
			t.Errorf("getopts %q %s: %s, want %s", c.spec, c.args, got, c.want)
		}
		if got := errs(); got != c.errs {
			t.Errorf("getopts %q %s: said %q, want %q", c.spec, c.args, got, c.errs)
		}
	}
}

func TestGetoptsStartsAgainWhenOptindIsAssigned(t *testing.T) {
	f := &scanner{}
	f.assign(t, "OPTIND", "1")
	f.params = []string{"-ab", "-c"}
	run(f, "getopts", "abc", "o")
	f.assign(t, "OPTIND", "1")
	if got, want := scan(f, "abc"), "0:a:-:2 0:b:-:2 0:c:-:3 1:?:-:3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// The arguments may become fewer between two calls.
	f.assign(t, "OPTIND", "1")
	run(f, "getopts", "abc", "o")
	f.params = nil
	if got, want := scan(f, "abc"), "1:?:-:2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestGetoptsOpterr(t *testing.T) {
	f := &scanner{}
	errs := f.capture(t)
	f.assign(t, "OPTIND", "1")
	f.assign(t, "OPTERR", "0")
	scan(f, "a", "-x")
	if got := errs(); got != "" {
		t.Errorf("said %q", got)
	}
}

// dash sets OPTARG to nothing where XCU getopts unsets it.
func TestGetoptsAgreesWithDash(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const script = `spec=$1; shift; i=0
while [ $i -lt 50 ]; do
	getopts "$spec" o "$@" 2>/dev/null; s=$?
	[ $s = 0 ] || OPTARG=
	printf '%s:%s:%s:%s ' "$s" "$o" "${OPTARG:--}" "$OPTIND"
	[ $s = 0 ] || break
done`
	for range *rounds {
		spec := pick(r, []string{"", ":"}) + pieces(r, 4, []string{"a", "b", "c:", "d:"})
		var args []string
		for range r.IntN(5) {
			args = append(args, pick(r, []string{"-", "-", "--", "x", "-a"})+
				pieces(r, 4, []string{"a", "b", "c", "d", "x", "-"}))
		}
		if len(args) == 0 {
			continue
		}
		want, _ := peer(t, "dash", "", script, append([]string{spec}, args...)...)
		f := &scanner{}
		f.assign(t, "OPTIND", "1")
		if got := scan(f, spec, args...) + " "; got != want {
			t.Errorf("getopts %q %q:\n%s, dash\n%s", spec, args, got, want)
		}
	}
}
