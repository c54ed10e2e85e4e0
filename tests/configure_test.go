//go:build linux

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestConfigure runs the configure script of GNU hello, 16,000 lines of portable shell with probes
// of the shell too. It compares all output and all generated files, including the log.
func TestConfigure(t *testing.T) {
	t.Parallel()
	need(t, "gcc", "make", "tar")
	source := helloSource(t)
	p := newPair(t)
	dash, ftsh := p.each(t, func(dir string) {
		if out, err := exec.Command("cp", "-a", source,
			filepath.Join(dir, "hello")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}, func(sh string) []string {
		return []string{sh, "-c", "cd hello && exec \"$0\" ./configure", sh}
	}, "CONFIG_SHELL="+filepath.Join(p.top, "ftsh"))
	if dash.status != 0 {
		t.Fatalf("configure fails under dash too:\n%s%s", dash.stdout, dash.stderr)
	}
	maskLog(&dash)
	maskLog(&ftsh)
	compare(t, dash, ftsh)
}

// maskLog hides the differences between any two runs: the names of the compiler's temporary files
// in config.log. It also hides the line numbers in copies of configure and config.status. configure
// makes these copies for dash, but not for a shell with a LINENO that advances inside eval.
func maskLog(o *outcome) {
	const log, status = "hello/config.log", "hello/config.status"
	o.files[log] = replace(o.files[log], `/\S*/cc\w{6}\.`, "/tmp/cc.")
	o.files[log] = replace(o.files[log], `(?m)^config\.status:\d+:`, "config.status:")
	o.files[log] = replace(o.files[log], `TMPDIR=\S+`, "TMPDIR=")
	o.files[status] = replace(o.files[status], `as_lineno-(\d+|\$LINENO)`, "as_lineno-N")
	o.files[status] = replace(o.files[status], `\$as_me:(\d+|\$LINENO):`, "as_me:N:")
	o.files[status] = replace(o.files[status], `"(\d+|\$LINENO)" 5`, `"N" 5`)
	delete(o.files, "hello/configure.lineno")
}

func replace(text, pattern, with string) string {
	return regexp.MustCompile(pattern).ReplaceAllString(text, with)
}

// helloSource unpacks the tarball of Debian's source package, and keeps it between runs. apt
// fetches it with lists of its own, so the system's configuration neither matters nor changes.
func helloSource(t *testing.T) string {
	t.Helper()
	cache := filepath.Join(os.TempDir(), "ftsh-tests")
	tarball := filepath.Join(cache, "hello.orig.tar.gz")
	if _, err := os.Stat(tarball); err != nil {
		if err := os.MkdirAll(cache, 0o755); err != nil {
			t.Fatal(err)
		}
		fetchHello(t, cache, tarball)
	}
	dir := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", tarball, "-C", dir,
		"--strip-components=1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func fetchHello(t *testing.T, cache, tarball string) {
	need(t, "apt-get", "dpkg-source")
	apt, err := os.MkdirTemp(cache, "apt")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(apt)
	for _, d := range []string{"lists/partial", "cache/archives/partial", "parts"} {
		if err := os.MkdirAll(filepath.Join(apt, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	list := filepath.Join(apt, "sources.list")
	line := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " +
		"http://deb.debian.org/debian bookworm main\n"
	if err := os.WriteFile(list, []byte(line), 0o644); err != nil {
		t.Fatal(err)
	}
	options := []string{
		"-q", "-o", "Dir::Etc::sourcelist=" + list, "-o", "Dir::Etc::sourceparts=" + apt + "/parts",
		"-o", "Dir::State::lists=" + apt + "/lists", "-o", "Dir::Cache=" + apt + "/cache",
		"-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3",
	}
	for _, args := range [][]string{{"update"}, {"source", "--download-only", "hello"}} {
		cmd := exec.Command("apt-get", append(args, options...)...)
		cmd.Dir = apt
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("apt-get %v: %v\n%s", args, err, out)
		}
	}
	found, err := filepath.Glob(filepath.Join(apt, "hello_*.orig.tar.gz"))
	if err != nil || len(found) != 1 {
		t.Fatalf("apt-get source left %v (%v)", found, err)
	}
	if err := os.Rename(found[0], tarball); err != nil {
		t.Fatal(err)
	}
}
