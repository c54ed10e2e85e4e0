// Package sim reproduces the published experiments on retrying: the load that many clients put on a
// server, depending on how they wait. It runs them in virtual time ([Outage], [Submit], [Buffer],
// [BlackHole], [Recovery]) and four of them for real, with servers on loopback and ftsh processes
// as clients. It draws and tabulates the results, and is the whole of the command ftsh-sim
// ([Main]).
//
// Model. A simulation is a queue of events in virtual time and one source of random numbers.
// Clients are indices into arrays, with a handful of bytes each and at most one pending event, so
// memory is linear in clients (with --through they have some hundred bytes more). A request without
// an answer before the end of the simulation is counted and not stored.
//
// Invariants. A simulation is a pure function of its configuration, the seed included: events at
// the same time run in the order of their creation. Policies come from package backoff, the code
// that the shell uses. For --through each host has a [through.Gate], with its shared state in
// memory in place of the file.
//
// Not here: networks (delays, losses, congestion), and the cost of looking at a shared state. The
// behaviour of a server under load is a formula in the configuration of each experiment.
package sim
