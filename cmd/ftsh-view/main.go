// Command ftsh-view draws the trace of a run of ftsh, as a page for a browser or as text for a
// terminal. See man/ftsh-view.1 and docs/reference/trace.md.
package main

import (
	"os"

	"ftsh/internal/view/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}
