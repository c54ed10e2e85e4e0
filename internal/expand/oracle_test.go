package expand_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// prelude gives other shells the commands of the test scripts.
const prelude = `p() { printf '<%s>' "$@"; echo " $#"; }
`

func dash(t *testing.T, dir, script string) (string, error) {
	t.Helper()
	return peer(t, "dash", dir, script)
}

func peer(t *testing.T, name, dir, script string) (string, error) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("no " + name)
	}
	m := regexp.MustCompile(`\bm ([^ ;]+|'[^']*') ([^ ;]+)(;|$)`)
	script = m.ReplaceAllString(script, "case $2 in $1) echo true;; *) echo false;; esac$3")
	cmd := exec.Command(path, "-c", prelude+script, "sh")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME=/root")
	out, err := cmd.Output()
	return string(out), err
}

// tree makes a directory to match patterns in.
func tree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	for _, d := range []string{"dir", "dir2", "empty"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"a", "b", "ab", ".hid", "x*y", "[ab]", "d-r", "éé", "dir/f1",
		"dir/f2", "dir/.h", "dir2/f1"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"link": "dir", "dangling": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// openDir opens dir for the test's length.
func openDir(t *testing.T, dir string) int {
	t.Helper()
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return int(f.Fd())
}
