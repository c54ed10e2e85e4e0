package fd

import "golang.org/x/sys/unix"

// isNull reports whether a file is the null device with the usual mode.
func isNull(st *unix.Stat_t) bool {
	const everybody = 0o666
	return st.Mode&unix.S_IFMT == unix.S_IFCHR && st.Mode&everybody == everybody &&
		st.Rdev == unix.Mkdev(1, 3)
}
