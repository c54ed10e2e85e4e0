//go:build linux

package main

import (
	"strings"
	"testing"

	"ftsh/parser"
)

// TestScripts: a seed gives the same script each time, and a shell can read each script.
func TestScripts(t *testing.T) {
	for seed := uint64(1); seed <= 300; seed++ {
		text := script(seed).String()
		if again := script(seed).String(); again != text {
			t.Fatalf("seed %d gives two scripts:\n%s\n%s", seed, text, again)
		}
		if _, err := parser.Parse(text, parser.Options{}); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
	}
}

// TestBashScripts is TestScripts for scripts in the language of bash.
func TestBashScripts(t *testing.T) {
	for seed := uint64(1); seed <= 300; seed++ {
		text := bashScript(seed).String()
		if again := bashScript(seed).String(); again != text {
			t.Fatalf("seed %d gives two scripts:\n%s\n%s", seed, text, again)
		}
		if _, err := parser.Parse(text, parser.Options{Bash: true, Extglob: true}); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
	}
}

// TestShrink: the shrunk script still shows the difference, and nothing else, here-documents
// included.
func TestShrink(t *testing.T) {
	for seed := uint64(1); seed <= 50; seed++ {
		for _, what := range []string{"<<", "for v in", "$(("} {
			tree := script(seed)
			if !strings.Contains(tree.String(), what) {
				continue
			}
			small := shrink(tree, func(n *node) bool { return strings.Contains(n.String(), what) })
			text := small.String()
			if _, err := parser.Parse(text, parser.Options{}); err != nil ||
				!strings.Contains(text, what) || strings.Count(text, "\n") > 12 {
				t.Errorf("seed %d, %s: %v\n%s", seed, what, err, text)
			}
		}
	}
}
