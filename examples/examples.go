// Package examples has the scripts of this directory, for programs that run them, such as ftsh-sim
// for the clients of its servers.
package examples

import "embed"

// Scripts are the scripts, by their names: mirrors.ftsh, submit.ftsh and so on. It is not written to.
//
//go:embed *.ftsh
var Scripts embed.FS
