package proc

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// An entry is a process as described by /proc/PID/stat.
type entry struct {
	identity
	parent  int
	threads int
	state   byte // R, S, …
	dead    bool
	kernel  bool // a kernel thread: it has no environment by nature
	forked  bool // still runs its parent's program
}

// look reads the entry of one process; the result is false if there is none. An error means it
// could not look, and says nothing about the process.
func look(pid int) (entry, bool, error) {
	var buf [1024]byte
	text, err := processes.read(strconv.Itoa(pid)+"/stat", buf[:])
	if gone(err) && processes.reserve() == nil {
		return entry{}, false, nil
	}
	if err != nil {
		return entry{}, false, err
	}
	// The second field is the name, with arbitrary bytes.
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

// scan reads the whole process table. The result is no snapshot.
func scan() ([]entry, error) {
	pids, err := processes.numbers(".")
	if err != nil {
		return nil, err
	}
	return lookAll(pids)
}

// lookAll looks at each of the processes still there.
func lookAll(pids []int) ([]entry, error) {
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

// childrenOf lists the children of all threads of a process. The kernel may leave some out when one
// of them is reaped meanwhile.
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
		text, err := processes.read(strconv.Itoa(e.pid)+"/task/"+strconv.Itoa(task)+"/children",
			buf[:])
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

// adopted lists the orphans adopted by this process, zombies included, and the children started by
// its first thread. Unlike childrenOf it leaves none out: nobody reaps meanwhile.
//
// An orphan comes to the first living thread of the adopting process (find_new_reaper in
// kernel/exit.c), and the first thread of a Go program lives as long as the program. So there is
// one list to read, rather than one for each thread; a shell with blocks has dozens of threads.
func adopted() ([]int, error) {
	children.reaping.Lock()
	defer children.reaping.Unlock()
	self := strconv.Itoa(os.Getpid())
	var buf [4096]byte
	text, err := processes.read(self+"/task/"+self+"/children", buf[:])
	if err != nil {
		return nil, err
	}
	return appendNumbers(nil, text), nil
}

// listed reports whether the lists of children are reliable. Before Linux 4.0 an orphan came to the
// thread that had started its ancestor.
func listed(dir int) bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil || name.Release[1] == '.' && name.Release[0] < '4' {
		return false
	}
	self := strconv.Itoa(os.Getpid())
	return unix.Faccessat(dir, self+"/task/"+self+"/children", unix.R_OK, 0) == nil
}

// ticks returns the present time in the unit of entries: 10 ms, as USER_HZ is on every system Go
// runs on.
func ticks() uint64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return uint64(now.Nano()) / 10_000_000
}
