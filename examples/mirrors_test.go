//go:build linux

package examples_test

import (
	"regexp"
	"testing"
)

// testDemo runs the main job: mirrors.ftsh, with everything that can be wrong with a
// mirror.
func testDemo(t *testing.T, p place) {
	r := p.start(t, "", []string{"TMPDIR=" + p.dir}, "demo")
	r.wait(t, 0)
	log := r.stderr.String()
	for _, what := range []string{
		`forany: attempt \d failed: .* wget .*: exit status 4\n`,                  // refused
		`forany: attempt \d failed: .* wget .*: exit status 124 \(time limit\)\n`, // the black hole
		`try: waiting \S+ seconds before attempt 2\n`,
	} {
		if !regexp.MustCompile(what).MatchString(log) {
			t.Errorf("the log does not tell of %q:\n%s", what, log)
		}
	}
	for _, what := range []string{`(?m)^fresh\.data: fetched from 127\.0\.0\.1:\d+, verified$`, `(?m)^fresh\.data: OK$`} {
		if !regexp.MustCompile(what).MatchString(r.stdout.String()) {
			t.Errorf("the output does not match %q:\n%s", what, r.stdout.String())
		}
	}
	if out := p.start(t, "", nil, "ls", p.dir); true {
		out.wait(t, 0)
		if got := out.stdout.String(); got != "" {
			t.Errorf("temporary files are left: %s", got)
		}
	}
}
