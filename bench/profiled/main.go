// Command profiled is ftsh, and writes a profile of its processor time into the directory
// $FTSH_PROFILE. bench -profile builds it and merges the profiles of its processes.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"

	"ftsh/internal/cli"
)

func main() {
	dir := os.Getenv("FTSH_PROFILE")
	if dir == "" { // a script has started it with another environment
		os.Exit(cli.Main(os.Args, os.Environ()))
	}
	os.Exit(profiled(dir))
}

// profiled runs the shell. It is not linked with the Makefile's entry point, since the
// runtime handles no signals then, not even the one for profiles.
func profiled(dir string) int {
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%d.pprof", os.Getpid())))
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "profiled:", err)
		return 1
	}
	status := cli.Main(os.Args, os.Environ())
	pprof.StopCPUProfile()
	if err := f.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "profiled:", err)
		return 1
	}
	return status
}
