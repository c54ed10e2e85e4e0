//go:build linux

package release

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// A release has its archive, package, checksums and list of modules, the same bytes wherever it
// is built. The programs for arm64 are built by make cross.
func TestRelease(t *testing.T) {
	t.Parallel()
	need(t, "make", "tar", "gzip", "sha256sum", "dpkg-deb", "xz")
	if testing.Short() {
		t.Skip("builds everything twice")
	}
	dir := copyOfRepository(t)
	one := sumsOfRelease(t, dir)
	t.Run("package", func(t *testing.T) {
		installPackage(t, filepath.Join(dir, "bin/release/ftsh_1.2.3_amd64.deb"))
	})
	t.Run("make install", func(t *testing.T) { installByMake(t, dir) })
	if two := sumsOfRelease(t, copyOfRepository(t)); one != two {
		t.Errorf("two builds differ:\n%s\n%s", one, two)
	}
}

// sumsOfRelease makes a release in a copy of the repository, and returns its SHA256SUMS.
func sumsOfRelease(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command("make", "release", "VERSION=1.2.3", "SOURCE_DATE_EPOCH=1700000000",
		"ARCHES=amd64")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	check := exec.Command("sh", "-c",
		`sha256sum -c --quiet SHA256SUMS && cut -c 67- SHA256SUMS && tar xzf ftsh_1.2.3_linux_amd64.tar.gz &&
		cd ftsh_1.2.3_linux_amd64 && bin/ftsh --version && grep -c "^Copyright" LICENSES.all >/dev/null && ls sbom`)
	check.Dir = filepath.Join(dir, "bin", "release")
	out, err := check.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = `ftsh_1.2.3_amd64.deb
ftsh_1.2.3_linux_amd64.cdx.json
ftsh_1.2.3_linux_amd64.tar.gz
ftsh 1.2.3
ftry.cdx.json
ftsh-fmt.cdx.json
ftsh-lint.cdx.json
ftsh-otlp.cdx.json
ftsh-sim.cdx.json
ftsh-state.cdx.json
ftsh-view.cdx.json
ftsh.cdx.json
`
	if string(out) != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
	text, err := os.ReadFile(filepath.Join(dir, "bin", "release", "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// installPackage shows that the Debian package leaves nothing after its removal.
func installPackage(t *testing.T, deb string) {
	t.Helper()
	need(t, "dpkg", "xz", "unshare")
	if runtime.GOARCH != "amd64" {
		t.Skip("the package of another processor cannot be installed here")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can install it")
	}
	if exec.Command("dpkg-query", "-W", "ftsh").Run() == nil {
		t.Skip("the package is installed here")
	}
	cmd := exec.Command("unshare", "--mount", "--propagation", "private", "--fork", "--pid",
		"--kill-child", "sh", "testdata/package.sh", deb)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == 77 ||
		bytes.Contains(exit.Stderr, []byte("unshare failed"))) {
		t.Skipf("this system has no overlay file systems for us: %s", exit.Stderr)
	}
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, exit.Stderr)
	}
	const want = `installed: ii 
conffiles: 
altered: 
in shells: 1
ftsh 1.2.3
ftry 1.2.3
ftsh-sim 1.2.3
in shells: 1
-ftsh in /home/someone as someone
and so by standard input, -ftsh
attempt 2
in shells: 0
shells are as before
dpkg-query: no packages found matching ftsh
left:
end
`
	if string(out) != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}
