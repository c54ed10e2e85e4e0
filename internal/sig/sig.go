// Package sig is the signal dispositions of the process: inherited ones, settings, and arrivals.
//
// A Go program by itself is no good citizen here: the runtime takes nearly every signal, forgets
// most that were ignored at entry, swallows SIGUSR1 and dumps stacks at SIGQUIT. Three parts put
// this right.
//
//   - AtEntry is the state at the start of the process. In a program with the ELF entry point of
//     package entry, it was recorded before the runtime ran, which then takes no signal until there
//     is a Dispatcher. In others only the state left visible by the runtime is known.
//   - A Dispatcher gives the process the dispositions of a shell, by rt_sigaction itself, and
//     catches signals by a handler of its own. It passes on the signals needed by the runtime
//     (faults, SIGURG for preemption, the ticks of SIGPROF), told apart by their sender.
//   - Die ends the process by a signal, visibly for its parent.
//
// Invariants: a process has at most one Dispatcher, made by the shell that owns the process; a
// guest in another program makes none and changes nothing. SIGCHLD is never ignored for real, for
// then nothing could be waited for. Dispositions are of the process: the signals ignored by a
// subshell are in its state, and are applied in its children.
//
// Elsewhere: the actions of signals (package trap). On systems other than Linux on amd64 and arm64
// there is no entry point and os/signal does the catching: of the signals ignored at entry, only
// those kept by the runtime are known, and SIGURG may arrive without having been sent.
package sig

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Signal is a signal number.
type Signal = syscall.Signal

// The signals named by POSIX and present on every system.
const (
	SIGHUP  = unix.SIGHUP
	SIGINT  = unix.SIGINT
	SIGQUIT = unix.SIGQUIT
	SIGILL  = unix.SIGILL
	SIGTRAP = unix.SIGTRAP
	SIGABRT = unix.SIGABRT
	SIGBUS  = unix.SIGBUS
	SIGFPE  = unix.SIGFPE
	SIGKILL = unix.SIGKILL
	SIGUSR1 = unix.SIGUSR1
	SIGSEGV = unix.SIGSEGV
	SIGUSR2 = unix.SIGUSR2
	SIGPIPE = unix.SIGPIPE
	SIGALRM = unix.SIGALRM
	SIGTERM = unix.SIGTERM
	SIGCHLD = unix.SIGCHLD
	SIGCONT = unix.SIGCONT
	SIGSTOP = unix.SIGSTOP
	SIGTSTP = unix.SIGTSTP
	SIGTTIN = unix.SIGTTIN
	SIGTTOU = unix.SIGTTOU
	SIGURG  = unix.SIGURG
	SIGXCPU = unix.SIGXCPU
	SIGXFSZ = unix.SIGXFSZ
	SIGPROF = unix.SIGPROF
	SIGSYS  = unix.SIGSYS
)

// Name returns the name of s without SIG ("INT", "RTMIN+2"), or its number for a signal without
// one.
func Name(s Signal) string {
	if n := strings.TrimPrefix(unix.SignalName(s), "SIG"); n != "" {
		return n
	}
	if n := realtimeName(s); n != "" {
		return n
	}
	return strconv.Itoa(int(s))
}

// Parse reads a signal's name, with or without SIG, in either case, or its number. It does not
// accept EXIT and 0.
func Parse(text string) (Signal, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return Signal(n), text[0] != '+' && valid(Signal(n))
	}
	name := strings.TrimPrefix(strings.ToUpper(text), "SIG")
	if s := unix.SignalNum("SIG" + name); s != 0 {
		return s, true
	}
	for s := firstRealtime; s <= maxSignal; s++ {
		if realtimeName(s) == name {
			return s, true
		}
	}
	return 0, false
}

// ExpectedEnding describes the argument of ParseEnding, for messages.
const ExpectedEnding = "the name of a signal that can end a process, such as INT"

// ParseEnding reads the name of a signal that can end a process, or ask it to end: neither STOP nor
// CONT, and no number.
func ParseEnding(text string) (Signal, bool) {
	s, ok := Parse(text)
	if _, err := strconv.Atoi(text); err == nil || s == SIGSTOP || s == SIGCONT {
		return 0, false
	}
	return s, ok
}

// All returns the signals of the system in the order of their numbers.
func All() []Signal {
	var all []Signal
	for s := Signal(1); s <= maxSignal; s++ {
		if valid(s) {
			all = append(all, s)
		}
	}
	return all
}

func valid(s Signal) bool {
	return s > 0 && s <= maxSignal && (unix.SignalName(s) != "" || s >= firstRealtime)
}

// Ends reports whether the default action of s is to end a process.
func Ends(s Signal) bool {
	switch s {
	case SIGCHLD, SIGCONT, SIGURG, unix.SIGWINCH:
		return false
	}
	return valid(s) && !Stops(s) && !harmlessHere(s)
}

// Describe returns the effect of s on a process in words, as reported by shells ("Terminated",
// "Segmentation fault").
func Describe(s Signal) string {
	text := s.String()
	if strings.HasPrefix(text, "signal ") {
		return "Real-time signal " + Name(s)
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// realtimeName names the real-time signals by the nearer end of their range,
// as other shells do.
func realtimeName(s Signal) string {
	const half = (maxSignal - firstRealtime) / 2
	switch {
	case s < firstRealtime || s > maxSignal:
		return ""
	case s == firstRealtime:
		return "RTMIN"
	case s == maxSignal:
		return "RTMAX"
	case s <= firstRealtime+half:
		return "RTMIN+" + strconv.Itoa(int(s-firstRealtime))
	}
	return "RTMAX-" + strconv.Itoa(int(maxSignal-s))
}

// A Set is a set of signals. The zero value is empty.
type Set uint64

// Faults are signals caused by a fault of the process itself.
const Faults = Set(1<<(SIGILL-1) | 1<<(SIGTRAP-1) | 1<<(SIGABRT-1) | 1<<(SIGBUS-1) | 1<<(SIGFPE-1) |
	1<<(SIGSEGV-1) | 1<<(SIGSYS-1) | 1<<(SIGPIPE-1) | 1<<(SIGXFSZ-1) | 1<<(SIGPROF-1))

// Has reports whether s is in the set.
func (t Set) Has(s Signal) bool { return t&bit(s) != 0 }

// Add puts s into the set. An invalid number is left out.
func (t *Set) Add(s Signal) { *t |= bit(s) }

// Remove takes s out of the set.
func (t *Set) Remove(s Signal) { *t &^= bit(s) }

// All yields the signals in the set in the order of their numbers.
func (t Set) All() iter.Seq[Signal] {
	return func(yield func(Signal) bool) {
		for ; t != 0; t &= t - 1 {
			if !yield(Signal(bits.TrailingZeros64(uint64(t)) + 1)) {
				return
			}
		}
	}
}

func bit(s Signal) Set {
	if s < 1 || s > 64 {
		return 0
	}
	return 1 << (s - 1)
}

// Record is the state at the start of the process.
type Record struct {
	Ignored Set            // the ignored signals
	Closed  [3]bool        // closed descriptors among 0 to 2
	Nofile  syscall.Rlimit // RLIMIT_NOFILE before the runtime raised it
	// Recorded by the entry point; else derived from the state left by the runtime.
	Recorded bool
}

// Disposition is the effect of a signal on the process.
type Disposition int

// The dispositions. Default is the one of a process that never set any.
const (
	Default Disposition = iota
	Ignore
	Catch
)
