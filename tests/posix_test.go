package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestPosixPage: every transcript named in docs/posix.md exists, and every one with a clause of
// POSIX is named.
func TestPosixPage(t *testing.T) {
	page, err := os.ReadFile("../docs/posix.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, link := range regexp.MustCompile(`\]\((\.\./spec/[^)]*)\)`).FindAllStringSubmatch(string(page), -1) {
		named[link[1]] = true
		if _, err := os.Stat(filepath.Join("../docs", link[1])); err != nil {
			t.Errorf("docs/posix.md names a transcript that is not there: %v", err)
		}
	}
	if len(named) == 0 {
		t.Fatal("docs/posix.md names no transcript")
	}
	files, err := filepath.Glob("../spec/posix/*.t")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, f := range files {
		if !named["../spec/posix/"+filepath.Base(f)] {
			t.Errorf("docs/posix.md does not name %s", f)
		}
	}
}
