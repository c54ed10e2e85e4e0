package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Peek reads a journal without its lock. A record being written may be missing. The error is a
// *DamageError if the journal cannot be read beyond the records returned.
func Peek(l FS, path string) ([]Record, State, error) {
	all, err := records(l, path)
	s := Replay(all)
	if s.Mark != "" && s.ends() && there(l, s.Mark) == nil {
		s.Phase = Completed
	}
	return all, s, err
}

// records returns the records of the file at path. With an error, these are the ones before the
// damage.
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
		// No encoded name has a dot, while every other file of a journal has one.
		if name, ok := decoded(e.Name()); ok && e.Type().IsRegular() {
			names = append(names, name)
		}
	}
	return names, err
}

// Erase removes a journal, also a damaged one, with the journal kept before it and the outputs of
// both. The error is an *InUse if a run has it, or a *DamageError if it is no journal at all. If
// the block is running, Erase calls before once it has the lock, with the directory for branches on
// other machines, or "". If before fails, Erase returns its error and removes nothing.
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
		s = State{} // a damaged journal has no state
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
	if s.Mark != "" { // the others then need no mark
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

// globbed returns a pattern that matches only path.
func globbed(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Adopt makes the next run accept its block's text as the journal's. The error is an *InUse if a
// run has it.
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
