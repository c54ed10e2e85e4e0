package proc

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// BecomeSubreaper makes orphans among the process's descendants its children,
// for the life of the process. Only the shell that owns the process may call it,
// and from then on nothing in the process may start children but Start:
// ReapUnknown would take them for orphans.
func BecomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

func subreaper() bool {
	var on int32
	_, _, e := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&on)), 0, 0, 0, 0)
	return e == 0 && on != 0
}

// ReapUnknown reaps the orphans that became children of this process and have
// ended, and returns how many. It never takes the status of a process that
// Start returned. In a process that is no subreaper it does nothing.
func ReapUnknown() int {
	if !subreaper() {
		return 0
	}
	return reapUnknown(ownChildren())
}

func reapUnknown(pids []int) int {
	children.starting.Lock()
	defer children.starting.Unlock()
	n := 0
	for _, pid := range pids {
		if children.get(pid) != nil {
			continue
		}
		if got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); err == nil && got == pid {
			n++
		}
	}
	return n
}

// reap reaps children that have ended, those that Start returned too: who waits
// for one of them still gets its status. It returns how many it reaped.
func reap(pids []int) int {
	var unknown []int
	n := 0
	for _, pid := range pids {
		if p := children.get(pid); p == nil {
			unknown = append(unknown, pid)
		} else if _, over, err := p.Poll(false); over || err != nil {
			n++
		}
	}
	if len(unknown) > 0 && subreaper() {
		n += reapUnknown(unknown)
	}
	return n
}

// ownChildren lists the children of this process, its zombies included.
func ownChildren() []int {
	var pids []int
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		text, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if err != nil {
			return childrenByScan()
		}
		for _, word := range bytes.Fields(text) {
			if pid, err := strconv.Atoi(string(word)); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// childrenByScan is for kernels without the list (CONFIG_PROC_CHILDREN).
func childrenByScan() []int {
	var pids []int
	self := os.Getpid()
	for _, e := range scan() {
		if e.parent == self {
			pids = append(pids, e.pid)
		}
	}
	return pids
}

// An entry is a process as /proc/PID/stat has it.
type entry struct {
	identity
	parent int
	dead   bool
}

// scan reads the whole process table. It is no snapshot.
func scan() []entry {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	table := make([]entry, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if e, ok := look(pid); ok {
				table = append(table, e)
			}
		}
	}
	return table
}

// look reads the entry of one process.
func look(pid int) (entry, bool) {
	var buf [1024]byte
	n, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return entry{}, false
	}
	defer unix.Close(n)
	k, err := unix.Read(n, buf[:])
	if err != nil || k <= 0 {
		return entry{}, false
	}
	// The second field is the name, which may hold anything.
	text := buf[:k]
	i := bytes.LastIndexByte(text, ')')
	f := bytes.Fields(text[i+1:])
	if i < 0 || len(f) < 20 {
		return entry{}, false
	}
	e := entry{identity: identity{pid: pid}}
	e.parent, _ = strconv.Atoi(string(f[1]))
	e.start, _ = strconv.ParseUint(string(f[19]), 10, 64)
	threads, _ := strconv.Atoi(string(f[17]))
	// The first thread may have ended while others go on.
	e.dead = f[0][0] == 'X' || f[0][0] == 'Z' && threads <= 1
	return e, true
}

// sweep looks for what is left of the tree, signals what was not yet told, and
// reaps what has ended. It returns how many processes are left, how many
// children have ended but are kept from being reaped, and whether something new
// was met or ended meanwhile, so that one has to look again: it may have started
// another process behind the back of the sweep.
func (c *canceller) sweep(kill bool) (left, kept int, fresh bool) {
	s := sig.SIGTERM
	if kill {
		s = sig.SIGKILL
	}
	alive, ended, fresh := c.tree.members()
	kept = len(ended)
	if n := reap(ended); n > 0 {
		kept, fresh = kept-n, true
	}
	cleaning := c.cleaning(alive)
	for _, e := range alive {
		id := e.identity
		if c.denied[id] {
			continue
		}
		if !kill && cleaning[id] {
			fresh = fresh || !c.spared[id]
			c.spared[id] = true
			left++
			continue
		}
		if was, ok := c.told[id]; !ok || was != s || kill && c.opt.Strong {
			fresh = fresh || !ok
			c.signal(id, s)
		}
		if !c.denied[id] {
			left++
		}
	}
	if ReapUnknown() > 0 {
		fresh = true
	}
	return left, kept, fresh
}

// cleaning returns the processes that were not told to end, and whose parents
// were and live.
func (c *canceller) cleaning(alive []entry) map[identity]bool {
	if len(c.told) == 0 || c.opt.Clock.Now() >= c.patience {
		return nil
	}
	at := make(map[int]identity, len(alive))
	parent := make(map[identity]int, len(alive))
	for _, e := range alive {
		at[e.pid] = e.identity
		parent[e.identity] = e.parent
	}
	told := func(id identity) bool { _, ok := c.told[id]; return ok }
	found := make(map[identity]bool)
	for _, e := range alive {
		if told(e.identity) {
			continue
		}
		id, ok := at[e.parent]
		for n := 0; ok && !told(id); n++ {
			id, ok = at[parent[id]]
			ok = ok && n < len(alive) // the table is no snapshot, and might have a circle
		}
		if ok {
			found[e.identity] = true
		}
	}
	return found
}

