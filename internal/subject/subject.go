// Package subject gives tests the shell under test: ftsh, built with the entry point of the
// Makefile, and with the race detector if the test has it. FTSH_TEST_SHELL names another shell to
// use instead (words, the first a program: FTSH_TEST_SHELL='bash --posix' go test ./spec).
//
// Only tests import it.
package subject

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// A Shell is a program that takes the operands of sh after Args.
type Shell struct {
	Name string // argv[0]
	Path string // absolute
	Args []string
}

// Get returns the shell under test, which exists as long as t. Every call builds: share the result
// with subtests, or use a Build.
func Get(t testing.TB) Shell {
	t.Helper()
	sh, err := in(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return sh
}

// A Build is the shell under test for all tests of a package. It is built at the first use, and
// exists until TestMain removes it. The zero value is ready.
//
//	var shell subject.Build
//
//	func TestMain(m *testing.M) {
//		code := m.Run()
//		shell.Remove()
//		os.Exit(code)
//	}
type Build struct {
	once  sync.Once
	dir   string
	shell Shell
	err   error

	mu       sync.Mutex
	programs map[string]string // of cmd/, next to the shell
}

// Get returns the shell.
func (b *Build) Get(t testing.TB) Shell {
	t.Helper()
	b.once.Do(func() {
		if b.dir, b.err = os.MkdirTemp("", "subject"); b.err == nil {
			b.shell, b.err = in(b.dir)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.shell
}

// Program returns the path of another program of cmd/, built like the shell.
func (b *Build) Program(t testing.TB, name string) string {
	t.Helper()
	b.Get(t)
	b.mu.Lock()
	defer b.mu.Unlock()
	path, ok := b.programs[name]
	if !ok {
		path = filepath.Join(b.dir, name)
		if err := compile(path, name, raceEnabled); err != nil {
			t.Fatal(err)
		}
		if b.programs == nil {
			b.programs = make(map[string]string)
		}
		b.programs[name] = path
	}
	return path
}

// Plain returns the path of the shell built without the race detector, for what would take minutes
// with it, and is no question of races.
func (b *Build) Plain(t testing.TB) string {
	t.Helper()
	sh := b.Get(t)
	if !raceEnabled || Standing() {
		return sh.Path
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	path := filepath.Join(b.dir, "plain")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if err := compile(path, "ftsh", false); err != nil {
		t.Fatal(err)
	}
	return path
}

// Remove removes the shell, if it was built. It must not be used any more.
func (b *Build) Remove() {
	if b.dir != "" {
		_ = os.RemoveAll(b.dir)
	}
}

// in builds the shell in a directory, or finds the shell of FTSH_TEST_SHELL.
func in(dir string) (Shell, error) {
	if words := strings.Fields(os.Getenv("FTSH_TEST_SHELL")); len(words) > 0 {
		path, err := exec.LookPath(words[0])
		if err == nil {
			path, err = filepath.Abs(path)
		}
		return Shell{Name: filepath.Base(path), Path: path, Args: words[1:]}, err
	}
	path := filepath.Join(dir, "ftsh")
	if err := compile(path, "ftsh", raceEnabled); err != nil {
		return Shell{}, err
	}
	return Shell{Name: "ftsh", Path: path}, copyExecutors(dir)
}

// copyExecutors puts the programs of `forall … via`, and ftsh-submit, next to the shell.
func copyExecutors(dir string) error {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	all, err := filepath.Glob(filepath.Join(filepath.Dir(string(mod)), "packaging/*/ftsh-[vs]*"))
	if err != nil {
		return err
	}
	for _, from := range all {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(from)), data, 0o755)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compile builds a program of cmd/ to path, with the race detector if race is set. Without, it is
// built as the Makefile does.
func compile(path, name string, race bool) error {
	args := []string{"build", "-o", path}
	// These have a main with internal/entry.
	if runtime.GOOS == "linux" && (name == "ftsh" || name == "ftry") {
		args = append(args, "-ldflags=ftsh/cmd/"+name+"=-E ftsh/internal/entry.entry")
	}
	env := append(os.Environ(), "CGO_ENABLED=0")
	if race {
		args = append(args, "-race")
		env = os.Environ()
	}
	cmd := exec.Command("go", append(args, "ftsh/cmd/"+name)...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", name, err, out)
	}
	return nil
}

// Env returns additions to the shell's environment: a shell built with the race detector would wait
// a second at its end.
func Env() []string { return []string{"GORACE=atexit_sleep_ms=0"} }

// Race reports whether the shell under test has the race detector.
func Race() bool { return raceEnabled }

// Standing reports whether FTSH_TEST_SHELL replaces ftsh.
func Standing() bool { return os.Getenv("FTSH_TEST_SHELL") != "" }
