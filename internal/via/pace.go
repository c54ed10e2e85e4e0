package via

// A pace sets the size of the next submission, so that at most jobs branches run at the same time.
type pace struct {
	jobs  int // most branches at once; 0: any number
	chunk int // most tasks in a submission
}

// next returns how many waiting branches to submit next to the unended ones, and how many of these
// may run at once (0: all). If nothing runs, the submission is as large as allowed. Otherwise it
// fills the room left, but not before half of the permitted branches have ended. The tail of one
// submission, and many small submissions, thus cost little.
func (p pace) next(waiting, unended int) (n, atOnce int) {
	n = min(waiting, p.chunk)
	switch {
	case p.jobs == 0:
		return n, 0
	case unended == 0:
		if n > p.jobs {
			atOnce = p.jobs
		}
		return n, atOnce
	}
	room := p.jobs - unended
	if room <= 0 || room < n && 2*room < p.jobs {
		return 0, 0
	}
	return min(n, room), 0
}
