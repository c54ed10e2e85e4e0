// Package subject gives tests the shell they test: ftsh, built once for the
// test binary with the entry point of the Makefile, and with the race detector
// when the test has it. FTSH_TEST_SHELL names another shell to stand in (words,
// the first a program: FTSH_TEST_SHELL='bash --posix' go test ./spec).
//
// Only tests import it.
package subject

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A Shell is a program that takes the operands of sh after Args.
type Shell struct {
	Name string // argv[0]
	Path string // absolute
	Args []string
}

// Get returns the shell under test, which lives as long as t. Call it once in
// a test and share the result with its subtests: every call builds.
func Get(t testing.TB) Shell {
	t.Helper()
	if words := strings.Fields(os.Getenv("FTSH_TEST_SHELL")); len(words) > 0 {
		path, err := exec.LookPath(words[0])
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		return Shell{Name: filepath.Base(path), Path: path, Args: words[1:]}
	}
	path := filepath.Join(t.TempDir(), "ftsh")
	args := []string{"build", "-o", path}
	if runtime.GOOS == "linux" {
		args = append(args, "-ldflags=ftsh/cmd/ftsh=-E ftsh/internal/sig.entry")
	}
	if raceEnabled {
		args = append(args, "-race")
	}
	if out, err := exec.Command("go", append(args, "ftsh/cmd/ftsh")...).CombinedOutput(); err != nil {
		t.Fatalf("building ftsh: %v\n%s", err, out)
	}
	return Shell{Name: "ftsh", Path: path}
}

// Standing reports whether another shell stands in for ftsh.
func Standing() bool { return os.Getenv("FTSH_TEST_SHELL") != "" }
