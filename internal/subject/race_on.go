//go:build race

package subject

// raceEnabled reports whether the tests run under the race detector. The shell under test is then
// built with it too.
const raceEnabled = true
