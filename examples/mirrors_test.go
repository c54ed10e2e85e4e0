//go:build linux

package examples_test

import (
	"regexp"
	"testing"

	"ftsh/internal/subject"
)

// testDemo runs the main job: mirrors.ftsh, with every possible fault of a mirror.
func testDemo(t *testing.T, p place) {
	env := []string{"TMPDIR=" + p.dir, "FETCH_FOR=2 minutes", "MIRROR_TIMEOUT=10 seconds"}
	story, log := p.start(t, "", env, "demo"), p.start(t, "", env, "demo", "--log")
	story.wait(t, 0)
	log.wait(t, 0)
	// The choice of mirrors asked before one gives the file is random. The test of narrate covers
	// all descriptions.
	told := story.stdout.String()
	for _, what := range []string{
		`(?m)^    refusing  127\.0\.0\.1:\d+  nobody listens there$`,
		`(?m)^ +\d+\.\d s  round 1: the mirrors in random order$`,
		`(?m)^ +\d+\.\d s      good      the file, whole and right$`,
		`(?m)^fresh\.data: fetched from good, verified$`,
		`(?m)^rounds: \d+, with \d+\.\d s of waiting between them$`,
		`(?m)^failures of mirrors: `,
		`(?m)^verified once more, by its checksum: 5af7b952…$`,
		`(?m)^Try next:$`,
	} {
		if !regexp.MustCompile(what).MatchString(told) {
			t.Errorf("the story does not match %q:\n%s", what, told)
		}
	}
	if regexp.MustCompile(`/mirrors\.ftsh:|"time"`).MatchString(told + story.stderr.String()) {
		t.Errorf("the log is in the story:\n%s%s", told, story.stderr.String())
	}
	// The output of wget, and the log, if there was anything to log.
	for out, what := range map[*subject.Output]string{
		&log.stderr: `(?m)^.* URL:http://127\.0\.0\.1:\d+/fresh\.data `,
		&log.stdout: `(?m)^fresh\.data: fetched from 127\.0\.0\.1:\d+, verified$`,
	} {
		if !regexp.MustCompile(what).MatchString(out.String()) {
			t.Errorf("with the log, the output does not match %q:\n%s", what, out.String())
		}
	}
	p.start(t, "", nil, "demo", "--what").wait(t, 2)
	if out := p.start(t, "", nil, "ls", p.dir); true {
		out.wait(t, 0)
		if got := out.stdout.String(); got != "" {
			t.Errorf("temporary files are left: %s", got)
		}
	}
}
