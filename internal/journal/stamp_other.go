//go:build !linux

package journal

import "time"

// machine cannot tell one start of the machine from another here: the wall clock counts.
func machine() (boot string, up time.Duration) { return "", 0 }