// members returns the living processes of the tree, those that have ended as
// children of this process, and whether one was reaped while it looked.
func (t *Tree) members() (alive []entry, ended []int, fresh bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for p := range t.procs {
		if _, over := p.Status(); over {
			delete(t.procs, p)
		}
	}
	table := scan()
	at := make(map[int]int, len(table))
	below := make(map[int][]int, len(table))
	for i, e := range table {
		at[e.pid] = i
		below[e.parent] = append(below[e.parent], i)
	}
	in := make([]bool, len(table))
	self := os.Getpid()
	var grow func(i int)
	grow = func(i int) {
		if in[i] || table[i].pid == self {
			return
		}
		in[i] = true
		for _, j := range below[table[i].pid] {
			grow(j)
		}
	}
	for p := range t.procs {
		if _, over := p.Status(); over {
			delete(t.procs, p)
			fresh = true
		} else if i, ok := at[p.pid]; ok {
			grow(i)
		}
	}
	for id := range t.seen {
		if i, ok := at[id.pid]; ok && table[i].start == id.start {
			grow(i)
		} else {
			delete(t.seen, id)
		}
	}
	t.tagged(table, below, at, in, grow)
	for i, e := range table {
		switch {
		case in[i] && !e.dead:
			if t.seen == nil {
				t.seen = make(map[identity]struct{})
			}
			t.seen[e.identity] = struct{}{}
			alive = append(alive, e)
		case in[i] && e.parent == self:
			ended = append(ended, e.pid)
		}
	}
	return alive, ended, fresh
}

// tagged grows the tree by what carries its tag. Under a subreaper that can
// only be among its own descendants.
func (t *Tree) tagged(table []entry, below map[int][]int, at map[int]int, in []bool, grow func(int)) {
	try := func(i int) {
		if !in[i] && !table[i].dead && t.marks(table[i].pid) {
			grow(i)
		}
	}
	if !subreaper() {
		for i := range table {
			try(i)
		}
		return
	}
	seen := make([]bool, len(table))
	queue := append([]int(nil), below[os.Getpid()]...)
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !seen[i] {
			seen[i] = true
			try(i)
			queue = append(queue, below[table[i].pid]...)
		}
	}
}

// marks reports whether a process carries the tag of the tree or of one inside
// it. The environment is that with which the program was started.
func (t *Tree) marks(pid int) bool {
	env := environ(pid)
	const name = TagVariable + "="
	i := 0
	if !bytes.HasPrefix(env, []byte(name)) {
		if i = bytes.Index(env, []byte("\x00"+name)); i < 0 {
			return false
		}
		i++
	}
	value, _, _ := bytes.Cut(env[i+len(name):], []byte{0})
	rest, ok := bytes.CutPrefix(value, []byte(t.tag))
	return ok && (len(rest) == 0 || rest[0] == '/')
}

// environ reads the environment of a process. Amid execve it is empty for a
// moment, which is waited for, lest a process escape by that.
func environ(pid int) []byte {
	for range 10 {
		env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
		if err != nil || len(env) > 0 || kernelThread(pid) {
			return env
		}
		// Of real time, whatever the clock of the shell.
		_ = unix.Nanosleep(&unix.Timespec{Nsec: 100_000}, nil)
	}
	return nil
}

// kernelThread reports whether pid has no environment by nature.
func kernelThread(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	f := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if err != nil || len(f) < 7 {
		return true
	}
	const flag = 0x00200000 // PF_KTHREAD
	flags, _ := strconv.ParseUint(string(f[6]), 10, 64)
	return flags&flag != 0
}

// send signals a process through a descriptor of it, opened before its identity is
// looked at again, so that a reused number is never hit.
func (c *canceller) send(id identity, s sig.Signal) error {
	n, ok := c.open[id]
	if !ok {
		var err error
		if n, err = unix.PidfdOpen(id.pid, 0); err != nil {
			if err != syscall.ENOSYS && err != syscall.EMFILE && err != syscall.ENFILE {
				return err
			}
			n = -1
		}
		e, alive := look(id.pid)
		if !alive || e.start != id.start {
			unix.Close(n)
			return syscall.ESRCH
		}
		if n < 0 {
			return syscall.Kill(id.pid, s)
		}
		if len(c.open) >= maxOpen {
			defer unix.Close(n)
		} else {
			if c.open == nil {
				c.open = make(map[identity]int)
			}
			c.open[id] = n
		}
	}
	return unix.PidfdSendSignal(n, s, nil, 0)
}

// maxOpen is how many process descriptors are kept for awaiting.
const maxOpen = 64

// await waits until one of the processes has ended, at most for d.
func (c *canceller) await(d time.Duration) {
	set := make([]unix.PollFd, 0, len(c.open))
	ids := make([]identity, 0, len(c.open))
	for id, n := range c.open {
		set = append(set, unix.PollFd{Fd: int32(n), Events: unix.POLLIN})
		ids = append(ids, id)
	}
	if n, err := unix.Poll(set, max(1, int(d/time.Millisecond))); err != nil || n <= 0 {
		return
	}
	for i, p := range set {
		if p.Revents != 0 {
			unix.Close(c.open[ids[i]])
			delete(c.open, ids[i])
		}
	}
}

func (c *canceller) close() {
	for _, n := range c.open {
		unix.Close(n)
	}
}

func denied(err error) bool { return err == syscall.EPERM }
