package fd

import "golang.org/x/sys/unix"

// Columns is how wide a terminal is; 80 where it does not say.
func Columns(f File) int {
	if n, err := f.Fd(); err == nil {
		if size, err := unix.IoctlGetWinsize(n, unix.TIOCGWINSZ); err == nil && size.Col > 0 {
			return int(size.Col)
		}
	}
	return 80
}
