package interp

import "ftsh/internal/fd"

// writeTogether makes the regular files of fr safe for concurrent commands with shared offsets:
// every write goes to the end (fd.Append). done undoes this, except for the files of the block's
// own redirections, since a job left by a branch may still write there.
func writeTogether(fr *frame) (done func()) {
	var undo []func()
	fr.env.fds.Each(func(n int, f fd.File) {
		u := fd.Append(f)
		if e := fr.env.fds.Entry(n); u != nil && !(e.Origin == fd.ByBlock &&
			int(e.Block) == fr.context.blocks) {
			undo = append(undo, u)
		}
	})
	return func() {
		for _, u := range undo {
			u()
		}
	}
}
