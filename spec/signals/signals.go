// Package signals holds what POSIX says of signals and traps in a shell against the shell:
// not by examples, but over the whole cross product of what the text makes a
// difference of.
//
// The model: a [Case] is a signal, whom it is sent to (the environment that runs the
// commands, the main shell from a subshell of it, a child, a program in the place of
// the environment), where that is (the main shell, a subshell, a command substitution, an
// asynchronous list, an asynchronous program), who sends it, whether the shell is
// interactive and has job control, whether the signal was ignored when the shell was
// started, and what traps were set. A case is one short script, generated from it
// (script_test.go), and leaves a trace: what ran, in order, and how the shell ended. What
// the trace must be is computed from the clauses of XCU 2.12, 2.13, 2.15 and sh, which
// stand beside the code (model_test.go).
//
// Where POSIX leaves a choice, the model has each as a branch with a name. A peer (dash,
// bash, ksh93, mksh, yash) may take any; ftsh must take the one that docs/language.md says.
// Where a peer does none of what POSIX allows, known_test.go has the reason, and an entry
// that no case needs any more fails. The peers hold the model: what they all do
// differently would be a mistake of it.
//
//	go test ./spec/signals                                        any four values of different dimensions that go together, once
//	make signals                                                  the whole cross product
//	go test ./spec/signals -case 'INT self list kill .* set'      the cases whose name matches, with their scripts
//
// What is not here: the order of several signals at once, stopping signals, and what the terminal
// sends. There is no code besides the tests.
package signals
