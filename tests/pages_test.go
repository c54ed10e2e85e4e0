//go:build linux

package tests

import (
	"testing"

	"ftsh/internal/subject"
)

// Every command of the page does what the page says, that of the other tools too. The log is
// off: the page is about what commands print.
func TestFromOtherTools(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "timeout", "retry", "env_parallel", "parallel", "flock", "chronic", "setsid")
	runPage(t, "../docs/from-other-tools.md", "FTSH_LOG_LEVEL=0")
}

func TestCronPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "setsid", "grep", "head")
	runPage(t, "../docs/cron.md")
}

// The log is off: the page is about what branches print.
func TestViaPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	runPage(t, "../docs/via.md", "FTSH_LOG_LEVEL=0")
}
