// Package debsource fetches sources from Debian, for tests and benchmarks: the configure script of
// GNU hello is 16,000 lines of portable shell. The tarballs are kept between runs.
package debsource

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Unpack puts the upstream source of a package into dir, an existing directory. It fetches the tarball
// if $TMPDIR/ftsh-tests does not have it yet. The tarball must be one compressed with gzip.
func Unpack(name, dir string) error {
	cache := filepath.Join(os.TempDir(), "ftsh-tests")
	tarball := filepath.Join(cache, name+".orig.tar.gz")
	if _, err := os.Stat(tarball); err != nil {
		if err := os.MkdirAll(cache, 0o755); err != nil {
			return err
		}
		if err := fetch(name, cache, tarball); err != nil {
			return err
		}
	}
	out, err := exec.Command("tar", "-xzf", tarball, "-C", dir, "--strip-components=1").CombinedOutput()
	if err != nil {
		return fmt.Errorf("tar: %w\n%s", err, out)
	}
	return nil
}

// fetch gets the tarball of Debian's source package. apt uses lists of its own, so the system's
// configuration neither matters nor changes.
func fetch(name, cache, tarball string) error {
	apt, err := os.MkdirTemp(cache, "apt")
	if err != nil {
		return err
	}
	defer os.RemoveAll(apt)
	for _, d := range []string{"lists/partial", "cache/archives/partial", "parts"} {
		if err := os.MkdirAll(filepath.Join(apt, d), 0o755); err != nil {
			return err
		}
	}
	list := filepath.Join(apt, "sources.list")
	line := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " +
		"http://deb.debian.org/debian bookworm main\n"
	if err := os.WriteFile(list, []byte(line), 0o644); err != nil {
		return err
	}
	options := []string{
		"-q", "-o", "Dir::Etc::sourcelist=" + list, "-o", "Dir::Etc::sourceparts=" + apt + "/parts",
		"-o", "Dir::State::lists=" + apt + "/lists", "-o", "Dir::Cache=" + apt + "/cache",
		"-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3",
	}
	for _, args := range [][]string{{"update"}, {"source", "--download-only", name}} {
		cmd := exec.Command("apt-get", append(args, options...)...)
		cmd.Dir = apt
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("apt-get %v: %w\n%s", args, err, out)
		}
	}
	found, err := filepath.Glob(filepath.Join(apt, name+"_*.orig.tar.gz"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("apt-get source left %v (%v)", found, err)
	}
	return os.Rename(found[0], tarball)
}
