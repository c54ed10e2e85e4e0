package via

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// oomKills returns how many processes of this process's control group the kernel has killed for
// want of memory so far; 0 if the kernel does not say. root is the root of the file system.
func oomKills(root string) int64 {
	groups, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) < 3 {
			continue
		}
		at, file := "", ""
		switch {
		case fields[1] == "": // version 2
			at, file = "sys/fs/cgroup", "memory.events"
		case fields[1] == "memory": // version 1
			at, file = "sys/fs/cgroup/memory", "memory.oom_control"
		default:
			continue
		}
		// In a namespace of control groups, the mount may begin at the group.
		for _, group := range []string{fields[2], "/"} {
			text, err := os.ReadFile(filepath.Join(root, at, group, file))
			if err != nil {
				continue
			}
			if n, ok := countOf(string(text), "oom_kill"); ok {
				return n
			}
		}
	}
	return 0
}

// countOf returns the number of a line NAME NUMBER.
func countOf(text, name string) (int64, bool) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == name {
			n, err := strconv.ParseInt(fields[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
