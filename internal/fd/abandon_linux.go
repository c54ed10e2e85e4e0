package fd

import "golang.org/x/sys/unix"

// layOver makes n a close-on-exec duplicate of f.
func layOver(n, f int) error { return unix.Dup3(f, n, unix.O_CLOEXEC) }
