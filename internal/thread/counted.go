//go:build !cgo

package thread

// onlyCounted is how many of the runtime's threads do not exist.
const onlyCounted = 0
