// Package interp is the shell as a library: it compiles a script's tree to
// operations, once, and runs them on real processes, descriptors and signals.
//
// The model: a [Shell] has one main environment, and makes a subshell's by forking
// it in memory; command substitutions, pipeline elements, subshells and the
// branches of a forall run in this process. Only an asynchronous list gets a
// process of its own (Options.Reexec). Every construct is one small type with an
// exec method that yields one outcome: a status and, perhaps, a diversion (break,
// return, exit, a cancellation). A block (try, forany, forall) runs its attempts in
// scopes that can be cancelled: a cancelled scope unwinds what runs in it, and ends
// every process that was started in it.
//
// Invariants: a compiled operation is immutable and may run in several
// environments at once; an environment is for one goroutine at a time; nothing of
// the process (directory, umask, limits, signals) changes unless
// Options.OwnProcess says that the process is the shell. Several shells may run in
// one process at once. A shell status is never a Go error: an error means that
// the host or the machine ended the shell.
//
// A host has a say by what it puts into Options: builtins of its own (Builtins), what
// becomes of a program that is to be started (Command) and of a file that is to be
// opened (Open), and what becomes known of what happens (Events). All of them are called by several
// goroutines at the same time where commands run so, and end with their context.
//
// What is not here: reading the command line (the command ftsh), line editing,
// the log (Options.Events gets what happens, as fields and without text), held output and replayed
// input of attempts.
//
// See the examples and docs/embedding.md, and docs/architecture.md for the design.
package interp
