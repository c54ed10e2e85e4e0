package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const language = "../../docs/language.md"

// page writes the installed ftsh(7) to a file.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(language)
	if err != nil {
		t.Fatal(err)
	}
	made, err := languagePage(string(text), "2026-11-22")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ftsh.7")
	if err := os.WriteFile(path, made, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// mandoc and groff find nothing wrong with any page.
func TestPagesHaveNoWarnings(t *testing.T) {
	pages, err := filepath.Glob("../../man/*.[1-9]")
	if err != nil || len(pages) < 3 {
		t.Fatalf("%q, %v", pages, err)
	}
	pages = append(pages, page(t))
	for _, tool := range [][]string{
		{"mandoc", "-T", "lint", "-W", "warning"},
		{"groff", "-t", "-ww", "-z", "-man", "-Tutf8"},
	} {
		t.Run(strings.Join(tool, " "), func(t *testing.T) {
			if _, err := exec.LookPath(tool[0]); err != nil {
				t.Skip(err)
			}
			for _, p := range pages {
				out, err := exec.Command(tool[0], append(tool[1:len(tool):len(tool)],
					p)...).CombinedOutput()
				if err != nil || len(out) > 0 {
					t.Errorf("%s: %v\n%s", p, err, out)
				}
			}
		})
	}
}

// Nothing of the specification is lost on the way, and nothing is added to it.
func TestLanguagePageIsTheText(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("mandoc", "-T", "utf8", page(t)).Output()
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`[A-Za-z0-9]+`)
	overstruck := regexp.MustCompile(".\b")
	shown := overstruck.ReplaceAllString(string(out), "")
	_, shown, _ = strings.Cut(shown, "DESCRIPTION")
	shown, see, _ := strings.Cut(shown, "SEE ALSO")
	got := word.FindAllString(shown, -1)

	text, err := os.ReadFile(language)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "\n")
	body = regexp.MustCompile(`\]\([^)\s]*\)`).ReplaceAllString(body, "")
	want := word.FindAllString(body, -1)
	if !slices.Equal(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("word %d is %q, behind %q; want %q", i, got[i], got[max(i-10, 0):i],
					want[i])
			}
		}
		t.Fatalf("%d words, want %d", len(got), len(want))
	}
	for _, p := range []string{"ftsh(1)", "ftry(1)", "ftsh-sim(1)"} {
		if !strings.Contains(see, p) {
			t.Errorf("SEE ALSO lacks %s: %q", p, see)
		}
	}
}

// Every section is a section of the page, and every item of a list begins a line of its own.
func TestLanguagePageHasItsParts(t *testing.T) {
	text, err := os.ReadFile(language)
	if err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(page(t))
	if err != nil {
		t.Fatal(err)
	}
	sections := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(sections) < 10 {
		t.Fatalf("%d sections", len(sections))
	}
	for _, s := range sections {
		if !strings.Contains(string(made), "\n.SH "+s[1]+"\n") {
			t.Errorf("there is no section %s", s[1])
		}
	}
	items := len(regexp.MustCompile(`(?m)^- `).FindAllString(string(text), -1))
	if got := strings.Count(string(made), "\n.IP \\(bu 2\n"); got != items || items < 20 {
		t.Errorf("%d items of lists, want %d", got, items)
	}
}

func TestWrongText(t *testing.T) {
	if _, err := languagePage("# Another title\n", "2026-11-22"); err == nil {
		t.Error("a text with another title is taken")
	}
}
