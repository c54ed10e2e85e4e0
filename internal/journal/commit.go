package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// MarkFor is the file that is the mark of a run whose first journal is at path.
func MarkFor(path, run string) string { return filepath.Join(filepath.Dir(path), ".run-"+run) }

// KeptMark is the mark of a journal that a run with a mark does not make complete (keep): no file has its name.
func KeptMark(mark string) string { return mark + ".keep" }

// listOf is the journal of the journals of a run, which becomes its mark.
func listOf(mark string) string { return mark + ".list" }

// List says of a journal, at path, that another shell of the run opened it than the one that will Commit. around
// is the journal of the block around, which is not open in that shell; "": there is none.
func List(l FS, mark, path, around string) error {
	list, err := openList(l, mark)
	if err != nil {
		return err
	}
	defer list.Close()
	return list.Append(Record{Kind: Listed, Place: Text(path), Within: Text(around)})
}

// openList opens the list of a run, and makes it if there is none.
func openList(l FS, mark string) (*Journal, error) {
	for {
		list, err := Open(l, listOf(mark), "", "")
		if !errors.Is(err, ErrLocked) {
			return list, err
		}
		time.Sleep(time.Millisecond) // it takes no longer to append
	}
}

// listed is what is in the list of a run, or its mark, at path.
func listed(l FS, path string) ([]Record, error) {
	all, err := records(l, path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
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
	paths []string            // of all that belong to the run; those that are not open are opened one after the other
	known map[string]bool     // paths

	earlier []string // the marks of runs before this one, which did not end well
}

// Commit makes the journals of a run that ended well complete: all of them or, where it is ended or fails before,
// none. mark is the run's, and stands in their Opened records. Beside those that are open and given it is those of List,
// and of blocks that were not run again since the one around them had succeeded.
//
// A run that is killed behind the decision is made again, though it was over. So that comes last: one sync follows it, and what is
// left to do is Settle's, in the next run.
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
	c := &commit{layer: l, mark: mark, now: now, open: make(map[string]*Journal), known: make(map[string]bool)}
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

// state is that of a journal, if it is the run's still.
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

// within adds the journals of blocks within those of the run which were not run again, and gives them its mark. Those
// that a run of another script has opened since are left out, and of the run's those that have not succeeded: they begin
// anew as they are.
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

// since notes the runs that have opened a journal of this one since that began.
func (c *commit) since(s *State) {
	for _, mark := range s.Marks {
		if mark != c.mark && !slices.Contains(c.earlier, mark) {
			c.earlier = append(c.earlier, mark)
		}
	}
}

// adoptEnvironment gives a journal the mark of the run, if it has succeeded in one with one of others.
func (c *commit) takeOver(path string, marks []string) (bool, error) {
	fits := func(s *State) bool { return slices.Contains(marks, s.Mark) && s.ends() }
	var damage *DamageError
	_, s, err := Peek(c.layer, path) // to open it would make it
	if err == nil && fits(&s) {
		var j *Journal
		if j, err = Open(c.layer, path, "", ""); err == nil {
			defer j.Close()
			if s = j.State(); fits(&s) {
				return true, j.Append(Record{Kind: Opened, Stamp: c.now, Mark: Text(c.mark), Hash: s.Hash})
			}
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrLocked) || errors.As(err, &damage) {
		err = nil // nobody's, or another run's, or one that its block will say
	}
	return false, err
}

// decide makes them complete. A single name decides: that of the mark, which has the paths of all.
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
	for _, path := range c.paths { // somebody may copy a journal, and not the mark
		if j := c.open[path]; j != nil {
			j.Note(Record{Kind: Complete, Stamp: c.now})
		}
	}
	return nil
}

// tell tells the journals what the mark says. If all know, nobody asks it any more.
func (c *commit) tell() {
	told := true
	for _, path := range c.paths {
		told = c.complete(path) && told
	}
	c.forget()
	if told {
		_ = c.layer.Remove(c.mark)
	}
}

// complete tells one, and reports whether it knows, or need not.
func (c *commit) complete(path string) bool {
	done := Record{Kind: Complete, Stamp: c.now}
	if j := c.open[path]; j != nil {
		return j.State().told || j.Append(done) == nil
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
	return s.told || j.Append(done) == nil
}

// openFound opens a journal that is there; Open would make it.
func openFound(l FS, path string) (*Journal, error) {
	if err := there(l, path); err != nil {
		return nil, err
	}
	return Open(l, path, "", "")
}

// FinishCommit does what is left of the Commit of the run that had the journal last: it tells the journals of that run what the mark
// says, and removes that.
func (j *Journal) FinishCommit(now Stamp) {
	s := j.State()
	if s.Mark == "" || s.Phase != Completed {
		return
	}
	c := newCommit(j.layer, s.Mark, []*Journal{j}, now)
	c.finish(&s)
}

// finish is for a journal of the run with the mark, which is in a state.
func (c *commit) finish(s *State) {
	c.since(s)
	all, err := listed(c.layer, c.mark)
	if err != nil || all == nil {
		return
	}
	for i := range all {
		c.add(string(all[i].Place))
	}
	c.tell()
}

// forget removes the lists of earlier runs that nobody needs.
func (c *commit) forget() {
	for _, mark := range c.earlier {
		c.forgetRun(mark)
	}
}

// forgetRun removes the list of a run, unless one of its journals is its still: has not been opened by another run since,
// nor is complete, or gone.
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

// needs reports whether a journal may be asked for by a run with a mark.
func (c *commit) needs(mark, path string) bool {
	if c.open[path] != nil {
		return false
	}
	j, err := openFound(c.layer, path) // the lock: a run with the mark may be about to write it there
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
