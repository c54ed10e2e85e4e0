// Package signals tests a shell against the rules of POSIX for signals and traps: not by examples,
// but over the whole cross product of the conditions named in the text.
//
// The model: a [Case] is a signal; its target (the environment that runs the commands, the main
// shell from a subshell of it, a child, a program in the place of the environment); the place (the
// main shell, a subshell, a command substitution, an asynchronous list, an asynchronous program);
// the sender; whether the shell is interactive and has job control; whether the signal was ignored
// when the shell was started; and the traps. A case is one short script, generated from these
// (script_test.go). It leaves a trace: the words written, in order, and how the shell ended. The
// required trace is computed from the clauses of XCU 2.12, 2.13, 2.15 and sh, quoted next to the
// code (model_test.go).
//
// A choice left by POSIX is a named branch of the model. A peer (dash, bash, ksh93, mksh, yash) may
// take any branch; ftsh must take the one in docs/language.md. If a peer takes none of them,
// known_test.go has the reason, and an entry needed by no case fails. The peers check the model: a
// difference common to all of them would be a mistake in it.
//
// Any four values of different dimensions that go together, once; the whole cross product; and the
// cases with a matching name, with their scripts:
//
//	go test ./spec/signals
//	make signals
//	go test ./spec/signals -case 'INT self list kill .* set'
//
// Not covered: the order of several signals at once, stopping signals, and signals from the
// terminal. There is no code besides the tests.
package signals
