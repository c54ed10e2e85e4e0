package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Peek reads a journal without its lock: what is being written may be missing. The error is a *DamageError if it cannot
// be read beyond what is returned.
func Peek(l FS, path string) ([]Record, State, error) {
	all, err := records(l, path)
	s := Replay(all)
	if s.Mark != "" && s.ends() && there(l, s.Mark) == nil {
		s.Phase = Completed
	}
	return all, s, err
}

// records are those of the file at a path; with an error, those before the damage.
func records(l FS, path string) (all []Record, err error) {
	err = l.Read(path, func(content *io.SectionReader) error {
		_, err := parse(content, func(r *Record) { all = append(all, *r) })
		return err
	})
	return all, err
}

// Names lists the journals of a directory.
func Names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		// No encoded name has a dot, and every file that belongs to a journal has.
		if name, ok := decoded(e.Name()); ok && e.Type().IsRegular() {
			names = append(names, name)
		}
	}
	return names, err
}

// Erase removes a journal, also a damaged one, what is kept of the one before it, and their outputs. The error is an *InUse
// if a run has it, a *DamageError if it is no journal at all.
// before is called when none can have it any more, with the directory by which branches run on other machines ("":
// there is none); its error is Erase's, and then nothing is removed.
func Erase(l FS, path string, before func(away string) error) error {
	f, err := l.Open(path, false)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := take(f); err != nil {
		return err
	}
	content, err := f.Content()
	if err != nil {
		return err
	}
	if err := foreign(content); err != nil {
		return err
	}
	var s State
	if _, err := parse(content, s.add); err != nil {
		s = State{} // what is damaged has none
	}
	if s.Phase == Running {
		if err := before(s.Away); err != nil {
			return err
		}
	}
	if err := l.Remove(path); err != nil {
		return err
	}
	c := newCommit(l, s.Mark, nil, s.Last)
	if s.Mark != "" { // the others know from then on, without the mark
		c.known[path] = true
		c.finish(&s)
	}
	c.since(&s)
	c.forget()
	if l.Read(path+".1", foreign) == nil {
		_ = l.Remove(path + ".1")
	}
	files, err := filepath.Glob(globbed(path) + outputs + "[0-9]*")
	for _, f := range files {
		_ = l.Remove(f)
	}
	if err == nil {
		err = l.SyncDir(filepath.Dir(path))
	}
	return err
}

// globbed is a pattern that matches a path.
func globbed(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Adopt makes the next run take its block's text for that of the journal. The error is an *InUse if a run has it.
func Adopt(l FS, path string, now Stamp) error {
	j, err := Open(l, path, "", "")
	if err != nil {
		return err
	}
	defer j.Close()
	if j.next == 0 {
		return errors.New("nothing has begun")
	}
	return j.Append(Record{Kind: Adopted, Stamp: now})
}
