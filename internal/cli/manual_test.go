//go:build unix

package cli_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const manual = "../../docs/ftsh.1"

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
	for _, c := range []struct{ what, page string }{{`--[a-z-]+`, text}, {`FTSH_[A-Z_]+`, environment}} {
		words := regexp.MustCompile(c.what)
		if got, want := set(words, c.page), set(words, help); !slices.Equal(got, want) {
			t.Errorf("the manual page has %q, --help %q", got, want)
		}
	}
}

// set gives the different matches, sorted.
func set(words *regexp.Regexp, text string) []string {
	found := map[string]bool{}
	for _, w := range words.FindAllString(text, -1) {
		found[w] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// groff finds nothing wrong with the manual page.
func TestManualRenders(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("groff", "-man", "-ww", "-z", "-Tutf8", manual).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
