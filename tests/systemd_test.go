//go:build linux

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// systemd finds nothing wrong with the units.
func TestSystemdUnits(t *testing.T) {
	need(t, "systemd-analyze")
	dir := t.TempDir()
	program := shell.Get(t).Path
	for _, name := range []string{"nightly.service", "nightly.timer"} {
		text, err := os.ReadFile("../examples/systemd/" + name)
		if err != nil {
			t.Fatal(err)
		}
		unit := strings.ReplaceAll(string(text), "/usr/bin/ftsh", program)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(unit), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("systemd-analyze", "verify", "--man=no", "--recursive-errors=no",
		"nightly.service", "nightly.timer")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	// Units of the system itself are not ours.
	ours := regexp.MustCompile(`(?m)^.*nightly.*$`).FindAllString(string(out), -1)
	if err != nil || len(ours) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
