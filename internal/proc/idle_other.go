//go:build !linux || (!amd64 && !arm64)

package proc

import (
	"os"
	"sync"
)

// startIdle starts a shell that reads to the end of a pipe.
func startIdle(spec *Spec) (pid int, release func(), keep any, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, nil, nil, err
	}
	defer r.Close()
	spec.Path, spec.Argv = "/bin/sh", []string{"sh", "-c", "read x"}
	spec.Files = []FileMap{{Child: 0, Parent: int(r.Fd())}}
	pid, err = start(spec)
	if err != nil {
		w.Close()
		return 0, nil, nil, err
	}
	var once sync.Once
	return pid, func() { once.Do(func() { w.Close() }) }, nil, nil
}
