// Package examples has the scripts of this directory, for use in other programs: ftsh-sim runs them
// as the clients of its servers.
package examples

import "embed"

// Scripts holds the scripts by their names: mirrors.ftsh, submit.ftsh and so on. It is read-only.
//
//go:embed *.ftsh
var Scripts embed.FS
