package proc

import "syscall"

// GetLimit returns a resource limit of the process.
func GetLimit(resource int) (Limit, error) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(resource, &r); err != nil {
		return Limit{}, err
	}
	return LimitOf(resource, r), nil
}

// SetLimit sets a resource limit of the process.
func SetLimit(l Limit) error {
	r := rlimit(l)
	return syscall.Setrlimit(l.Resource, &r)
}
