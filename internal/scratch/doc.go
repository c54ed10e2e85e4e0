// Package scratch makes a result in a place of its own and then gives it its name in one step: the
// scratch clause of a block (docs/language.md, section 4).
//
// The model: a [Target] is the name of the result. Each attempt has a [Scratch], a path in a new
// directory of its box. The box is next to the name: .NAME.scratch.0, or the next free number.
// [Scratch.Publish] gives the name to what the attempt has made. [Scratch.Remove] removes the box
// with the old result.
//
// Invariants: the name leads to a whole result at any time, the old or the new one; if there was no
// old one, to nothing before. A box in use is locked, so that whoever gets the lock of a box may
// remove it: its user was killed. A box belongs to the user, with no rights for others.
//
// Not here: the removal of a result that is only read for a long time. As with rename(2), a process
// that has the old one open keeps it.
//
//	t, err := scratch.Aim(dir, "data", false)
//	s, err := t.Make(scratch.NoMask)
//	… // fill s.Path
//	err = s.Publish(false)
//	err = s.Remove()
package scratch
