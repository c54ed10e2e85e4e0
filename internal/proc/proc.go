// Package proc starts processes, waits for them, and ends whole trees of them.
//
// Start makes a child with everything that differs from the shell set in the
// child: directory, umask, limits, ignored signals, process group, terminal,
// descriptors. On Linux on amd64 and arm64 that is clone3 with VM and VFORK and a
// list of system calls, prepared beforehand, which the child makes without
// touching memory; nothing is copied and no helper process is needed.
//
// A Process is waited for by a blocked thread (Wait: the foreground) or through
// the runtime's poller (Watch: any number in the background). The end of a
// child is first awaited and then reaped under a lock that Signal takes too,
// so that a signal never meets a stranger with the same number.
//
// A Tree is what belongs to a block, by descent and by two tags, one in the
// environment and one in a resource limit; Cancel ends it however its processes
// resist. It relies on BecomeSubreaper: only then do orphans stay within reach.
//
// Invariants: no child is reaped but through its Process or, if nobody started it
// here, by ReapUnknown; that processes cannot be looked at is never taken for
// there being none.
//
// Not here: jobs (package job), looking a command up along PATH, deciding what
// a status means. Not yet: a watchdog that ends trees when the shell itself is
// killed.
//
// Elsewhere than on Linux: the standard library starts (with a shell in between
// where umask or ignored signals differ, and with the process's own limits),
// waiting looks every millisecond, and a tree is the process groups of its
// processes: a caller puts each into its own (Spec.Group 0), and what leaves
// its group escapes.
package proc
