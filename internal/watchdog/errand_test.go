package watchdog

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestErrandLine(t *testing.T) {
	for _, argv := range [][]string{{"/bin/a"}, {"/bin/a b", "c\"d\n", "", "é"}} {
		line := errand{3, argv}.line()
		number, got := parseErrand(strings.TrimSuffix(line[1:], "\n"))
		if number != "3" || !slices.Equal(got, argv) || strings.Count(line, "\n") != 1 {
			t.Errorf("%q: %q, %q", line, number, got)
		}
	}
}

// Errands left when the shell has ended are run, and errands done are not.
func TestErrand(t *testing.T) {
	dir := t.TempDir()
	touch := func(n int, name string) string {
		return errand{n, []string{"/bin/sh", "-c", `: >"$0"`, dir + "/" + name}}.line()
	}
	Serve(strings.NewReader("timeout 1s\n" + touch(1, "one") + touch(2, "two") + touch(3, "three") +
		".2\n"))
	for name, want := range map[string]bool{"one": true, "two": false, "three": true} {
		if _, err := os.Stat(dir + "/" + name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
