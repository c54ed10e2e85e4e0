package journal

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// machine identifies the start of the machine, and says how long that is ago, suspends included.
func machine() (boot string, up time.Duration) {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts) != nil {
		return "", 0
	}
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", 0
	}
	return strings.TrimSpace(string(id)), time.Duration(ts.Nano())
}
