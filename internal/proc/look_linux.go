package proc

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// An entry is a process as /proc/PID/stat has it.
type entry struct {
	identity
	parent  int
	threads int
	state   byte // R, S, …
	dead    bool
	kernel  bool // a thread of the kernel, which has no environment by nature
	forked  bool // it is still the program that its parent was
}

// look reads the entry of one process, and false if there is none. An error is
// that it could not look, which says nothing of the process.
func look(pid int) (entry, bool, error) {
	var buf [1024]byte
	text, err := processes.read(strconv.Itoa(pid)+"/stat", buf[:])
	if gone(err) && processes.reserve() == nil {
		return entry{}, false, nil
	}
	if err != nil {
		return entry{}, false, err
	}
	// The second field is the name, which may hold anything.
	i := bytes.LastIndexByte(text, ')')
	f := bytes.Fields(text[i+1:])
	if i < 0 || len(f) < 20 {
		return entry{}, false, syscall.EIO
	}
	e := entry{identity: identity{pid: pid}}
	e.parent, _ = strconv.Atoi(string(f[1]))
	e.start, _ = strconv.ParseUint(string(f[19]), 10, 64)
	e.threads, _ = strconv.Atoi(string(f[17]))
	// The first thread may have ended while others go on.
	e.state = f[0][0]
	e.dead = e.state == 'X' || e.state == 'Z' && e.threads <= 1
	const kernelThread, forkNoExec = 0x00200000, 0x40 // PF_KTHREAD, PF_FORKNOEXEC
	flags, _ := strconv.ParseUint(string(f[6]), 10, 64)
	e.kernel, e.forked = flags&kernelThread != 0, flags&forkNoExec != 0
	return e, true, nil
}

// scan reads the whole process table. It is no snapshot.
func scan() ([]entry, error) {
	pids, err := processes.numbers(".")
	if err != nil {
		return nil, err
	}
	table := make([]entry, 0, len(pids))
	for _, pid := range pids {
		e, ok, err := look(pid)
		if err != nil {
			return nil, err
		}
		if ok {
			table = append(table, e)
		}
	}
	return table, nil
}

// childrenOf lists the children of a process, those of all its threads. The kernel
// may leave some out when one of them is reaped meanwhile.
func childrenOf(e entry) ([]int, error) {
	tasks := []int{e.pid}
	if e.threads > 1 {
		var err error
		if tasks, err = processes.numbers(strconv.Itoa(e.pid) + "/task"); err != nil {
			if gone(err) {
				err = nil
			}
			return nil, err
		}
	}
	var pids []int
	var buf [512]byte
	for _, task := range tasks {
		text, err := processes.read(strconv.Itoa(e.pid)+"/task/"+strconv.Itoa(task)+"/children", buf[:])
		if gone(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		pids = appendNumbers(pids, text)
	}
	return pids, nil
}

func appendNumbers(pids []int, text []byte) []int {
	for _, word := range bytes.Fields(text) {
		if pid, err := strconv.Atoi(string(word)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// ownChildren lists the children of this process, its zombies included. Unlike
// childrenOf it leaves none out: nobody reaps meanwhile, and if a thread ends,
// which hands its children to another, it looks again.
func ownChildren() ([]int, error) {
	if err := processes.reserve(); err != nil {
		return nil, err
	}
	if !processes.lists {
		return childrenByScan()
	}
	children.reaping.Lock()
	defer children.reaping.Unlock()
	dir := strconv.Itoa(os.Getpid()) + "/task"
	tasks, err := processes.numbers(dir)
	for err == nil {
		var pids, after []int
		var buf [4096]byte
		for _, task := range tasks {
			text, err := processes.read(dir+"/"+strconv.Itoa(task)+"/children", buf[:])
			if err != nil && !gone(err) {
				return nil, err
			}
			pids = appendNumbers(pids, text)
		}
		if after, err = processes.numbers(dir); err == nil && all(after, tasks) {
			return pids, nil
		}
		tasks = after
	}
	return nil, err
}

// all reports whether every one of part is in list.
func all(list, part []int) bool {
	for _, n := range part {
		if !slices.Contains(list, n) {
			return false
		}
	}
	return true
}

// childrenByScan is for kernels without the lists.
func childrenByScan() ([]int, error) {
	table, err := scan()
	if err != nil {
		return nil, err
	}
	var pids []int
	self := os.Getpid()
	for _, e := range table {
		if e.parent == self {
			pids = append(pids, e.pid)
		}
	}
	return pids, nil
}

// ticks is the present time as entries have it, of the 10 ms that USER_HZ is on every
// system that Go runs on.
func ticks() uint64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return uint64(now.Nano()) / 10_000_000
}
