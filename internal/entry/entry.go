// Package entry is the ELF entry point of a program linked with
//
//	-ldflags 'PROGRAM=-E ftsh/internal/entry.entry'
//
// It runs before the Go runtime, and records a state changed by the runtime: the ignored signals,
// the closed descriptors among 0 to 2, and the limit on open files. sig.AtEntry returns the record.
// And it keeps the runtime from installing its handler for signals: until there is a
// sig.Dispatcher, they act as on any program (docs/decisions/signals.md). os/signal gets none in
// such a program.
//
// A program only needs to import the package, and only if it is a shell: a program embedding one
// has no use for it, and does not link it. Linked without the flag, and on systems other than Linux
// on amd64 and arm64, it does nothing.
package entry
