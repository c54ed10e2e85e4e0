// Package through holds the knowledge about a resource shared by the processes of a host: the
// clause `through NAME` of a try (docs/language.md, section 4, and docs/reference/through.md).
//
// The model: each name has a [State], a value: the failed attempts and their times, a budget of
// retries, a circuit breaker, the holders of slots, and the waiters. Whether an attempt may begin,
// and the effect of an outcome, are functions of a State, an instant and the [Terms] of one header.
// Each header judges the raw history by its own numbers ([State.Ask], [State.Begin],
// [State.Finish]). None of these functions does input or output.
//
// A State is kept in a file ([File]) and changed in place, under a lock held for microseconds. The
// file has two copies of its head and tables of holders and waiters, with a checksum for each copy
// and each row. A killed writer leaves one good copy. A [Gate] is one block at the file: it waits,
// enters, and leaves.
//
// Invariants: a holder or waiter is alive exactly while a lock on its own byte is held. Its row
// says more, and counts for nothing without the lock. Nothing needs a row to be freed: a lock falls
// with the last process that has its descriptor. Time is CLOCK_BOOTTIME, shared by the processes of
// a boot.
//
// Not here: other hosts; systems without open file description locks (F_OFD_SETLK), where every
// file is unusable.
package through
