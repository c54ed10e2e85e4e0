// Package interp is the shell as a library. It compiles a script's tree to operations once, and
// runs them on real processes, descriptors and signals.
//
// A [Shell] has one main environment, and forks it in memory for a subshell. Command substitutions,
// pipeline elements, subshells and the branches of a forall run in this process. An asynchronous
// list gets a process of its own (Options.Reexec). So does a subshell that sets a signal's trap, in
// a shell owning its process. Each construct is a small type with an exec method. It yields one
// outcome: a status and possibly a diversion (break, return, exit, a cancellation). A block (try,
// forany, forall) runs its attempts in scopes. Cancelling a scope unwinds the commands running in
// it and ends every process started in it. The block holds the redirected output of an attempt
// until the attempt succeeds, and keeps its input for the next one (docs/language.md, section 4).
//
// Invariants:
//
//   - A compiled operation is immutable and may run in several environments at once.
//   - An environment is for one goroutine at a time.
//   - The process's directory, umask, limits and signal dispositions change only if
//     Options.OwnProcess declares the process to be the shell. Several shells may run in one
//     process.
//   - A shell status is never a Go error. An error means the host or the machine ended the shell.
//
// A host takes part through Options: it adds builtins (Builtins), decides how programs are started
// (Command) and files are opened (Open), and receives events (Events). All of these are called from
// several goroutines at once if commands run concurrently. Builtins and both hooks get a context.
// It ends when the command is cancelled.
//
// Not in this package: the command line of ftsh (internal/cli), line editing (internal/repl) and
// the text of log records (internal/eventlog; Options.Events gets fields only).
//
// See the examples and docs/guides/embedding.md, and docs/architecture.md for the design.
package interp
