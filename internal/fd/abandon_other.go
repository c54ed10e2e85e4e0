//go:build !linux

package fd

import "golang.org/x/sys/unix"

// layOver makes n a close-on-exec duplicate of f.
func layOver(n, f int) error {
	if err := unix.Dup2(f, n); err != nil {
		return err
	}
	unix.CloseOnExec(n)
	return nil
}
