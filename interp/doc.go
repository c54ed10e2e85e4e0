// Package interp runs shell scripts in a Go program: POSIX sh, and the blocks of ftsh.
//
//	var out bytes.Buffer
//	sh, err := interp.New(interp.Options{Stdout: &out, Stderr: os.Stderr, Env: os.Environ()})
//	if err != nil {
//		return err
//	}
//	defer sh.Close()
//	status, err := sh.Run(ctx, "fetch", `try for 1 hour; curl -fO "$URL"; end`)
//
// A [Shell] keeps its variables, functions and working directory from one call of [Shell.Run] to
// the next. Any number of shells may run in one process. They are real shells: commands are
// processes with real descriptors, and ending the context ends whole trees of processes.
//
// # What a host decides
//
// [Options] has the script's view of the world: its streams, environment, directory and arguments.
// [Log] receives an event for everything that happens, up to a level (package
// [ftsh/interp/event]). [Hooks] add builtins, decide how programs are started, and open files. [Vars] reads and sets variables.
//
// Hooks and the receiver of events are called from several goroutines at once if commands run
// concurrently. A builtin, and the hooks Command and Open, get a context, which ends when the
// command is cancelled.
//
// # Promises
//
//   - A status is not an error. A method that runs something returns the status of the script, and
//     an error if the context or a signal ended it.
//   - Nothing of the process changes: not its working directory, umask, limits or signal
//     dispositions. The exception is a program of this module whose whole process is the shell
//     (Options.Standalone).
//   - When Run returns, nothing of its script runs any more except its jobs. A cancelled command
//     never counts as a success.
//
// # Inside
//
// The package compiles a script's tree to operations once. Each construct is a small type with an
// exec method. It yields one outcome: a status and possibly a diversion (break, return, exit, a
// cancellation). A compiled operation is immutable and may run in several environments at once. An
// environment is for one goroutine at a time.
//
// Command substitutions, pipeline elements, subshells and the branches of a forall run in this
// process, on a copy of the environment. A block (try, forany, forall) runs its attempts in scopes.
// Cancelling a scope unwinds the commands running in it and ends every process started in it. The
// block holds the redirected output of an attempt until the attempt succeeds, and keeps its input
// for the next one (docs/language.md, section 4).
//
// Not in this package: the command line of ftsh (internal/cli), line editing (internal/repl) and
// the text of log records (internal/eventlog).
//
// See docs/guides/embedding.md for whole programs, and docs/architecture.md for the design.
package interp
