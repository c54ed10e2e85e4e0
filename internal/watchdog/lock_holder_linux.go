package watchdog

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// holders counts the processes with locks on a file. freeing counts watchdogs, which have Option as
// their only argument, and ending processes, which have no arguments any more: both will free the
// lock soon. others counts the rest. Processes without permission to look at them are in neither
// count.
func holders(path string) (freeing, others int) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return 0, 0
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, 0
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil || !locks("/proc/"+e.Name(), path) {
			continue
		}
		line, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		words := bytes.Split(bytes.TrimSuffix(line, []byte{0}), []byte{0})
		if len(line) == 0 || len(words) == 2 && string(words[1]) == Option {
			freeing++
		} else {
			others++
		}
	}
	return freeing, others
}

// locks reports whether a process has a lock on a file by one of its descriptors.
func locks(process, path string) bool {
	numbers, _ := os.ReadDir(process + "/fd")
	for _, n := range numbers {
		if to, err := os.Readlink(process + "/fd/" + n.Name()); err != nil || to != path {
			continue
		}
		if info, err := os.ReadFile(process + "/fdinfo/" + n.Name()); err == nil &&
			bytes.Contains(info, []byte("\nlock:")) {
			return true
		}
	}
	return false
}
