package fd

import "os"

// Scratch returns a new nameless file, close-on-exec. Another process, given it as a descriptor,
// writes there for this one.
func Scratch() (*os.File, error) {
	n, err := anonymous()
	if err != nil {
		return nil, errno(err)
	}
	return os.NewFile(uintptr(n), "scratch"), nil
}
