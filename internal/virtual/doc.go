// Package virtual is a clock shared by the shells of a rehearsal: its time stands still while a
// program or a shell works, and jumps to the next timer when all wait. An hour's backoff costs
// nothing, and deadlines, delays and jitter keep their order.
//
// The model: a run has a [Page], a file mapped by its shells. In it are the time, and a slot for
// each shell with its next timer and its child processes. A shell's [Clock] may move the time if
//   - each child process of a shell is such a shell itself, or has ended, and
//   - each thread of each shell sleeps.
//
// Then nothing but a timer can make the run go on. If there is none either, and a command hangs, the
// run is stuck (Clock.Stuck). A program working for longer than [patience] takes time: from then on
// the time flows as the real one does, so that a limit ends a really hanging program.
//
// Invariants: the time never goes back. The work of a shell between two waits takes no time, however
// loaded the machine is, and two runs with the same randomness have the same times.
//
// Not here: time limits and clocks of programs themselves. A sleep inside of a program is real.
package virtual
