package virtual

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ftsh/internal/clock"
)

// patience is how long, by the real clock, programs work without taking time.
const patience = 2 * time.Second

// A state is what the run waits for.
type state int

const (
	works   state = iota // a program or a shell works
	waits                // all wait for a timer
	isStuck              // all wait, there is no timer, and a command hangs
)

// look returns what the run waits for and, if it waits for a timer, the earliest one. It must be
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
		return works, 0 // a wait that this clock knows nothing of
	}
	return waits, clock.Instant(next)
}

// alive reports whether a process runs. One that only has to be reaped does not.
func alive(pid int) bool {
	s := stateOf("/proc/" + strconv.Itoa(pid) + "/stat")
	return s != 0 && s != 'Z' && s != 'X'
}

// asleep reports whether each thread of a process sleeps, but for the one that asks.
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
