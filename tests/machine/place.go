//go:build linux

package machine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// User is the id of the machine's ordinary user.
const User = 1234

// A Place is a directory of the machine, and the environment of programs that run there.
type Place struct {
	T    *testing.T
	Root string // the machine's root directory
	Dir  string // as programs see it
	Env  []string
}

// In is a new directory of the user below the place's, for a test or a part of it.
func (p Place) In(t *testing.T, name string) Place {
	t.Helper()
	p.T = t
	p.Dir = filepath.Join(p.Dir, name)
	err := os.Mkdir(p.Path(""), 0o755)
	if err == nil {
		err = os.Chown(p.Path(""), User, User)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// At is another directory, which exists.
func (p Place) At(dir string) Place {
	p.Dir = dir
	return p
}

// With adds variables to the environment.
func (p Place) With(env ...string) Place {
	p.Env = append(slices.Clone(p.Env), env...)
	return p
}

// Path is a file's path as seen from the test.
func (p Place) Path(name string) string { return filepath.Join(p.Root, p.Dir, name) }

// Has reports whether there is such a file.
func (p Place) Has(name string) bool {
	_, err := os.Stat(p.Path(name))
	return err == nil
}

// Touch makes an empty file.
func (p Place) Touch(name string) {
	p.T.Helper()
	p.Write(name, "")
}

// Write writes a file, which may be a program.
func (p Place) Write(name, text string) {
	p.T.Helper()
	if err := os.WriteFile(p.Path(name), []byte(text), 0o755); err != nil {
		p.T.Fatal(err)
	}
}

// Remove removes a file.
func (p Place) Remove(name string) {
	p.T.Helper()
	if err := os.Remove(p.Path(name)); err != nil {
		p.T.Fatal(err)
	}
}

// Words are those of a file, sorted; none if there is no such file.
func (p Place) Words(name string) []string {
	b, _ := os.ReadFile(p.Path(name))
	return slices.Sorted(slices.Values(strings.Fields(string(b))))
}

// Until waits until cond holds.
func (p Place) Until(what string, cond func() bool) {
	p.T.Helper()
	for began := time.Now(); !cond(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > Guard {
			p.T.Fatalf("waited for %s since %s", what, Guard)
		}
	}
}
