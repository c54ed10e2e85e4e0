package fd

import "golang.org/x/sys/unix"

// layOver makes n what f is, close-on-exec.
func layOver(n, f int) error { return unix.Dup3(f, n, unix.O_CLOEXEC) }
