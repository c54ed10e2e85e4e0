//go:build linux

package condor

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"
	"ftsh/tests/machine"
)

// goOn runs a script until no other run of it holds the lock.
func (p place) goOn(script string) *machine.Program {
	r := p.Script(script)
	for r.Status() == 75 {
		r = p.Script(script)
	}
	return r
}

// testKilledAndResumed kills a shell with finished, running and waiting branches. The next one goes
// on: each branch runs once, and both outputs together are that of one run.
func testKilledAndResumed(t *testing.T, p place) {
	script := subject.JournaledBranches("condor")
	r := p.Script(script)
	r.Until("two have begun", func() bool { return p.Has("started.a") && p.Has("started.b") })
	p.Touch("go.a")
	r.Until("the first is recorded, and the next has begun", func() bool {
		b, _ := os.ReadFile(p.Path("each"))
		// Output that passes through is printed after the record, once at most.
		return strings.Contains(string(b), `"succeeded"`) && p.Has("started.c") &&
			r.Stdout.String() != ""
	})
	r.Kill()
	p.Touch("go")
	again := p.goOn(script).Wait(4)
	if got := r.Stdout.String() + again.Stdout.String(); got != subject.JournaledOutput {
		t.Errorf("output %q, want %q", got, subject.JournaledOutput)
	}
	if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
		t.Errorf("begun: %q", got)
	}
}

// A shell killed while it submits, at several moments, leaves a submission that the next run looks
// up or makes, with one cluster at the end.
func TestKilledWhileSubmitting(t *testing.T) {
	slow(t)
	p := newPool(t).user(t).in(t, "submitting")
	const script = `forall x via condor journal ./each grouped in a b c
	echo "$x" >>ran
	until [ -e go ]; do sleep 0.1; done
	echo "this is $x"
catch
	[ "$FTSH_REASON" != locked ] || exit 75
	exit 4
end`
	for i := range 8 {
		moment := time.Duration(i) * 25 * time.Millisecond // any of them is right
		t.Run(moment.String(), func(t *testing.T) {
			t.Parallel()
			p := p.in(t, fmt.Sprint(i))
			r := p.Script(script)
			r.Until("it submits", func() bool {
				files, _ := filepath.Glob(p.Path(".ftsh-via/*/1.sub"))
				return len(files) > 0
			})
			time.Sleep(moment)
			r.Kill()
			p.Touch("go")
			p.goOn(script).Wait(0).Prints("this is a\nthis is b\nthis is c\n")
			if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c"}) {
				t.Errorf("begun %q", got)
			}
		})
	}
}
