// Command ftsh-fmt lays shell scripts out, blocks included. See man/ftsh-fmt.1, and
// docs/decisions/formatting.md for how it is done.
package main

import (
	"os"

	"ftsh/internal/format/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
