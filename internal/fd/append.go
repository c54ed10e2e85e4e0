package fd

import (
	"io"

	"golang.org/x/sys/unix"
)

// Append makes all writes through f go to the end of its file until the caller calls undo. It
// affects every process that shares the open file.
//
// It is for files written to by several processes at once, with one shared offset. The system keeps
// write(2) calls apart, but not copy_file_range(2) and its kin, which read and advance the offset
// in two steps: GNU cat uses it, and concurrent cats overwrite each other. The system refuses these
// calls for a file in this mode, and programs then use write(2).
//
// It does nothing, and undo is nil, if f is no regular file, is not open for writing, already
// appends, or has an offset other than its end: then the writes are meant for another place.
func Append(f File) (undo func()) {
	d, ok := f.(*descriptor)
	if !ok || d.Kind() != KindRegular || d.modeOf()&Writable == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.appending == 0 && !d.beginAppending() {
		return nil
	}
	d.appending++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.appending--; d.appending == 0 {
			d.setAppend(false)
		}
	}
}

// beginAppending sets the mode if the offset is the end of the file. The lock is held.
func (d *descriptor) beginAppending() bool {
	flags, err := unix.FcntlInt(uintptr(d.number()), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_APPEND != 0 {
		return false
	}
	var st unix.Stat_t
	if unix.Fstat(d.number(), &st) != nil {
		return false
	}
	d.giveBack()
	at, err := unix.Seek(d.number(), 0, io.SeekCurrent)
	return err == nil && at == st.Size && d.setAppend(true)
}

// setAppend sets or clears the mode, and leaves the other flags.
func (d *descriptor) setAppend(on bool) bool {
	flags, err := unix.FcntlInt(uintptr(d.number()), unix.F_GETFL, 0)
	if err != nil {
		return false
	}
	if flags &^= unix.O_APPEND; on {
		flags |= unix.O_APPEND
	}
	_, err = unix.FcntlInt(uintptr(d.number()), unix.F_SETFL, flags)
	return err == nil
}
