// Figures prints the figures of package measure: for this module, or for the modules in the given
// directories.
//
//	go run ./internal/archtest/figures . $(go list -m -f '{{.Dir}}' mvdan.cc/sh/v3)
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"ftsh/internal/archtest/measure"
)

func main() {
	roots := os.Args[1:]
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, root := range roots {
		if err := report(root); err != nil {
			fmt.Fprintln(os.Stderr, "figures:", err)
			os.Exit(1)
		}
	}
}

func report(root string) error {
	s, err := measure.Go(root)
	if err != nil {
		return err
	}
	p, err := measure.Markdown(root)
	if err != nil {
		return err
	}
	fmt.Println(root)
	fmt.Printf("  relative pronouns in 100 words of comments  %.1f\n", s.PerHundredWords())
	fmt.Printf("  lines of comments with \"behind\"             %d\n", s.Behind)
	fmt.Printf("  lines over 100 columns in 1,000             %.1f\n", s.LongPerThousand())
	fmt.Printf("  sentences of pages over 30 words            %d of %d\n", len(p.Long), p.Sentences)
	files, folder, err := largestFolder(root)
	fmt.Printf("  files without tests in the largest folder   %d (%s)\n", files, folder)
	return err
}

// largestFolder counts Go files, without tests.
func largestFolder(root string) (most int, folder string, err error) {
	count := map[string]int{}
	all, err := measure.Files(root)
	for _, path := range all {
		dir := filepath.Dir(path)
		if count[dir]++; count[dir] > most {
			most, folder = count[dir], dir
		}
	}
	return most, folder, err
}
