package journal

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// InJournal is how much of an output is in the journal itself.
const InJournal = 1 << 20

// An Output is what an attempt wrote that succeeded. Up to InJournal bytes of it are in the line of its record, as a Text with the
// name "text" before what is here: package json has no part in that, and it is not in memory (appendLine, parse).
type Output struct {
	File string `json:"file,omitempty"` // the name of a file beside the journal that has it; "": the line has it
	Size int64  `json:"size"`
	Sum  string `json:"sum,omitempty"` // of the file

	text  io.ReaderAt // what is to be in the line, as long as it is not there
	at    int64       // where the line is, which has
	line  int         // so many bytes without its newline
	short Text        // what was in the line, where it is in memory
}

// Keep makes what is recorded of an output, which is read from text until Append has returned. What is longer than
// InJournal gets a file beside the journal, which has been synced. An error of text's is returned as it is, by Append too.
func (j *Journal) Keep(text io.ReaderAt, size int64) (*Output, error) {
	o := &Output{Size: size}
	if size <= InJournal {
		o.text = text
		return o, nil
	}
	all := crc32.New(castagnoli())
	dir := filepath.Dir(j.path)
	for n := 1; ; n++ { // what was kept before, and what nothing refers to any more, has its own
		o.File = filepath.Base(j.path) + outputs + strconv.Itoa(n)
		all.Reset()
		err := j.layer.Make(filepath.Join(dir, o.File), io.TeeReader(io.NewSectionReader(text, 0, size), all))
		switch {
		case err == nil:
			o.Sum = hex(all.Sum32())
			return o, j.layer.SyncDir(dir)
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

// outputs stands between the name of a journal and what tells the files of its outputs apart.
const outputs = ".out-"

// Give calls write with what Keep has kept, once it has been recorded: whole, if it is in the journal itself, else in pieces, all of
// which are known to be what was kept. It ends with the first error of write's, which is returned as it is.
func (j *Journal) Give(o *Output, write func([]byte) error) error {
	if o.File == "" {
		p, err := j.text(o)
		if err != nil || len(p) == 0 {
			return err
		}
		return write(p)
	}
	path := filepath.Join(filepath.Dir(j.path), filepath.Base(o.File))
	return j.layer.Read(path, func(content *io.SectionReader) error {
		all := crc32.New(castagnoli())
		if _, err := io.Copy(all, content); err != nil {
			return err
		}
		if content.Size() != o.Size || hex(all.Sum32()) != o.Sum {
			return damaged(path)
		}
		_, err := io.CopyBuffer(writing(write), io.NewSectionReader(content, 0, o.Size), make([]byte, 256<<10))
		return err
	})
}

// A writing is an io.Writer by a function that writes all or fails.
type writing func([]byte) error

func (w writing) Write(p []byte) (int, error) {
	if err := w(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func damaged(path string) error { return fmt.Errorf("%s: damaged", path) }

// text is what is in the line of an output's record.
func (j *Journal) text(o *Output) ([]byte, error) {
	if o.Size == 0 {
		return nil, nil
	}
	if o.Size == int64(len(o.short)) {
		return []byte(o.short), nil
	}
	content, err := j.file.Content()
	if err != nil {
		return nil, err
	}
	line := make([]byte, o.line)
	if _, err := io.ReadFull(io.NewSectionReader(content, o.at, int64(o.line)), line); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var text Text
	from, to, ok := textIn(line)
	if !whole(line) || !ok || text.UnmarshalJSON(line[from:to]) != nil || int64(len(text)) != o.Size {
		return nil, damaged(j.path)
	}
	return []byte(text), nil
}

// sweep removes the outputs that attempts have left which were ended before they could be recorded. kept are those of the
// journal's own records. The lock is held.
func (j *Journal) sweep(kept map[string]bool) {
	_ = j.layer.Read(j.path+".1", func(content *io.SectionReader) error {
		_, err := parse(content, func(r *Record) {
			if o := r.Output; o != nil {
				kept[o.File] = true
			}
		})
		return err
	})
	for n := 1; ; n++ { // Keep takes the first that is free
		file := filepath.Base(j.path) + outputs + strconv.Itoa(n)
		if !kept[file] && j.layer.Remove(filepath.Join(filepath.Dir(j.path), file)) != nil {
			return
		}
	}
}

// removeOutputs removes the files that a journal at path, which is not open, has beside it.
func removeOutputs(l FS, path string, content *io.SectionReader) {
	var files []string
	if _, err := parse(content, func(r *Record) {
		if o := r.Output; o != nil && strings.Contains(o.File, outputs) {
			files = append(files, filepath.Base(o.File))
		}
	}); err != nil {
		return
	}
	for _, f := range files {
		_ = l.Remove(filepath.Join(filepath.Dir(path), f))
	}
}
