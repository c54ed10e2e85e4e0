// Command ftsh-state shows and changes what blocks leave on disk. See docs/ftsh-state.1.
package main

import (
	"fmt"
	"os"

	journal "ftsh/internal/journal/cli"
	"ftsh/internal/version"
)

const usage = `usage: ftsh-state journal ...

What blocks leave on disk.

  journal    what blocks with a journal have done: journal --help says more
  --version  print the version
`

func main() {
	args := append(os.Args[1:], "")
	switch args[0] {
	case "journal":
		os.Exit(journal.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	case "--version":
		fmt.Println(version.Of("ftsh-state"))
	case "--help", "-h":
		fmt.Print(usage)
	default:
		fmt.Fprintf(os.Stderr, "ftsh-state: expected journal, found %q\n%s", args[0], usage)
		os.Exit(2)
	}
}
