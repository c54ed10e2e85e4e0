package cli

import (
	"os"
	"runtime/debug"
)

// collectorPace is the percentage by which the memory in use may grow before the collector runs.
// With the usual 100 it first runs at 4 MB. A shell that reads a long text comes just so far, and
// nearly all of it is in use: the collector's work, and its write barriers, take a fifth of the time
// for nothing. Loops that make garbage take a tenth less time at 150, too, and as much memory.
const collectorPace = 150

// paceCollector sets the pace, unless the environment does.
func paceCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectorPace)
	}
}
