// Command ftry runs one command as a block of ftsh does: again until it works, within limits
// of attempts and time, each attempt ended with all that it started. See ftry(1).
package main

import (
	"os"

	"ftsh/internal/cli"
	_ "ftsh/internal/entry" // for the linker, see the Makefile
)

func main() {
	os.Exit(cli.Try(os.Args, os.Environ()))
}
