//go:build !race

package format

// part: all scripts are formatted.
const part = 1
