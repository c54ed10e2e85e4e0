//go:build linux && (amd64 || arm64)

package sig

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// The monitoring thread is slow from CalmMonitor on until the shell listens, and no other thread is.
func TestCalmMonitor(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("another thread's slack is shown to root only")
	}
	if emulated() {
		t.Skip("the emulator has threads of its own")
	}
	for _, build := range []string{"entry", "pie"} {
		var lines []string
		for range 20 {
			out, st := run(child(t, build), "", "slack calm slack new slack listen slack alive")
			if lines = strings.Fields(out); len(lines) != 5 || st != 0 {
				t.Fatalf("%s: %q, %#x", build, out, st)
			}
			if lines[1] != lines[0] {
				break // else the IDs after the process's went to other processes
			}
		}
		calm := strconv.Itoa(int(calmSlack))
		if lines[1] != calm || lines[2] != calm || lines[3] != lines[0] || lines[4] != "alive" {
			t.Errorf("%s: the slack was %v", build, lines)
		}
	}
	// Without the entry point there is no record of what 32 did, and nothing happens.
	if out, st := run(child(t, "plain"), "", "calm new listen alive"); out != "alive\n" || st != 0 {
		t.Errorf("plain: %q, %#x", out, st)
	}
}
