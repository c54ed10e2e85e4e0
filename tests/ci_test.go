package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFailedTestsRunOnceMore runs .ci/test on a module of its own. A test that fails once is named
// and does not fail the run. A test failing twice, or panicking, does.
func TestFailedTestsRunOnceMore(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("the race detector needs a C compiler")
	}
	const flaky = `package one

import (
	"os"
	"testing"
)

func TestFirst(t *testing.T) {
	t.Run("a+b (c)", func(t *testing.T) {
		if os.Mkdir(os.Getenv("SEEN"), 0o700) == nil {
			FAIL
		}
	})
}

func TestSecond(t *testing.T) {}
`
	for _, c := range []struct{ name, fail, flaky string }{
		{"a test that fails once is flaky", `t.Fatal("once")`,
			"FLAKY: example/one.TestFirst/a+b_(c)\n"},
		{"a test that fails twice has failed", `os.Remove(os.Getenv("SEEN")); t.Fatal("twice")`,
			""},
		{"a panic is not retried", `panic("here")`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				t.Helper()
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("go.mod", "module example\n\ngo 1.26\n")
			write("one/one_test.go", strings.Replace(flaky, "FAIL", c.fail, 1))
			script, err := filepath.Abs("../.ci/test")
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "SEEN="+filepath.Join(dir, "seen"), "PACKAGES=",
				"GOTESTSUM_JSONFILE=")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if passed := err == nil; passed != (c.flaky != "") {
				t.Errorf("the run passed: %v\n%s%s", passed, out, stderr.String())
			}
			_, named, _ := strings.Cut(string(out), "FLAKY: ")
			if named != "" {
				named = "FLAKY: " + named
			}
			if named != c.flaky {
				t.Errorf("the summary is %q\n%s", named, out)
			}
		})
	}
}
