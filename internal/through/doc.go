// Package through is what the processes of a host know together of a resource: the clause
// `through NAME` of a try (docs/language.md, section 4, and docs/through.md).
//
// The model: each name has a [State], a value: which attempts failed and when, a budget of retries, a
// circuit breaker, who holds slots, and who waits. What may begin, and what an outcome means, are
// functions of a State, an instant and the [Terms] of one header, which judges the raw history by its
// own numbers ([State.Ask], [State.Begin], [State.Finish]). Nothing of that does input or output.
//
// A State is kept in a file ([File]), changed in place under a lock that is held for microseconds: two
// copies of its head, each with a checksum, and tables of holders and waiters, each row with one. A
// writer that is killed leaves one good copy. A [Gate] is one block at the file: it waits, enters, and
// leaves.
//
// Invariants: who holds a slot, or waits, is alive exactly while a lock on a byte of its own is held; its
// row says more, and counts for nothing without the lock. No row is needed to free anything: a lock
// falls with the last process that has its descriptor. Time is CLOCK_BOOTTIME, which the processes of a boot
// share.
//
// What is not here: other hosts; systems without locks of open files (F_OFD_SETLK), where every
// file is unusable.
package through
