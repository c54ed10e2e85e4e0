//go:build race

package format

// part: under the race detector one script in so many is formatted. The detector takes fifteen
// times as long, and has nothing to find in a package without goroutines.
const part = 6
