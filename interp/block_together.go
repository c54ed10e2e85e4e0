package interp

import "ftsh/internal/fd"

// writeTogether makes the regular files that fr may write to safe for commands that run at the
// same time, which share the offsets: everything goes to the end (fd.Append). done ends that.
// For the files of the block's own redirections it lasts, since a job that a branch leaves
// behind writes on.
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
