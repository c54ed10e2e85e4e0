// Command ftsh is a POSIX shell with blocks that retry, time-limit, choose and
// fan out.
package main

import (
	"os"

	"ftsh/internal/cli"
	_ "ftsh/internal/entry"     // for the linker, see the Makefile
	_ "ftsh/internal/mainstack" // the room that a shell needs
)

func main() {
	os.Exit(cli.Main(os.Args, os.Environ()))
}
