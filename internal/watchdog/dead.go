package watchdog

// A DeadHolder looks for who holds a lock that somebody could not get: only the watchdogs of
// shells that have ended, which free it when nothing is left of the blocks? It is for one goroutine.
type DeadHolder struct {
	Path   string // the file with the lock
	Option string // the only argument that watchdogs are called with

	unseen bool // the last look saw nobody
}

// Frees reports whether the lock should be tried again: a watchdog has it, and no other process.
// If nobody is seen it may have been freed since it was tried, so that one more try is worth it; after
// that the holder is one that cannot be seen, on another host say.
func (h *DeadHolder) Frees() bool {
	freeing, others := holders(h.Path, h.Option)
	again := others == 0 && (freeing > 0 || !h.unseen)
	h.unseen = freeing == 0 && others == 0
	return again
}
