// Command ftsh-state shows and resets what the processes of this host know together by `try … through NAME`. See
// docs/ftsh-state.1 and docs/through.md.
package main

import (
	"os"

	"ftsh/internal/through/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}
