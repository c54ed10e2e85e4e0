package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// MarkFor is the file that is the mark of a run whose first journal is at path.
func MarkFor(path, run string) string { return filepath.Join(filepath.Dir(path), ".run-"+run) }

// listOf is the journal of the journals that other shells of a run have opened.
func listOf(mark string) string { return mark + ".list" }

// List says of a journal, at path, that another shell of the run opened it than the one that will Commit.
func List(l Layer, mark, path string) error {
	for {
		j, err := Open(l, listOf(mark), "", "")
		if errors.Is(err, ErrLocked) {
			time.Sleep(time.Millisecond) // it takes no longer to append
			continue
		}
		if err != nil {
			return err
		}
		defer j.Close()
		return j.Append(Record{Kind: Listed, Place: Text(path)})
	}
}

// listed are the journals of List.
func listed(l Layer, mark string) (paths []string, err error) {
	data, err := l.Read(listOf(mark))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil // no other shell of this user has made it
	}
	if err != nil {
		return nil, err
	}
	all, _, err := parse(data)
	for i := range all {
		if all[i].Kind == Listed {
			paths = append(paths, string(all[i].Place))
		}
	}
	return paths, err
}

// Within opens the journals of blocks within those of all that are not among them: of blocks that were not run again
// since the one around them had succeeded. Those that a run of another script has opened since are left out.
func Within(l Layer, mark string, all []*Journal, now Stamp) (more []*Journal) {
	known := make(map[string]bool)
	for _, j := range all {
		known[j.Path()] = true
	}
	for i := 0; i < len(all); i++ {
		around := all[i].State()
		for _, path := range around.Inner {
			if known[path] {
				continue
			}
			known[path] = true
			_, s, err := Look(l, path)
			if err != nil || !slices.Contains(around.Marks, s.Mark) || !s.ends() {
				continue
			}
			j, err := Open(l, path, "", "")
			if err != nil {
				continue
			}
			if j.Append(Record{Kind: Opened, Stamp: now, Mark: Text(mark), Hash: s.Hash}) != nil {
				j.Close()
				continue
			}
			more, all = append(more, j), append(all, j)
		}
	}
	return more
}

// Commit makes the journals of a run that ended well complete: all of them or, where it is ended or fails before,
// none. mark is the run's, and stands in their Opened records. Those of List are among them.
func Commit(l Layer, mark string, all []*Journal, now Stamp) error {
	done := Record{Kind: Complete, Stamp: now}
	all = slices.DeleteFunc(slices.Clone(all), func(j *Journal) bool { // they begin anew as they are
		s := j.State()
		return !s.ends()
	})
	others, err := listed(l, mark)
	switch {
	case err != nil:
		return err
	case len(all) == 0 && len(others) == 0:
		return nil
	case len(all) == 1 && len(others) == 0:
		return all[0].Append(done)
	}
	// A single file decides.
	dir := filepath.Dir(mark)
	if err := l.MakeDir(dir); err != nil {
		return err
	}
	if err := l.Make(mark, nil); err != nil {
		return err
	}
	if err := l.SyncDir(dir); err != nil {
		return err
	}
	told := true
	for _, j := range all {
		told = j.Append(done) == nil && told
	}
	for _, path := range others {
		told = complete(l, mark, path, done) && told
	}
	if told {
		_ = l.Remove(listOf(mark))
		_ = l.Remove(mark) // for one that comes back nothing asks
	}
	return nil // where not all could be told, the mark stays, and tells it
}

// complete makes a journal complete that is not open, and reports whether that is told.
func complete(l Layer, mark, path string, done Record) bool {
	j, err := Open(l, path, "", "")
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer j.Close()
	if j.State().Mark != mark {
		return true // another run has it by now
	}
	return j.Append(done) == nil
}

// IsRun reports whether a file in a directory of journals is no journal, but belongs to a run.
func IsRun(name string) bool { return strings.HasPrefix(name, ".run-") }
