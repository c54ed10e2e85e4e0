package journal

import (
	"path/filepath"
)

// MarkFor is the file that is the mark of a run whose first journal is at path.
func MarkFor(path, run string) string { return filepath.Join(filepath.Dir(path), ".run-"+run) }

// Commit makes the journals of a run that ended well complete: all of them or, where it is ended or fails before,
// none. mark is the run's, and stands in their Opened records.
func Commit(l Layer, mark string, all []*Journal, now Stamp) error {
	done := Record{Kind: Complete, Stamp: now}
	if len(all) == 1 {
		return all[0].Append(done)
	}
	// A single file decides.
	dir := filepath.Dir(mark)
	if err := l.Make(mark, nil); err != nil {
		return err
	}
	if err := l.SyncDir(dir); err != nil {
		return err
	}
	for _, j := range all {
		if j.Append(done) != nil {
			return nil // the mark stays, and tells it
		}
	}
	_ = l.Remove(mark) // for one that comes back nothing asks
	return nil
}
