// Package proc starts processes, waits for them, and ends whole trees of them.
//
// Start makes a child, and sets all differences from the shell in the child: directory, umask,
// limits, ignored signals, process group, terminal, descriptors. On Linux on amd64 and arm64 it
// uses clone3 with VM and VFORK, and a list of system calls prepared beforehand, made by the child
// without touching memory. Nothing is copied and no helper process is needed.
//
// A Process is waited for by a blocked thread (Wait: the foreground) or through the runtime's
// poller (Watch: any number in the background). The end of a child is first awaited, and then
// reaped under a lock shared with Signal. So a signal never meets a stranger with the same number.
//
// A Tree holds the processes of a block, found by descent and by two tags, one in the environment
// and one in a resource limit. Cancel ends it however its processes resist. It relies on
// BecomeSubreaper, because only then do orphans stay within reach.
//
// Invariants: a child is reaped only through its Process or, if it was not started here, by
// ReapUnknown; a failure to look at processes is never taken for their absence.
//
// Not here: jobs (package job), looking up a command along PATH, the meaning of a status. Trees of
// a killed shell are ended by package watchdog.
//
// On systems other than Linux the standard library starts processes (with a shell in between if
// umask or ignored signals differ, and with the process's own limits). Waiting looks every
// millisecond. A tree is the process groups of its processes: a caller puts each into its own
// (Spec.Group 0), and a process that leaves its group escapes.
package proc
