// Command ftsh-state shows and changes persistent state of blocks: the state shared by the
// processes of this host through `try … through NAME`, the progress of blocks with a journal, and
// the known failures of programs. See man/ftsh-state.1, docs/reference/through.md,
// docs/guides/durable.md and docs/guides/known-failures.md.
package main

import (
	"os"

	journal "ftsh/internal/journal/cli"
	known "ftsh/internal/known/cli"
	through "ftsh/internal/through/cli"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "journal" {
		os.Exit(journal.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	if len(os.Args) > 1 && os.Args[1] == "known" {
		os.Exit(known.Main(os.Args[2:], os.Getenv, os.Stdout, os.Stderr))
	}
	os.Exit(through.Main(os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}
