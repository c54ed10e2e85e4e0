//go:build linux && (amd64 || arm64)

package sig

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Dispatcher sets the process's dispositions and takes arriving signals. It is safe for
// concurrent use. There is at most one in a process.
type Dispatcher struct {
	block *block
	wake  chan struct{}
	event *os.File // nil if there are no descriptors

	mu        sync.Mutex
	ignored   Set
	found     [maxSignal + 1]Action // the dispositions before
	closed    bool
	listening bool

	held    atomic.Uint64 // a Set of signals not to be taken yet
	holders int           // number of holders
	later   map[Signal]Disposition
}

// needed are signals the runtime sends itself or turns into panics. Our handler tells these from
// signals sent by others.
const needed = Set(1<<(SIGSEGV-1) | 1<<(SIGBUS-1) | 1<<(SIGFPE-1) | 1<<(SIGPROF-1))

// Ending are the signals that can be caught and end a process by default (signal(7)).
const Ending = ^Set(1<<(SIGKILL-1) | 1<<(SIGSTOP-1) | 1<<(SIGTSTP-1) | 1<<(SIGTTIN-1) |
	1<<(SIGTTOU-1) |
	1<<(SIGCHLD-1) | 1<<(SIGCONT-1) | 1<<(SIGURG-1) | 1<<(unix.SIGWINCH-1) |
	1<<31 | 1<<32) // the C library's

// NewDispatcher gives the process the dispositions of a shell: signals ignored according to rec are
// ignored, all others are at their default, though the runtime had taken them.
func NewDispatcher(rec Record) *Dispatcher {
	d := &Dispatcher{block: static(), wake: make(chan struct{}, 1), ignored: rec.Ignored}
	b := d.block
	_ = SetAction(SIGURG, nil, &d.found[SIGURG])
	// All handlers of the runtime's are the same.
	b.runtime = d.found[SIGURG].Handler
	b.pid = int64(os.Getpid())
	b.one = 1
	b.pending.Store(0)
	b.awaited.Store(0)
	b.event.Store(-1)
	b.ignoring.Store(0)
	b.owned.Store(1)
	for s := range changeable {
		to := Default
		if rec.Ignored.Has(s) {
			to = Ignore
		}
		if !rec.Recorded || runtimes.Has(s) {
			_ = d.replace(s, to, &d.found[s])
			continue
		}
		// The action is as the entry point saw it, and it is mostly the wanted one.
		if d.found[s].Handler = HandlerDefault; to == Ignore {
			d.found[s].Handler = HandlerIgnore
		}
		act := d.action(s, to)
		d.mark(s, to)
		// An emulator may show a signal as ignored, and have its own handler for it.
		if act.Handler != d.found[s].Handler || to == Ignore {
			_ = SetAction(s, &act, nil)
		}
		set(&b.ignoring, s, act.Handler == HandlerIgnore)
	}
	return d
}

// runtimes are the signals with a handler of the runtime in a program with the entry point, of those
// with a changeable disposition.
const runtimes = Set(1<<(SIGURG-1) | 1<<(firstRealtime-1))

// start makes the handler wake a goroutine. Until the channel is asked for, it only records
// arrivals: a shell that never waits needs no more.
func (d *Dispatcher) start() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.listening || d.closed {
		return
	}
	d.listening = true
	if n, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err == nil {
		d.event = os.NewFile(uintptr(n), "signals")
		d.block.event.Store(int64(n))
		go d.watch(d.event)
	} else {
		go d.poll()
	}
	if d.Pending() {
		d.notify()
	}
}

// changeable yields the signals with a changeable disposition.
func changeable(yield func(Signal) bool) {
	for s := Signal(1); s <= maxSignal; s++ {
		if valid(s) && s != SIGKILL && s != SIGSTOP && !yield(s) {
			return
		}
	}
}

// watch passes on the handler's wake-ups.
func (d *Dispatcher) watch(event *os.File) {
	var count [8]byte
	for {
		if _, err := event.Read(count[:]); err != nil {
			d.poll() // closed, or the system's poller took no more descriptors
			return
		}
		d.notify()
	}
}

// poll is watch without a descriptor for the handler's wake-ups.
func (d *Dispatcher) poll() {
	for ; d.block.owned.Load() != 0; time.Sleep(20 * time.Millisecond) {
		if d.Pending() {
			d.notify()
		}
	}
}

