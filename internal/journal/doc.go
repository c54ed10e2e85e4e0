// Package journal keeps the progress of a block on disk, so a later run of the script can continue
// from there (docs/guides/durable.md).
//
// The model: a [Journal] is a file opened and locked by one process at a time. It holds a [Record]
// a line, a JSON object with a checksum, and is only appended to. [Replay], a pure function, turns
// the records into a [State]. The runner of a block appends *begun* before an attempt and its
// outcome after it. It asks the State found at the start whether to skip the step, look first, or
// begin.
//
// Invariants: once Sync has returned without an error, the earlier appends will be found again,
// whatever happens to the process or the machine. Of later appends any prefix may be there, with
// its last line in part. This is a torn tail, and opening cuts it off, and syncs, before anything
// is appended. A torn line has no newline, or a hole of zeros. Any other line with a wrong checksum
// is damage and an error, also the last one, and so is anything foreign to a journal. After a
// failed write or sync nothing more is written, since its effect is unknown. Room for the end of an
// attempt is reserved before it begins.
//
// A run that ended well makes its journals complete, all or none: [Commit].
//
// Not here: the meaning of an attempt and the decision to make one (package interp), and the
// commands that show journals (journal/cli).
package journal
