//go:build race

package format

// part: under the race detector, which takes fifteen times as long and has nothing to find in a package without
// goroutines, one script in so many is formatted.
const part = 6
