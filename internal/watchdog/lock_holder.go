package watchdog

// A DeadHolder examines the holders of a lock after a failed attempt to get it. If only watchdogs
// of ended shells hold it, the lock will be freed once nothing is left of their blocks. It is for
// one goroutine.
type DeadHolder struct {
	Path string // the file with the lock

	unseen int // looks in a row that found no holder
}

// maxUnseen bounds the looks that find no holder. With the growing delays of the callers they last
// half a second or more.
const maxUnseen = 11

// Frees reports whether the lock should be tried again: a watchdog has it, and no other process. If
// no holder is visible, the lock may have been freed since it was tried, or the file is still on
// its way to the watchdog, which has just begun on a busy machine. If it stays so, the holder is an
// invisible one, perhaps on another host.
func (h *DeadHolder) Frees() bool {
	freeing, others := holders(h.Path)
	if freeing > 0 || others > 0 {
		h.unseen = 0
		return others == 0
	}
	h.unseen++
	return h.unseen <= maxUnseen
}
