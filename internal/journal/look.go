package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Look reads a journal without its lock: what is being written may be missing. The error is a *DamageError if it cannot
// be read.
func Look(l Layer, path string) ([]Record, State, error) {
	data, err := l.Read(path)
	if err != nil {
		return nil, State{}, err
	}
	all, _, err := parse(data)
	s := Replay(all)
	if s.Mark != "" && s.ends() {
		if _, err := l.Read(s.Mark); err == nil {
			s.Phase = Completed
		}
	}
	return all, s, err
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
func Erase(l Layer, path string, before func(away string) error) error {
	f, err := l.Open(path, false)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := take(f); err != nil {
		return err
	}
	data, err := f.Content()
	if err != nil {
		return err
	}
	if err := foreign(data); err != nil {
		return err
	}
	all, _, _ := parse(data) // what is damaged has none
	s := Replay(all)
	if s.Phase == Running {
		if err := before(s.Away); err != nil {
			return err
		}
	}
	if err := l.Remove(path); err != nil {
		return err
	}
	c := newCommit(l, "", nil, Stamp{})
	c.since(&s)
	c.forget()
	if old, err := l.Read(path + ".1"); err == nil && foreign(old) == nil {
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
func Adopt(l Layer, path string, now Stamp) error {
	j, err := Open(l, path, "", "")
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Found()) == 0 {
		return errors.New("nothing has begun")
	}
	return j.Append(Record{Kind: Adopted, Stamp: now})
}
