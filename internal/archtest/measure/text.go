// Package measure counts obstacles for a reader of the source: comments that read like a
// translation, long lines, and long sentences in pages. It knows nothing about this module, so the
// figures of different modules are comparable.
package measure

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Source describes Go files. The zero value describes no file.
type Source struct {
	Lines    int // of code and comments
	Long     int // lines of more than 100 columns
	Words    int // in comments
	Relative int // of these: what, who, whom, whose, that, which
	Behind   int // lines of comments with "behind"
}

// PerHundredWords returns the number of relative pronouns in 100 words of comments.
func (s Source) PerHundredWords() float64 { return ratio(s.Relative, s.Words, 100) }

// LongPerThousand returns the number of long lines in 1,000.
func (s Source) LongPerThousand() float64 { return ratio(s.Long, s.Lines, 1000) }

func ratio(n, of, per int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) * float64(per) / float64(of)
}

// Go measures the Go files below root, without generated ones and without testdata. The error is
// that of reading or parsing a file.
func Go(root string) (s Source, err error) {
	err = eachFile(root, ".go", func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil || generated(text) {
			return err
		}
		return s.add(path, text)
	})
	return s, err
}

func generated(text []byte) bool {
	head, _, _ := bytes.Cut(text, []byte("\npackage "))
	return bytes.Contains(head, []byte("Code generated ")) &&
		bytes.Contains(head, []byte(" DO NOT EDIT."))
}

func (s *Source) add(path string, text []byte) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, text,
		parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		s.Lines++
		if columns(line) > 100 {
			s.Long++
		}
	}
	word := regexp.MustCompile(`[A-Za-z']+`)
	relative := regexp.MustCompile(`^(?i:what|who|whom|whose|that|which)$`)
	for _, group := range f.Comments {
		for _, c := range group.List {
			for line := range strings.SplitSeq(c.Text, "\n") {
				for _, w := range word.FindAllString(line, -1) {
					s.Words++
					if relative.MatchString(w) {
						s.Relative++
					}
				}
				if strings.Contains(strings.ToLower(line), "behind") {
					s.Behind++
				}
			}
		}
	}
	return nil
}

// columns returns the width of a line, with tabs of four columns.
func columns(line string) int {
	n := 0
	for _, r := range line {
		if r == '\t' {
			n += 4
		} else {
			n++
		}
	}
	return n
}

// eachFile calls f for the files below root with a name ending in suffix. It leaves out hidden
// directories, testdata and bin.
func eachFile(root, suffix string, f func(path string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" ||
				name == "bin") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, suffix) {
			return nil
		}
		return f(path)
	})
}

// Files lists the Go files below root, without tests.
func Files(root string) (all []string, err error) {
	err = eachFile(root, ".go", func(path string) error {
		if !strings.HasSuffix(path, "_test.go") {
			all = append(all, path)
		}
		return nil
	})
	return all, err
}
