package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// MarkFor returns the file serving as the mark of a run with its first journal at path.
func MarkFor(path, run string) string { return filepath.Join(filepath.Dir(path), ".run-"+run) }

// KeptMark is the mark of a journal kept incomplete (keep) by a run with a mark: no file has this
// name.
func KeptMark(mark string) string { return mark + ".keep" }

// listOf is the list of a run's journals, itself a journal. It becomes the run's mark.
func listOf(mark string) string { return mark + ".list" }

// List records that a shell of the run opened the journal at path, if it is another shell than the
// one to call Commit. around is the journal of the surrounding block if that journal is not open in
// the calling shell, or "".
func List(l FS, mark, path, around string) error {
	list, err := openList(l, mark)
	if err != nil {
		return err
	}
	defer list.Close()
	return list.Append(Record{Kind: Listed, Place: Text(path), Within: Text(around)})
}

// openList opens the list of a run, creating it if there is none.
func openList(l FS, mark string) (*Journal, error) {
	for {
		list, err := Open(l, listOf(mark), "", "")
		if !errors.Is(err, ErrLocked) {
			return list, err
		}
		time.Sleep(time.Millisecond) // as long as an append takes
	}
}

// listed returns the records in the list of a run, or in its mark, at path.
func listed(l FS, path string) ([]Record, error) {
	all, err := records(l, path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.ENOTDIR) {
		return nil, nil // no shell of this user has made it
	}
	return slices.DeleteFunc(all, func(r Record) bool { return r.Kind != Listed }), err
}

// A commit is the end of a run.
type commit struct {
	layer FS
	mark  string
	now   Stamp
	open  map[string]*Journal // by their paths
	// paths are the journals of the whole run. The ones not open yet are opened one after the
	// other.
	paths []string
	known map[string]bool // paths

	earlier []string // marks of earlier runs that did not end well
}

// Commit makes the journals of a run that ended well complete. If Commit is interrupted or fails
// before its decision, none is complete; after it all are. mark is the run's mark, as in its Opened
// records. Commit covers the open journals in open and those recorded by List. It also covers the
// journals of inner blocks not run again because the block around them had succeeded.
//
// A run killed before the decision is repeated, though it was over. So the decision comes last and
// needs only one sync. FinishCommit does the rest, in the next run.
func Commit(l FS, mark string, open []*Journal, now Stamp) error {
	c := newCommit(l, mark, open, now)
	others, err := listed(l, listOf(mark))
	if err != nil {
		return err
	}
	for i := range others {
		c.add(string(others[i].Place))
	}
	if err := c.within(); err != nil {
		return err
	}
	switch {
	case len(c.paths) == 1 && c.open[c.paths[0]] != nil && len(others) == 0:
		c.forget()
		return c.open[c.paths[0]].Append(Record{Kind: Complete, Stamp: now})
	case len(c.paths) > 0 || len(others) > 0:
		return c.decide()
	}
	return nil
}

func newCommit(l FS, mark string, open []*Journal, now Stamp) *commit {
	c := &commit{layer: l, mark: mark, now: now, open: make(map[string]*Journal),
		known: make(map[string]bool)}
	for _, j := range open {
		if errors.Is(j.file.Sync(), ErrRemoved) {
			continue // it begins anew as it is
		}
		c.open[j.Path()] = j
		c.add(j.Path())
	}
	return c
}

func (c *commit) add(path string) {
	if !c.known[path] {
		c.known[path] = true
		c.paths = append(c.paths, path)
	}
}

