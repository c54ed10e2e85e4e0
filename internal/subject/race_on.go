//go:build race

package subject

// raceEnabled says whether the tests run under the race detector; the shell
// under test is then built with it too.
const raceEnabled = true
