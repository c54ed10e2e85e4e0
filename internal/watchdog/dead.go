package watchdog

// A DeadHolder finds out who holds a lock that a caller could not get. If only watchdogs of ended
// shells hold it, the lock will be freed once nothing is left of their blocks. It is for one
// goroutine.
type DeadHolder struct {
	Path   string // the file with the lock
	Option string // the only argument of a watchdog

	unseen bool // the last look found no holder
}

// Frees reports whether the lock should be tried again: a watchdog has it, and no other process. If
// no holder is visible, the lock may have been freed since it was tried, so one more try is worth
// it. After that try the holder is an invisible one, perhaps on another host.
func (h *DeadHolder) Frees() bool {
	freeing, others := holders(h.Path, h.Option)
	again := others == 0 && (freeing > 0 || !h.unseen)
	h.unseen = freeing == 0 && others == 0
	return again
}
