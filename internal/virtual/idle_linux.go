package virtual

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"ftsh/internal/clock"
)

// look returns the state of the run and, if it waits for a timer, the earliest one. It must be
// called in a locked thread, whose number is tid.
func (p *Page) look(tid int) (state, clock.Instant) {
	shells, turn := map[int]int{}, p.load(wordTurn)
	for i := range slots {
		at := firstSlot + i*slotWords
		pid := int(p.load(at + slotPid))
		if pid == 0 {
			continue
		}
		if !alive(pid) {
			p.store(at+slotPid, 0)
			continue
		}
		shells[pid] = at
	}
	var next int64
	for _, at := range shells {
		if p.load(at+slotMore) > 0 {
			return works, 0
		}
		for w := firstProc; w < slotWords; w++ {
			pid := int(p.load(at + w))
			if _, shell := shells[pid]; pid != 0 && !shell && alive(pid) {
				return works, 0
			}
		}
		if t := p.load(at + slotNext); t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	for pid := range shells {
		if !asleep(pid, tid) {
			return works, 0
		}
	}
	if p.load(wordTurn) != turn {
		return works, 0
	}
	if next == 0 && p.load(wordHangs) > 0 {
		return isStuck, 0
	} else if next == 0 {
		return works, 0 // a wait unknown to this clock
	}
	return waits, clock.Instant(next)
}

// alive reports whether a process runs. A zombie does not.
func alive(pid int) bool {
	s := stateOf("/proc/" + strconv.Itoa(pid) + "/stat")
	return s != 0 && s != 'Z' && s != 'X'
}

// asleep reports whether each thread of a process sleeps, but for the asking one.
func asleep(pid, tid int) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	tasks, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, t := range tasks {
		if t.Name() == strconv.Itoa(tid) {
			continue
		}
		switch stateOf(filepath.Join(dir, t.Name(), "stat")) {
		case 'S', 0, 'Z', 'X':
		default:
			return false
		}
	}
	return true
}

// stateOf returns the state in a stat file of /proc (proc(5)), 0 if there is no such process.
func stateOf(path string) byte {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	at := bytes.LastIndexByte(text, ')')
	if at < 0 || at+2 >= len(text) {
		return 0
	}
	return text[at+2]
}

// threadID returns the number of the calling thread.
func threadID() int { return syscall.Gettid() }

// pause lets the calling thread sleep. A timer of the runtime could wake another thread for it.
func pause(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&t, nil)
}
