package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// history lists files that may name pages by the paths of their time.
var history = []string{"CHANGELOG.md"}

// textFiles returns the files of the repository with text, relative to its root.
func textFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(name, ".") && name != ".ci" ||
			name == "bin" || name == "testdata"):
			return filepath.SkipDir
		case d.Type().IsRegular() && !strings.HasSuffix(name, ".svg") &&
			!strings.HasSuffix(name, ".csv"):
			files = append(files, strings.TrimPrefix(path, "../"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	code    = regexp.MustCompile("`[^`\n]*`")
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	named   = regexp.MustCompile(`\bdocs/[A-Za-z0-9_/.-]*[.](md|svg)\b`)
)

// anchors returns the fragments that GitHub gives the headings of a page.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		slug := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, m[1])
		found[slug] = true
	}
	return found
}

// Every link between the pages leads to a file and, with a fragment, to a heading.
func TestLinksOfPages(t *testing.T) {
	pages := 0
	for _, file := range textFiles(t) {
		if !strings.HasSuffix(file, ".md") || slices.Contains(history, file) {
			continue
		}
		pages++
		text := code.ReplaceAllString(fence.ReplaceAllString(readText(t, file), ""), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			page := file
			if target != "" {
				page = filepath.Join(filepath.Dir(file), target)
			}
			if _, err := os.Stat(filepath.Join("..", page)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", file, m[1])
				continue
			}
			if fragment != "" && !anchors(readText(t, page))[fragment] {
				t.Errorf("%s: the link %s: %s has no such heading", file, m[1], page)
			}
		}
	}
	if pages < 30 {
		t.Errorf("only %d pages were found", pages)
	}
}

// Comments, messages, manual pages and scripts name pages by their path from the root.
func TestNamedPagesExist(t *testing.T) {
	for _, file := range textFiles(t) {
		if slices.Contains(history, file) || strings.HasPrefix(file, "internal/known/tables/") {
			continue // a table names the pages of other projects
		}
		for _, path := range named.FindAllString(readText(t, file), -1) {
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s names %s, and there is no such page", file, path)
			}
		}
	}
}

// docs/README.md is the index of all pages; docs/architecture.md is that of the decisions.
func TestIndexOfPages(t *testing.T) {
	index := readText(t, "docs/README.md")
	for _, file := range textFiles(t) {
		page, ok := strings.CutPrefix(file, "docs/")
		if !ok || !strings.HasSuffix(page, ".md") || page == "README.md" ||
			strings.HasPrefix(page, "decisions/") {
			continue
		}
		if !strings.Contains(index, "]("+page+")") {
			t.Errorf("docs/README.md does not list %s", page)
		}
	}
}

// Packages have the pages of every shelf, as the tree has them, so that the links hold.
func TestPackagesHaveEveryShelf(t *testing.T) {
	build, makefile := readText(t, "packaging/deb/build"), readText(t, "Makefile")
	shelves, err := filepath.Glob("../docs/*/*.md")
	if err != nil || len(shelves) == 0 {
		t.Fatal(err, "no shelves")
	}
	for _, path := range shelves {
		dir := strings.TrimPrefix(filepath.Dir(path), "../")
		if !strings.Contains(makefile, dir+"/*.md") {
			t.Errorf("the Makefile's target module lacks %s/*.md", dir)
		}
		if dir != "docs/decisions" && !strings.Contains(build, " "+dir) {
			t.Errorf("packaging/deb/build lacks the shelf %s", dir)
		}
	}
}
