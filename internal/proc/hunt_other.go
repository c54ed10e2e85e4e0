//go:build !linux

package proc

// A hunt has nothing to know here: a tree is its process groups.
type hunt struct{}
