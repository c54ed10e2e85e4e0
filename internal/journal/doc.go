// Package journal keeps what a block has done on disk, so that a later run of the script goes on where this
// one was ended (docs/durable.md).
//
// The model: a [Journal] is a file that one process at a time has open and locked. It holds a [Record] a line,
// a JSON object with a checksum, and is only appended to. What the records mean is a [State], which [Replay], a
// pure function, makes of them. Whoever runs a block appends *begun* before an attempt and what came
// of it behind, and asks the State of what it found at the start what to do: nothing, look first, or begin.
//
// Invariants: once Sync has returned without an error, what was appended before is found again, whatever happens
// to the process or the machine. Of what was appended since, any beginning may be there, and its last line in
// part: that is a torn tail, which opening cuts off, and syncs, before anything is appended. Torn is what has no newline, or
// a hole of zeros. Any other line with a wrong checksum is damage, and an error, also the last one, and so is what cannot be
// a piece of a journal. Once a write or a sync has failed nothing more is written: nobody knows
// what of it is there. Room for the end of an attempt is taken before it begins.
//
// A run that ended well makes its journals complete, all or none: [Commit].
//
// What is not here: what an attempt is, and when one is made (package interp); the commands that show journals
// (journal/cli).
package journal
