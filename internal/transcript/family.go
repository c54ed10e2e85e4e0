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

// markName is an environment variable. A case's processes inherit it, so that the runner finds
// them.
const markName = "TRANSCRIPT_CASE"

// A family is the processes of a case: those with the mark in their environment, and those in the
// shell's session. None is older than the shell. Every other process of the host costs the reading
// of one small file.
type family struct {
	mark    string // NAME=value
	session int
	since   uint64 // the shell's start time
}

type process struct {
	pid     int
	command string
}

// started returns the start time of a process in the kernel's clock ticks; 0: unknown.
func started(pid int) uint64 {
	st, _ := stat(pid)
	return st.began
}

// living returns the running processes of the family. Without /proc it returns none.
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

// kill kills the family's processes until none is left.
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

// A status is the part of /proc/PID/stat used here.
type status struct {
	dead    bool
	session int
	began   uint64 // the start time
}

func stat(pid int) (st status, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return st, false
	}
	// The fields after the command's name: state ppid pgrp session …; the 20th is the start time.
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
