package watchdog

// A DeadHolder examines the holders of a lock after a failed attempt to get it. If only watchdogs
// of ended shells hold it, the lock will be freed once nothing is left of their blocks. It is for
// one goroutine.
type DeadHolder struct {
	Path string // the file with the lock

	unseen bool // the last look found no holder
}

// Frees reports whether the lock should be tried again: a watchdog has it, and no other process. If
// no holder is visible, the lock may have been freed since it was tried, so one more try is worth
// it. If this fails too, the holder is an invisible one, perhaps on another host.
func (h *DeadHolder) Frees() bool {
	freeing, others := holders(h.Path)
	again := others == 0 && (freeing > 0 || !h.unseen)
	h.unseen = freeing == 0 && others == 0
	return again
}
