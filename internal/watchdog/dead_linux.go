package watchdog

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// HeldByDead reports whether the locks on a file are held by watchdogs alone, which are called with an option as their only
// argument: their shells have ended, and they free the locks when nothing is left of the blocks. False: a process that lives has one, or
// nobody who could be seen.
func HeldByDead(path, option string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	found := false
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil || !locks("/proc/"+e.Name(), path) {
			continue
		}
		line, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		words := bytes.Split(bytes.TrimSuffix(line, []byte{0}), []byte{0})
		if len(words) != 2 || string(words[1]) != option {
			return false
		}
		found = true
	}
	return found
}

// locks reports whether a process has a lock on a file by one of its descriptors.
func locks(process, path string) bool {
	numbers, _ := os.ReadDir(process + "/fd")
	for _, n := range numbers {
		if to, err := os.Readlink(process + "/fd/" + n.Name()); err != nil || to != path {
			continue
		}
		if info, err := os.ReadFile(process + "/fdinfo/" + n.Name()); err == nil && bytes.Contains(info, []byte("\nlock:")) {
			return true
		}
	}
	return false
}
