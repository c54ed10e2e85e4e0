package rehearse

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"ftsh/internal/inject"
	"ftsh/internal/watchdog"
)

// clean ends the processes left by the run, and returns the names of the programs. Processes ending
// by themselves in a moment, as the other end of a pipe does, were not left. The watchdog of a killed shell is waited
// for: it ends the processes of blocks.
func (s *stage) clean() (left []string) {
	mark := []byte(inject.Variable + "=" + s.control() + "\x00")
	began := time.Now()
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		found, guarded := marked(mark)
		if len(found) == 0 && !guarded || time.Since(began) > soon && !guarded || time.Since(began) > 5*time.Second {
			for pid, name := range found {
				if name != "" {
					left = append(left, name)
				}
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			break
		}
		time.Sleep(pause)
	}
	for end := time.Now().Add(time.Second); len(left) > 0 && time.Now().Before(end); {
		found, _ := marked(mark)
		if len(found) == 0 {
			break
		}
		for pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
	slices.Sort(left)
	return left
}

// soon is how long a process may outlive the run.
const soon = 300 * time.Millisecond

// marked returns the processes with a mark in their environment, by the names of their programs, and
// whether a watchdog is one of them. Those that make a fault have no name.
func marked(mark []byte) (found map[int]string, guarded bool) {
	found = map[int]string{}
	all, _ := os.ReadDir("/proc")
	for _, e := range all {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		env, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err != nil || !bytes.Contains(append(env, 0), mark) {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err != nil || len(line) == 0 {
			continue // it has ended
		}
		words := bytes.Split(line, []byte{0})
		if len(words) > 1 && string(words[1]) == watchdog.Option {
			guarded = true
			continue
		}
		name := filepath.Base(string(words[0]))
		if len(words) > 1 && string(words[1]) == inject.PartOption {
			name = "" // the program under a fault is a process of its own
		}
		found[pid] = name
	}
	return found, guarded
}
