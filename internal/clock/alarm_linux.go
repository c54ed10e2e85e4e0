package clock

import (
	"container/heap"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// alarms are the pending timers affected by a suspend, with one timerfd set to the earliest.
// Without a timerfd (no descriptors left) the runtime's timers remain.
type alarms struct {
	mu    sync.Mutex
	queue queue
	file  *os.File // nil while the queue is empty
	set   Instant  // expiry of the timerfd
}

func (a *alarms) add(t *timer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	heap.Push(&a.queue, t)
	if a.file == nil {
		n, err := unix.TimerfdCreate(unix.CLOCK_BOOTTIME, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
		if err != nil {
			return
		}
		a.file = os.NewFile(uintptr(n), "timerfd")
		a.set = 1<<63 - 1
		go a.watch(a.file)
	}
	a.arm()
}

func (a *alarms) remove(t *timer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.index >= 0 {
		heap.Remove(&a.queue, t.index)
	}
	if len(a.queue) == 0 && a.file != nil {
		// This ends watch, too.
		a.file.Close()
		a.file = nil
	}
}

// arm sets the timerfd to the earliest timer. A setting too late is always corrected; one too early
// only wakes watch once for nothing.
func (a *alarms) arm() {
	if a.file == nil || len(a.queue) == 0 || a.queue[0].at >= a.set {
		return
	}
	a.set = a.queue[0].at
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(a.set))}
	raw, err := a.file.SyscallConn()
	if err == nil {
		// Control, not Fd: that would make the descriptor block.
		_ = raw.Control(func(fd uintptr) {
			_ = unix.TimerfdSettime(int(fd), unix.TFD_TIMER_ABSTIME, &spec, nil)
		})
	}
}

// watch fires due timers each time the timerfd expires, until it is closed.
func (a *alarms) watch(file *os.File) {
	var count [8]byte
	for {
		if _, err := file.Read(count[:]); err != nil {
			return
		}
		now := expired()
		a.mu.Lock()
		if a.file != file {
			a.mu.Unlock()
			return
		}
		for len(a.queue) > 0 && a.queue[0].at <= now {
			// In its own goroutine: fire takes locks, and calls.
			go heap.Pop(&a.queue).(*timer).fire()
		}
		a.set = 1<<63 - 1
		a.arm()
		a.mu.Unlock()
	}
}

// expired returns the present time by the clock of the timerfd: timers due by this clock must not
// be left.
func expired() Instant {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		return 1<<63 - 1
	}
	return Instant(ts.Nano())
}

// queue is a heap of timers, the earliest first.
type queue []*timer

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at < q[j].at }

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *queue) Push(x any) {
	t := x.(*timer)
	t.index = len(*q)
	*q = append(*q, t)
}

func (q *queue) Pop() any {
	old := *q
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	t.index = -1
	return t
}
