// Package sim reproduces the published experiments on retrying: what many clients do to a
// server, by the way they wait. It runs them in virtual time ([Outage], [Submit], [Buffer],
// [BlackHole], [Recovery]) and four of them for real, with servers on loopback and ftsh processes
// as clients; it draws and tabulates the results; and it is the whole of the command ftsh-sim ([Main]).
//
// Model. A simulation is a queue of events in virtual time and one source of random numbers.
// Clients are indices into arrays, with a handful of bytes each and at most one pending event,
// so memory is linear in clients (with --through they have some hundred bytes more); a request
// that can not be answered before the end of the simulation is counted and not stored.
//
// Invariants. A simulation is a pure function of its configuration, the seed included: events at
// the same time run in the order in which they were made. Policies come from package backoff,
// the same code that the shell waits by; what clients of a host know together (--through) is a [through.Gate] for
// each, at a memory in place of the file.
//
// Not here: networks (delays, losses, congestion), and what looking at a shared state costs.
// What a server does under load is a formula in the configuration of each experiment.
package sim
