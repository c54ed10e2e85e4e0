//go:build linux

package tests

import (
	"os/exec"
	"path/filepath"
	"testing"

	"ftsh/internal/subject"
)

// Every command of the page works as the page says, including the commands of the other tools. The
// log is off: the page is about the commands' output.
func TestFromOtherTools(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "timeout", "retry", "env_parallel", "parallel", "flock", "chronic", "setsid")
	runPage(t, "../docs/from-other-tools.md", "FTSH_LOG_LEVEL=0")
}

func TestContainersPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "unshare", "sort")
	if out, err := exec.Command("unshare", "-pf", "--mount-proc",
		"true").CombinedOutput(); err != nil {
		t.Skipf("no namespace of processes: %v %s", err, out)
	}
	runPage(t, "../docs/guides/containers.md")
}

func TestThroughPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	runPage(t, "../docs/reference/through.md")
}

func TestTutorial(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "grep")
	runPage(t, "../docs/tutorial.md")
}

func TestFromBash(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "timeout", "mkfifo")
	runPage(t, "../docs/from-bash.md", "FTSH_LOG_LEVEL=0")
}

func TestFromOriginal(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	runPage(t, "../docs/from-original.md")
}

// The log is off: the page is about the branches' output.
func TestViaPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	runPage(t, "../docs/reference/via.md", "FTSH_LOG_LEVEL=0")
}

func TestAfterAFailurePage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "cat", "grep")
	runPage(t, "../docs/after-a-failure.md")
}

func TestFilesPage(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "sed", "wc")
	runPage(t, "../docs/reference/files.md")
}

func TestStatusesAndRecordsPages(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "grep", "sed")
	runPage(t, "../docs/reference/exit-statuses.md")
	runPage(t, "../docs/reference/log-records.md")
}

func TestCheatSheetAndTroubleshooting(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	runPage(t, "../docs/cheatsheet.md")
	runPage(t, "../docs/troubleshooting.md")
}

// All pages in docs/guides have runnable blocks. Two have tests of their own: containers.md here,
// and embedding.md, a page of Go programs, in examples.
func TestGuidePages(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh does is tested")
	}
	need(t, "cut", "grep", "head", "sed", "setsid", "tail", "tr", "wc")
	pages, err := filepath.Glob("../docs/guides/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(err, "no guides")
	}
	for _, page := range pages {
		switch name := filepath.Base(page); name {
		case "containers.md", "embedding.md":
		default:
			t.Run(name, func(t *testing.T) { runPage(t, page) })
		}
	}
}