// state returns the state of a journal, if it still belongs to the run.
func (c *commit) state(path string) (State, error) {
	if j := c.open[path]; j != nil {
		return j.State(), nil
	}
	_, s, err := Peek(c.layer, path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && s.Mark != c.mark {
		return State{}, nil
	}
	return s, err
}

// within adds the journals of inner blocks not run again, and gives them the run's mark. It leaves
// out those opened since by a run of another script. It also leaves out the run's journals of
// blocks that have not succeeded, as these begin anew as they are.
func (c *commit) within() error {
	lists := make(map[string][]Record)
	var well []string
	for i := 0; i < len(c.paths); i++ {
		around, err := c.state(c.paths[i])
		if err != nil {
			return err
		}
		if around.ends() {
			well = append(well, c.paths[i])
		}
		c.since(&around)
		inner := around.Inner
		for _, mark := range around.Marks {
			if _, known := lists[mark]; !known && mark != c.mark {
				if lists[mark], err = listed(c.layer, listOf(mark)); err != nil {
					return err
				}
			}
			for _, r := range lists[mark] {
				if string(r.Within) == c.paths[i] {
					inner = append(inner, string(r.Place))
				}
			}
		}
		for _, path := range inner {
			if c.known[path] {
				continue
			}
			if takes, err := c.takeOver(path, around.Marks); err != nil {
				return err
			} else if takes {
				c.add(path)
			}
		}
	}
	c.paths = well
	return nil
}

// since notes the runs that have opened the journal since it began.
func (c *commit) since(s *State) {
	for _, mark := range s.Marks {
		if mark != c.mark && !slices.Contains(c.earlier, mark) {
			c.earlier = append(c.earlier, mark)
		}
	}
}

// takeOver gives a journal the mark of the run, if its block succeeded in a run with one of marks.
func (c *commit) takeOver(path string, marks []string) (bool, error) {
	fits := func(s *State) bool { return slices.Contains(marks, s.Mark) && s.ends() }
	var damage *DamageError
	_, s, err := Peek(c.layer, path) // opening it would create it
	if err == nil && fits(&s) {
		var j *Journal
		if j, err = Open(c.layer, path, "", ""); err == nil {
			defer j.Close()
			if s = j.State(); fits(&s) {
				return true, j.Append(Record{Kind: Opened, Stamp: c.now, Mark: Text(c.mark),
					Hash: s.Hash})
			}
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrLocked) || errors.As(err, &damage) {
		err = nil // nobody's, or another run's, or reported by its block
	}
	return false, err
}

// decide makes the journals complete by a single rename to the mark, a list of all their paths.
func (c *commit) decide() error {
	list, err := openList(c.layer, c.mark)
	if err != nil {
		return err
	}
	defer list.Close()
	records := make([]Record, len(c.paths))
	for i, path := range c.paths {
		records[i] = Record{Kind: Listed, Stamp: c.now, Place: Text(path)}
	}
	if len(records) > 0 {
		err = list.Append(records...)
	}
	if err == nil {
		err = c.layer.Rename(listOf(c.mark), c.mark)
	}
	if err == nil {
		err = c.layer.SyncDir(filepath.Dir(c.mark))
	}
	if err != nil {
		return err
	}
	for _, path := range c.paths { // for copies of a journal without the mark
		if j := c.open[path]; j != nil {
			j.Note(Record{Kind: Complete, Stamp: c.now})
		}
	}
	return nil
}

// record writes the mark's decision to the journals. Once all have it, the mark is not needed any
// more.
func (c *commit) record() {
	all := true
	for _, path := range c.paths {
		all = c.complete(path) && all
	}
	c.forget()
	if all {
		_ = c.layer.Remove(c.mark)
	}
}

// complete records the decision in one journal. It reports whether the journal has it or does not
// need it.
func (c *commit) complete(path string) bool {
	done := Record{Kind: Complete, Stamp: c.now}
	if j := c.open[path]; j != nil {
		return j.State().recorded || j.Append(done) == nil
	}
	j, err := openFound(c.layer, path)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		return false
	}
	defer j.Close()
	s := j.State()
	if s.Mark != c.mark { // another run has it by now
		return true
	}
	c.since(&s)
	return s.recorded || j.Append(done) == nil
}

// openFound opens an existing journal; Open would create it.
func openFound(l FS, path string) (*Journal, error) {
	if err := there(l, path); err != nil {
		return nil, err
	}
	return Open(l, path, "", "")
}

// FinishCommit does the rest of the Commit of the last run that had the journal. It records the
// mark's decision in that run's journals, and removes the mark.
func (j *Journal) FinishCommit(now Stamp) {
	s := j.State()
	if s.Mark == "" || s.Phase != Completed {
		return
	}
	c := newCommit(j.layer, s.Mark, []*Journal{j}, now)
	c.finish(&s)
}

// finish does so for a journal of the run in the state s.
func (c *commit) finish(s *State) {
	c.since(s)
	all, err := listed(c.layer, c.mark)
	if err != nil || all == nil {
		return
	}
	for i := range all {
		c.add(string(all[i].Place))
	}
	c.record()
}

// forget removes the lists of earlier runs if they are not needed any more.
func (c *commit) forget() {
	for _, mark := range c.earlier {
		c.forgetRun(mark)
	}
}

// forgetRun removes the list of a run, unless one of its journals still belongs to it. A journal
// does so until it is opened by another run, complete, or gone.
func (c *commit) forgetRun(mark string) {
	path := listOf(mark)
	list, err := openFound(c.layer, path)
	if err != nil {
		return
	}
	defer list.Close()
	all, err := listed(c.layer, path)
	if err != nil {
		return
	}
	for i := range all {
		if c.needs(mark, string(all[i].Place)) {
			return
		}
	}
	_ = c.layer.Remove(path)
}

// needs reports whether a run with the mark may ask for a journal.
func (c *commit) needs(mark, path string) bool {
	if c.open[path] != nil {
		return false
	}
	// The lock: a run with the mark may be about to write it there.
	j, err := openFound(c.layer, path)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		return true
	}
	defer j.Close()
	s := j.State()
	return s.Mark == mark && s.Phase != Completed
}
