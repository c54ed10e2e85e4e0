// Command ftsh is a POSIX shell with blocks that retry, time-limit, choose and
// fan out.
package main

import (
	"os"

	"ftsh/internal/cli"
)

func main() {
	growStack(false)
	os.Exit(cli.Main(os.Args, os.Environ()))
}
