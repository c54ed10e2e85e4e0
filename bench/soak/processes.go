//go:build linux

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A process is a running or stopped one, not a zombie.
type process struct {
	pid, parent int
	state       string
	command     string
	starting    bool // it was forked and has not called exec
}

// forkNoExec is PF_FORKNOEXEC among the flags of proc_pid_stat(5).
const forkNoExec = 0x40

// descendants returns the processes below one, however deep. This program is the reaper of orphans,
// so a daemon of a script cannot escape, whatever its session and environment.
func descendants(root int) []process {
	entries, _ := os.ReadDir("/proc")
	children := map[int][]process{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := look(pid); ok {
			children[p.parent] = append(children[p.parent], p)
		}
	}
	var all []process
	var add func(int)
	add = func(parent int) {
		for _, p := range children[parent] {
			if p.state != "Z" && p.state != "X" {
				all = append(all, p)
			}
			add(p.pid)
		}
	}
	add(root)
	return all
}

func look(pid int) (process, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, false
	}
	// The name, in parentheses, may hold anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	parent, _ := strconv.Atoi(fields[1])
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	flags, _ := strconv.Atoi(fields[6])
	command := strings.ReplaceAll(strings.TrimRight(string(line), "\x00"), "\x00", " ")
	return process{pid, parent, fields[0], command, flags&forkNoExec != 0}, true
}

// watchdogOption is in the command line of a watchdog.
const watchdogOption = " --watchdog"

// watched reports whether a shell has a watchdog.
func watched(pid int) bool {
	for _, p := range descendants(pid) {
		if p.parent == pid && strings.HasSuffix(p.command, watchdogOption) {
			return true
		}
	}
	return false
}

// afterKill waits until the watchdog of a killed shell is done, and returns the processes left
// although it should have ended them: those with the tag of an attempt, and ftsh itself. It cannot
// know processes with a cleared environment.
func afterKill(ftsh string, most time.Duration) []process {
	for end := time.Now().Add(most); ; time.Sleep(10 * time.Millisecond) {
		var left []process
		for _, p := range descendants(os.Getpid()) {
			env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
			if strings.HasPrefix(p.command, ftsh) || strings.HasSuffix(p.command, watchdogOption) ||
				strings.Contains("\x00"+string(env), "\x00FTSH_TREE=") {
				left = append(left, p)
			}
		}
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
		reap()
	}
}

func describe(ps []process) string {
	var b strings.Builder
	for _, p := range ps {
		wchan, _ := os.ReadFile(fmt.Sprintf("/proc/%d/wchan", p.pid))
		fmt.Fprintf(&b, "  %d (of %d) %s %s %.200q\n", p.pid, p.parent, p.state, wchan, p.command)
	}
	return b.String()
}

// endAll ends the processes left by a script, and reaps them.
func endAll() {
	for left := descendants(os.Getpid()); len(left) > 0; left = descendants(os.Getpid()) {
		for _, p := range left {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		reap()
		time.Sleep(time.Millisecond)
	}
	reap()
}

// reap takes the zombies of orphans. It must not run while this program waits for a child.
func reap() {
	for {
		if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
			return
		}
	}
}
