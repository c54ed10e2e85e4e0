package journal

import (
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// machine returns an identifier of the machine's start and the time since, suspends included.
func machine() (boot string, up time.Duration) {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts) != nil {
		return "", 0
	}
	if boot = bootID(); boot == "" {
		return "", 0
	}
	return boot, time.Duration(ts.Nano())
}

// bootID identifies the start of the machine, for the life of the process.
var bootID = sync.OnceValue(func() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
})
