//go:build linux

package signals

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A Case is one value of each dimension.
type Case struct {
	signal    signal
	target    target
	place     place
	sender    sender
	shell     interactive
	jobs      monitor
	atEntry   entry
	outerTrap action // in the main shell, if the place is another environment
	trap      action // in the environment at the place
}

// The dimensions. The values are words of a case's name.
type (
	signal      string
	target      string
	place       string
	sender      string
	interactive string
	monitor     string
	entry       string
	action      string
)

const (
	self       target = "self"    // the environment at the place
	mainShell  target = "$$"      // the main shell, while a subshell runs commands
	child      target = "child"   // a program that the environment waits for
	afterExec  target = "program" // the program that replaced the environment
	viaBuiltin sender = "kill"    // a builtin in the target
	outside    sender = "outside" // another process, while the target waits

	inMain     place = "main"
	inSubshell place = "subshell"
	inSubst    place = "substitution"
	inList     place = "list"    // { …; } &
	asProgram  place = "program" // program &

	isInteractive  interactive = "-i"
	notInteractive interactive = "+i"
	withJobs       monitor     = "-m"
	withoutJobs    monitor     = "+m"

	defaultAtEntry entry = "default"
	ignoredAtEntry entry = "ignored"

	kept    action = "kept"  // no trap
	reset   action = "reset" // trap - S
	ignored action = "null"  // trap '' S
	set     action = "set"   // trap 'echo …' S
)

// usual returns the signals of the smaller run: those with special treatment in shells, and one
// each that ends a process, has no effect, or is sent by children.
func usual() []signal { return []signal{"HUP", "INT", "QUIT", "TERM", "USR1", "CHLD", "WINCH"} }

// all adds the signals with a core dump, and those used by a shell's runtime.
func all() []signal {
	return append(usual(), "PIPE", "ABRT", "SEGV", "PROF", "URG", "CONT")
}

func numberOf(s signal) syscall.Signal {
	return map[signal]syscall.Signal{
		"HUP": syscall.SIGHUP, "INT": syscall.SIGINT, "QUIT": syscall.SIGQUIT,
		"TERM": syscall.SIGTERM,
		"USR1": syscall.SIGUSR1, "CHLD": syscall.SIGCHLD, "WINCH": syscall.SIGWINCH,
		"PIPE": syscall.SIGPIPE, "ABRT": syscall.SIGABRT, "SEGV": syscall.SIGSEGV,
		"PROF": syscall.SIGPROF, "URG": syscall.SIGURG, "CONT": syscall.SIGCONT,
	}[s]
}

func (c Case) words() []string {
	return []string{
		string(c.signal), string(c.target), string(c.place), string(c.sender), string(c.shell),
		string(c.jobs),
		string(c.atEntry), string(c.outerTrap), string(c.trap),
	}
}

func (c Case) String() string { return strings.Join(c.words(), " ") }

// product returns every case with these signals.
func product(signals []signal) []Case {
	var cases []Case
	for _, s := range signals {
		for _, i := range []interactive{notInteractive, isInteractive} {
			for _, m := range []monitor{withoutJobs, withJobs} {
				for _, e := range []entry{defaultAtEntry, ignoredAtEntry} {
					for _, from := range []sender{viaBuiltin, outside} {
						for _, c := range inPlaces() {
							c.signal, c.shell, c.jobs, c.atEntry, c.sender = s, i, m, e, from
							if c.possible() {
								cases = append(cases, c)
							}
						}
					}
				}
			}
		}
	}
	return cases
}

// inPlaces returns every combination of target, place and traps.
func inPlaces() []Case {
	var cases []Case
	for _, p := range []place{inMain, inSubshell, inSubst, inList, asProgram} {
		outer, inner, targets := []action{kept, ignored, set}, []action{kept, reset, ignored, set},
			[]target{self, mainShell, child, afterExec}
		switch p {
		case inMain: // there is no shell around it
			outer, targets = []action{kept}, []target{self, child, afterExec}
		case inList: // $$ would be a signal from another process
			targets = []target{self, child, afterExec}
		case asProgram: // nowhere for a trap
			inner, targets = []action{kept}, []target{afterExec}
		}
		for _, t := range targets {
			for _, o := range outer {
				for _, a := range inner {
					cases = append(cases, Case{place: p, target: t, outerTrap: o, trap: a})
				}
			}
		}
	}
	return cases
}

// possible leaves out useless cases: children send SIGCHLD to the main shell when they end, and so
// would interrupt its wait for a list.
func (c Case) possible() bool {
	return c.signal != "CHLD" || c.outerTrap != set || c.place != inList && c.place != asProgram
}

// covering returns a subset of cases. Any four values of different dimensions occurring together in
// cases occur together in the subset. The result is the same every time.
func covering(cases []Case) []Case {
	type candidate struct {
		c      Case
		hash   uint64
		values []int
	}
	numbers := make(map[string]int)
	order := make([]candidate, len(cases))
	for i, c := range cases {
		order[i] = candidate{c, c.hash(), c.values(numbers)}
	}
	slices.SortFunc(order, func(a, b candidate) int { return cmp.Compare(a.hash, b.hash) })
	n := len(numbers)
	seen := make([]bool, n*n*n*n)
	var part []Case
	// Cases with many new choices of four are taken in the first round, those with any in the last.
	for _, least := range []int{100, 50, 25, 12, 6, 3, 1} {
		order = slices.DeleteFunc(order, func(c candidate) bool {
			fresh := 0
			fours(c.values, n, func(f int) {
				if !seen[f] {
					fresh++
				}
			})
			if fresh < least {
				return fresh == 0
			}
			fours(c.values, n, func(f int) { seen[f] = true })
			part = append(part, c.c)
			return true
		})
	}
	return part
}

func (c Case) hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(c.String()))
	return h.Sum64() >> 16 // the last bits come from the last characters
}

// values numbers the values of the case. Equal words of different dimensions have different
// numbers.
func (c Case) values(numbers map[string]int) []int {
	var list []int
	for i, w := range c.words() {
		key := strconv.Itoa(i) + w
		if _, ok := numbers[key]; !ok {
			numbers[key] = len(numbers)
		}
		list = append(list, numbers[key])
	}
	return list
}

// fours calls f with every choice of four of the values, numbered below n, as one number.
func fours(values []int, n int, f func(int)) {
	for i, a := range values {
		for j, b := range values[:i] {
			for k, c := range values[:j] {
				for _, d := range values[:k] {
					f(((a*n+b)*n+c)*n + d)
				}
			}
		}
	}
}
