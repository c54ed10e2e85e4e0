package fd

import "golang.org/x/sys/unix"

// Columns returns the width of the terminal f, or 80 if the system does not report one.
func Columns(f File) int {
	if n, err := f.Fd(); err == nil {
		if size, err := unix.IoctlGetWinsize(n, unix.TIOCGWINSZ); err == nil && size.Col > 0 {
			return int(size.Col)
		}
	}
	return 80
}
