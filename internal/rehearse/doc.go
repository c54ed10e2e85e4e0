// Package rehearse finds the faults a script does not survive (ftsh --rehearse): it runs the script
// again and again, each time with another fault, and compares the result with a run without
// faults.
//
// The model: a run is a child, an ftsh in a directory of its own, with a plan of faults (package
// inject) and on a clock of its own (package virtual). The fault-free run finds the commands. Each
// of them fails in each way, one at a time. A judge looks at the result of each run, and a report
// lists the findings.
//
// Invariants: a run sees nothing of another: it has its own working directory, TMPDIR, journals and
// state. The plan of a run depends on the seed and the fault-free run alone, and findings are in the
// order of the plan.
//
// Not here: keeping a program from its work. It is run for real, unless a stub takes its place.
package rehearse
