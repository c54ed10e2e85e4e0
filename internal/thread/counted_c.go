//go:build cgo

package thread

// onlyCounted is how many of the runtime's threads do not exist: with C, it has a record of one for
// calls from there.
const onlyCounted = 1
