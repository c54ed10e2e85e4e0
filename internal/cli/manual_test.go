//go:build unix

package cli_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const manual = "../../man/ftsh.1"

// The manual page and --help list the same long options and variables.
func TestManualListsTheOptions(t *testing.T) {
	b := newBench(t)
	help, _, _ := b.run(call{args: "--help"})
	page, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), `\-`, "-")
	_, blocks, _ := strings.Cut(text, ".SH BLOCKS\n")
	_, environment, _ := strings.Cut(blocks, ".SH ENVIRONMENT\n")
	environment, _, _ = strings.Cut(environment, "The blocks set")
	text = text[:len(text)-len(blocks)]
	for _, c := range []struct {
		what, page string
	}{{`--[a-z-]+`, text}, {`FTSH_[A-Z_]+`, environment}} {
		words := regexp.MustCompile(c.what)
		if got, want := set(words, c.page), set(words, help); !slices.Equal(got, want) {
			t.Errorf("the manual page has %q, --help %q", got, want)
		}
	}
}

// set returns the different matches, sorted.
func set(words *regexp.Regexp, text string) []string {
	found := map[string]bool{}
	for _, w := range words.FindAllString(text, -1) {
		found[w] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// The manual page of ftry lists the options of its --help, and every clause of a try.
func TestTryManualListsTheOptions(t *testing.T) {
	b := newBench(t).as(t, "ftry")
	help, _, _ := b.run(call{args: "--help"})
	page, err := os.ReadFile("../../man/ftry.1")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), `\-`, "-")
	_, environment, _ := strings.Cut(text, ".SH ENVIRONMENT\n")
	environment, _, _ = strings.Cut(environment, "Set for the command")
	_, read, _ := strings.Cut(help, "\nenvironment: ")
	for _, c := range []struct {
		what, page, help string
	}{{`--[a-z][a-z-]+`, text, help}, {`FTSH_[A-Z_]+`, environment, read}} {
		words := regexp.MustCompile(c.what)
		if got, want := set(words, c.page), set(words, c.help); !slices.Equal(got, want) {
			t.Errorf("the manual page has %q, --help %q", got, want)
		}
	}
	// The parser's own list of accepted words, from its message.
	_, errs, _ := b.run(call{args: "nonsense -- true"})
	_, names, ok := strings.Cut(errs, "expected a limit, ")
	names, _, end := strings.Cut(names, ", or --")
	if !ok || !end {
		t.Fatalf("%q", errs)
	}
	_, clauses, _ := strings.Cut(text, ".SS Clauses\n")
	clauses, _, _ = strings.Cut(clauses, ".SS ")
	for _, name := range strings.Split(names, ", ") {
		if !regexp.MustCompile(`(?m)^\.BI? ` + name + `\b`).MatchString(clauses) {
			t.Errorf("the manual page has no clause %s", name)
		}
		if !regexp.MustCompile(`(?m)^  (\S+ \S+, )?` + name + `\b`).MatchString(help) {
			t.Errorf("--help has no clause %s", name)
		}
	}
}
