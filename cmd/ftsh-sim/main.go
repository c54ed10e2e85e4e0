// Command ftsh-sim runs experiments on retrying, in virtual time or with real processes: the load
// that many clients put on a server, depending on how they wait. It draws and tabulates the
// results. See docs/design/experiments.md, and package ftsh/backoff for the policies.
package main

import (
	"os"

	"ftsh/internal/sim"
)

func main() {
	os.Exit(sim.Main(os.Args[1:], os.Stdout, os.Stderr))
}
