package interp

import (
	"context"

	"ftsh/internal/fd"
	"ftsh/internal/txn"
)

// watchErrors puts a txn.Tail in the place of a program's standard error, if a block wants to see
// what the program says (execContext.watched). Standard output goes the same way if both are the
// same file, so that their order stays. The caller calls the result when the program has ended.
func watchErrors(fr *frame) (end func()) {
	to := fr.env.fds.Get(2)
	if !fr.context.watched || fr.context.detached || to == nil {
		return func() {}
	}
	fr.sh.startSignals()
	t := txn.NewTail(fr.context.scope.Context(), to)
	swapped := []int{2}
	if fr.env.fds.Get(1) == to && !fd.BothWays(to) {
		swapped = []int{1, 2}
	}
	for _, n := range swapped {
		e := fr.env.fds.Entry(n)
		e.File = t.Retain()
		// The entry's own reference to the file goes to the result.
		fr.env.fds.Replace(n, e)
	}
	return func() {
		for _, n := range swapped {
			e := fr.env.fds.Entry(n)
			e.File = to
			fr.env.fds.Replace(n, e).Release()
		}
		ctx, cancel := fr.context.scope.Context(), func() {}
		if fr.cancelled() {
			ctx, cancel = context.WithTimeout(context.Background(), lastWords)
		}
		defer cancel()
		back := fr.context.group.blocking()
		last, left := t.End(ctx)
		back()
		if left != nil {
			fr.sh.outputs.pumps.add(left)
		}
		fr.regs.text = string(last)
	}
}
