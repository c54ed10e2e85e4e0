// Command ftry runs one command like a block of ftsh: again until it succeeds, within limits of
// attempts and time. At the end of an attempt all its processes are ended. See ftry(1).
package main

import (
	"os"

	"ftsh/internal/cli"
	_ "ftsh/internal/entry"     // for the linker, see the Makefile
	_ "ftsh/internal/mainstack" // the room that a shell needs
)

func main() {
	os.Exit(cli.Try(os.Args, os.Environ()))
}
