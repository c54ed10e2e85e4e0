//go:build linux

package tests

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"ftsh/internal/debsource"
)

// TestConfigure runs the configure script of GNU hello, 16,000 lines of portable shell with probes
// of the shell too. It compares all output and all generated files, including the log.
func TestConfigure(t *testing.T) {
	t.Parallel()
	need(t, "gcc", "make", "tar")
	source := t.TempDir()
	if err := debsource.Unpack("hello", source); err != nil {
		t.Fatal(err)
	}
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
