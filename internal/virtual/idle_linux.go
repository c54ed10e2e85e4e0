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

// look returns the state of the run. It must be called in a locked thread, whose number is tid.
func (p *Page) look(tid int) sight {
	g := sight{turn: p.load(wordTurn)}
	shells, hangs := p.shells(), false
	for _, at := range shells {
		g.played = g.played || p.load(at+slotPlays) > 0
		hangs = hangs || p.load(at+slotHangs) > 0
	}
	for _, at := range shells {
		if p.load(at+slotMore) > 0 {
			return sight{}
		}
		for w := firstProc; w < slotWords; w++ {
			pid := int(p.load(at + w))
			if _, shell := shells[pid]; pid == 0 || shell {
				continue
			}
			// Next to a played wait a program without work, such as a server or the reader of a
			// pipe, waits too. A zombie is work for its shell, unless that is not interested.
			if !g.played || !asleep(pid, tid) {
				return sight{}
			}
			g.programs = append(g.programs, pid)
		}
		if t := clock.Instant(p.load(at + slotNext)); t != 0 && (g.next == 0 || t < g.next) {
			g.next = t
		}
	}
	for pid := range shells {
		if !asleep(pid, tid) {
			if g.played {
				return sight{}
			}
			// It is looked at for long then, and may see a thread of the runtime awake.
			if pause(time.Millisecond); !asleep(pid, tid) {
				return sight{}
			}
		}
	}
	if p.load(wordTurn) != g.turn {
		return sight{}
	}
	if g.next != 0 {
		g.state = waits
	} else if hangs {
		g.state = isStuck
	} // else there is a wait unknown to this clock
	return g
}

// shells returns the slots of the running shells by process.
func (p *Page) shells() map[int]int {
	all := map[int]int{}
	for i := range slots {
		at := firstSlot + i*slotWords
		switch pid := int(p.load(at + slotPid)); {
		case pid == 0:
		case !alive(pid):
			p.store(at+slotPid, 0)
		default:
			all[pid] = at
		}
	}
	return all
}

// withoutWork reports whether programs and all their descendants sleep.
func withoutWork(programs []int) bool {
	children := map[int][]int{}
	all, _ := os.ReadDir("/proc")
	for _, e := range all {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		text, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if len(fields) > 1 {
			parent, _ := strconv.Atoi(string(fields[1]))
			children[parent] = append(children[parent], pid)
		}
	}
	for todo := programs; len(todo) > 0; {
		pid := todo[0]
		if !asleep(pid, 0) {
			return false
		}
		todo = append(todo[1:len(todo):len(todo)], children[pid]...)
	}
	return true
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
