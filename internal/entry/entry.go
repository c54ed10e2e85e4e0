// Package entry is the ELF entry point of a program linked with
//
//	-ldflags 'PROGRAM=-E ftsh/internal/entry.entry'
//
// It runs before the Go runtime, which changes what it looks at: which signals are
// ignored, which of descriptors 0 to 2 are closed, and the limit on open files. What it
// saw is what sig.AtEntry returns. And it keeps the runtime from installing its handler for
// signals: until there is a sig.Dispatcher, they do what they do to any program
// (docs/decisions/signals.md). os/signal gets none in such a program.
//
// Importing the package is all that a program does with it, and only one that is a
// shell: a program that embeds one has no use for it, and does not link it. Linked
// without the flag, and elsewhere than on Linux on amd64 and arm64, it is nothing.
package entry
