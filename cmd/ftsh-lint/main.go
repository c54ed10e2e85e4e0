// Command ftsh-lint finds likely mistakes in scripts. See man/ftsh-lint.1, and
// docs/reference/lint.md for its rules.
package main

import (
	"os"

	"ftsh/internal/lint/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
