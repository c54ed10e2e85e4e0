//go:build unix

package transcript

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// markName is the environment variable by which the processes of a case are
// found again.
const markName = "TRANSCRIPT_CASE"

// A family is the processes of a case: those that carry the mark in their environment, and those in the
// session of the shell. None is older than the shell. The others of the host cost one small file each.
type family struct {
	mark    string // NAME=value
	session int
	since   uint64 // when the shell began, in the kernel's clock ticks
}

type process struct {
	pid     int
	command string
}

// started returns when a process began, and 0 if that cannot be known.
func started(pid int) uint64 {
	st, _ := stat(pid)
	return st.began
}

// living lists the processes of the family that have not ended. Without /proc there are none.
func (f *family) living() []process {
	table, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	names, _ := table.Readdirnames(-1)
	table.Close()
	var out []process
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		st, ok := stat(pid)
		if !ok || st.dead || st.began < f.since {
			continue
		}
		if st.session != f.session {
			if env, _ := os.ReadFile("/proc/" + name + "/environ"); !hasEntry(env, f.mark) {
				continue
			}
		}
		cmdline, _ := os.ReadFile("/proc/" + name + "/cmdline")
		out = append(out, process{pid, strings.TrimSpace(strings.ReplaceAll(string(cmdline), "\x00", " "))})
	}
	return out
}

// kill ends the family's processes until none is left.
func (f *family) kill() {
	for i := 0; i < 500; i++ {
		left := f.living()
		if len(left) == 0 {
			return
		}
		for _, p := range left {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond << min(i, 5))
	}
}

// A status is what /proc/PID/stat says of a process.
type status struct {
	dead    bool
	session int
	began   uint64
}

func stat(pid int) (st status, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return st, false
	}
	// After the command name in parentheses: state ppid pgrp session, and the beginning is the 20th.
	words := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(words) < 20 {
		return st, false
	}
	st.dead = words[0] == "Z" || words[0] == "X"
	st.session, _ = strconv.Atoi(words[3])
	st.began, err = strconv.ParseUint(words[19], 10, 64)
	return st, err == nil
}

func hasEntry(env []byte, entry string) bool {
	for _, e := range bytes.Split(env, []byte{0}) {
		if string(e) == entry {
			return true
		}
	}
	return false
}
