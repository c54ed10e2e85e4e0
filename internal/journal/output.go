package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// InJournal is how much of an output is in the journal itself.
const InJournal = 1 << 20

// Keep makes what is recorded of an output. What is longer than InJournal gets a file beside the
// journal, which has been synced.
func (j *Journal) Keep(p []byte) (*Output, error) {
	o := &Output{Size: int64(len(p))}
	if len(p) <= InJournal {
		o.Text = Text(p)
		return o, nil
	}
	dir := filepath.Dir(j.path)
	for n := 1; ; n++ { // what was kept before, and what nothing refers to any more, has its own
		o.File, o.Sum = filepath.Base(j.path)+outputs+strconv.Itoa(n), sum(p)
		err := j.layer.Make(filepath.Join(dir, o.File), p)
		switch {
		case err == nil:
			return o, j.layer.SyncDir(dir)
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

// outputs stands between the name of a journal and what tells the files of its outputs apart.
const outputs = ".out-"

// Output gives what Keep has kept.
func (j *Journal) Output(o *Output) ([]byte, error) {
	if o.File == "" {
		return []byte(o.Text), nil
	}
	path := filepath.Join(filepath.Dir(j.path), filepath.Base(o.File))
	p, err := j.layer.Read(path)
	if err == nil && (int64(len(p)) != o.Size || sum(p) != o.Sum) {
		err = fmt.Errorf("%s: damaged", path)
	}
	return p, err
}

// sweep removes the outputs that attempts have left which were ended before they could be recorded. The lock is held.
func (j *Journal) sweep() {
	kept := make(map[string]bool)
	before, _ := j.layer.Read(j.path + ".1")
	old, _, _ := parse(before)
	for _, all := range [][]Record{j.found, old} {
		for i := range all {
			if o := all[i].Output; o != nil {
				kept[o.File] = true
			}
		}
	}
	for n := 1; ; n++ { // Keep takes the first that is free
		file := filepath.Base(j.path) + outputs + strconv.Itoa(n)
		if !kept[file] && j.layer.Remove(filepath.Join(filepath.Dir(j.path), file)) != nil {
			return
		}
	}
}

// removeOutputs removes the files that a journal at path, which is not open, has beside it.
func removeOutputs(l Layer, path string, data []byte) {
	all, _, _ := parse(data)
	for i := range all {
		if o := all[i].Output; o != nil && strings.Contains(o.File, outputs) {
			_ = l.Remove(filepath.Join(filepath.Dir(path), filepath.Base(o.File)))
		}
	}
}
