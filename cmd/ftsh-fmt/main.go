// Command ftsh-fmt formats shell scripts, blocks included. See man/ftsh-fmt.1, and
// docs/decisions/formatting.md for the method.
package main

import (
	"os"

	"ftsh/internal/format/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
