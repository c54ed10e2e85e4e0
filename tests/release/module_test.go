//go:build linux

package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The instructions of CONTRIBUTING.md for the module's path: one step, and everything builds.
func TestModuleGetsItsPath(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds everything anew")
	}
	dir := copyOfRepository(t)
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("make", "module", "TO=example.org/you/ftsh")
	run("make", "build")
	if got := run(filepath.Join(dir, "bin/ftsh"), "-c",
		`trap '' INT; "$0" -c 'trap "echo no" INT; trap' | grep -c no; try; echo ok; end`,
		"bin/ftsh"); got != "0\nok\n" {
		t.Errorf("the program built under the new path prints %q", got)
	}
	if got := run("go", "list", "-m"); got != "example.org/you/ftsh\n" {
		t.Errorf("the module is %q", got)
	}
	page, err := os.ReadFile(filepath.Join(dir, "docs/guides/embedding.md"))
	if err != nil || !strings.Contains(string(page), "`example.org/you/ftsh/interp`") {
		t.Errorf("docs/guides/embedding.md does not name the package by its path (%v)", err)
	}
}
