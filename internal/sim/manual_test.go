package sim

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The manual page and the completions have the options listed by --help, for every experiment.
func TestManualListsTheOptions(t *testing.T) {
	options := map[string]bool{"--help": true, "--version": true}
	listed := regexp.MustCompile(`(?m)^  --([a-z][a-z-]*)`)
	for _, experiment := range []string{"outage", "submit", "buffer", "blackhole", "recovery",
		"policy", "all"} {
		status, out, _ := runMain(experiment, "--help")
		found := listed.FindAllStringSubmatch(out, -1)
		if status != 0 || len(found) < 3 {
			t.Fatalf("%s: status %d, %s", experiment, status, out)
		}
		for _, o := range found {
			options["--"+o[1]] = true
		}
	}
	want := slices.Sorted(maps.Keys(options))
	for path, spelled := range map[string]string{
		"../../man/ftsh-sim.1":                           `(--[a-z][a-z-]*)`,
		"../../packaging/completions/bash/ftsh-sim":      `(--[a-z][a-z-]*)`,
		"../../packaging/completions/zsh/_ftsh-sim":      `(--[a-z][a-z-]*)`,
		"../../packaging/completions/fish/ftsh-sim.fish": `(?m)^complete .* -l ([a-z][a-z-]*)`,
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(spelled).FindAllStringSubmatch(strings.ReplaceAll(string(text), `\-`, "-"), -1) {
			found["--"+strings.TrimPrefix(m[1], "--")] = true
		}
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
			t.Errorf("%s has %q, --help %q", path, got, want)
		}
	}
}

func TestVersion(t *testing.T) {
	status, out, errs := runMain("--version")
	if status != 0 || !regexp.MustCompile(`^ftsh-sim \S+\n$`).MatchString(out) || errs != "" {
		t.Errorf("%d, %q, %q", status, out, errs)
	}
}
