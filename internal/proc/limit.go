package proc

import "syscall"

// GetLimit returns a resource limit of the process. The number of a tree in the soft RLIMIT_LOCKS,
// put there by an outer shell, is no limit: the soft limit is then reported as the hard one.
func GetLimit(resource int) (Limit, error) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(resource, &r); err != nil {
		return Limit{}, err
	}
	return unlabelled(LimitOf(resource, r)), nil
}

// SetLimit sets a resource limit of the process.
func SetLimit(l Limit) error {
	r := rlimit(l)
	return syscall.Setrlimit(l.Resource, &r)
}
