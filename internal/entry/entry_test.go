//go:build linux && (amd64 || arm64)

package entry_test

import (
	"os"
	"os/exec"
	"testing"

	_ "ftsh/internal/entry"
	"ftsh/internal/sig"
)

// Package sig tests the record of the entry point. Here: there is one only if the linker was given
// the entry point, and a test binary runs with it.
func TestRecords(t *testing.T) {
	const inside = "ENTRY_TEST_LINKED"
	linked := os.Getenv(inside) != ""
	if got := sig.AtEntry().Recorded; got != linked {
		t.Fatalf("recorded: %v, want %v", got, linked)
	}
	if linked {
		return
	}
	cmd := exec.Command("go", "test", "-count=1", "-ldflags=-E ftsh/internal/entry.entry",
		"ftsh/internal/entry")
	cmd.Env = append(os.Environ(), inside+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
