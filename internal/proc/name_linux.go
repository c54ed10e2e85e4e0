package proc

import (
	"bytes"
	"strconv"
)

// nameOf returns the name of a process's program; "": it is gone, or cannot be looked at.
func nameOf(pid int) string {
	var buf [64]byte
	text, err := processes.read(strconv.Itoa(pid)+"/comm", buf[:])
	if err != nil {
		return ""
	}
	return string(bytes.TrimSuffix(text, []byte("\n")))
}
