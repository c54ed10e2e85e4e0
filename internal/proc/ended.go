package proc

import "slices"

// An Ended is a process that Cancel has sent a signal.
type Ended struct {
	Pid  int
	Name string // of its program, at most 15 bytes; "": unknown
}

// NoteEnded makes Cancel note the processes that it ends from now on.
func (t *Tree) NoteEnded() { t.notesEnded.Store(true) }

// Ended returns the processes that Cancel has ended since NoteEnded, in the order of their first
// signals.
func (t *Tree) Ended() []Ended {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.ended)
}

// noteEnded notes the end of a process, once. name is the one that it had before the signal.
func (t *Tree) noteEnded(pid int, name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.ContainsFunc(t.ended, func(e Ended) bool { return e.Pid == pid }) {
		t.ended = append(t.ended, Ended{pid, name})
	}
}