// Set gives s a disposition. Those of SIGKILL and SIGSTOP are fixed: EINVAL.
func (d *Dispatcher) Set(s Signal, to Disposition) error {
	if !valid(s) || s == SIGKILL || s == SIGSTOP {
		return syscall.EINVAL
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return syscall.EINVAL
	}
	d.ignored.Remove(s)
	if to == Ignore {
		d.ignored.Add(s)
	}
	if Set(d.held.Load()).Has(s) {
		d.later[s] = to
		return nil
	}
	return d.apply(s, to)
}

// apply is Set for the kernel and the handler.
func (d *Dispatcher) apply(s Signal, to Disposition) error { return d.replace(s, to, nil) }

// replace is apply, and stores the former action in before.
func (d *Dispatcher) replace(s Signal, to Disposition, before *Action) error {
	d.mark(s, to)
	act := d.action(s, to)
	if err := SetAction(s, &act, before); err != nil {
		return err
	}
	set(&d.block.ignoring, s, act.Handler == HandlerIgnore)
	return nil
}

// mark tells the handler what to do with s.
func (d *Dispatcher) mark(s Signal, to Disposition) {
	set(&d.block.caught, s, to == Catch)
	set(&d.block.fatal, s, to == Default)
}

// action returns the action of a disposition, with the exceptions that a Go program needs.
func (d *Dispatcher) action(s Signal, to Disposition) Action {
	own := to == Catch
	act := Action{Handler: HandlerDefault}
	switch {
	case s == SIGURG && !own:
		// The runtime does nothing with a signal not its own: both the default, and to ignore.
		act = d.found[SIGURG]
	case needed.Has(s), (s == SIGPIPE || s == SIGXFSZ) && to == Default:
		// A write to a broken pipe, or beyond the limit on file sizes, must not kill a process with
		// several subshells and blocks to end: the writer sees EPIPE or EFBIG. A signal from
		// outside kills it.
		own = true
	case to == Ignore && s != SIGCHLD:
		act.Handler = HandlerIgnore
	}
	if own {
		act = d.found[SIGURG] // with the flags and the restorer needed by a Go program
		act.Handler = catcher()
	}
	return act
}

func set(word *atomic.Uint64, s Signal, on bool) {
	if on {
		word.Or(uint64(bit(s)))
	} else {
		word.And(^uint64(bit(s)))
	}
}

// Close gives the process its former dispositions back.
func (d *Dispatcher) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	d.closed = true
	for s := range changeable {
		_ = SetAction(s, &d.found[s], nil)
	}
	d.block.owned.Store(0)
	d.block.event.Store(-1)
	// A handler on another thread may be about to write to event.
	for d.block.inside.Load() != 0 {
		runtime.Gosched()
	}
	if d.event != nil {
		d.event.Close()
	}
}

// DeliverPending makes the handler run, before it returns, for signals already sent to the process and not
// taken up by any thread. The kernel picks a thread for each signal, and that one may be waiting
// for a processor while this one goes on: a child could send a signal, end, and be waited for
// before the signal arrives. Another thread may have taken the signal and not have come to the
// handler's first instructions: see proc.FinishFirstHandler.
func (d *Dispatcher) DeliverPending() {
	// The call takes no signal, and waits for no time. But on its way out the kernel looks again
	// whether this thread can have a pending one.
	var none uint64
	var now unix.Timespec
	_, _, _ = syscall.RawSyscall6(unix.SYS_RT_SIGTIMEDWAIT, uintptr(unsafe.Pointer(&none)), 0,
		uintptr(unsafe.Pointer(&now)), 8, 0, 0)
}

func (d *Dispatcher) word() *atomic.Uint64 { return &d.block.pending }

// Await suppresses the report of the end of one child, pid, and reports whether it does: there is
// one such child at a time. It is for a waiter for that child, which calls AwaitOver and then looks
// for others that have ended (proc.ReapUnknown), as the kernel makes one signal of several. So no
// second thread wakes for each program.
func (d *Dispatcher) Await(pid int) bool { return d.block.awaited.CompareAndSwap(0, int64(pid)) }

// AwaitOver ends Await for pid.
func (d *Dispatcher) AwaitOver(pid int) { d.block.awaited.CompareAndSwap(int64(pid), 0) }

// AwaitNone makes the end of every child reported from now on, for good.
func (d *Dispatcher) AwaitNone() { d.block.awaited.Store(-1) }
