//go:build !linux || (!amd64 && !arm64)

package proc

import "golang.org/x/sys/unix"

// dupAll gives this process the descriptors of files, after moving them out of each other's way.
func dupAll(files []FileMap) error {
	high := 10
	for _, m := range files {
		high = max(high, m.Child+1)
	}
	from := make([]int, len(files))
	for i, m := range files {
		n, err := unix.FcntlInt(uintptr(m.Parent), unix.F_DUPFD_CLOEXEC, high)
		if err != nil {
			return err
		}
		from[i] = n
	}
	for i, m := range files {
		if err := unix.Dup2(from[i], m.Child); err != nil {
			return err
		}
	}
	return nil
}
