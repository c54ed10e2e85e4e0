package via

// A pace says how many tasks go into the next submission, so that no more than jobs branches
// run at the same time.
type pace struct {
	jobs  int // the greatest number of branches at once; 0: any
	chunk int // the greatest number of tasks of a submission
}

// next returns how many of waiting branches are to be submitted beside those that have been and have not
// ended, and how many of that submission may run at once (0: all). Nothing runs: as many as a submission may
// have. Else those for which there is room, once half of what may run has ended, so that
// the tail of one submission and many small ones cost little.
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
