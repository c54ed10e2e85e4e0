//go:build !linux

package proc

// A hunt is empty here: a tree is its process groups.
type hunt struct{}
