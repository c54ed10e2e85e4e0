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

// InJournal is the size of the largest output kept in the journal itself.
const InJournal = 1 << 20

// An Output is the output of a successful attempt. Up to InJournal bytes of it are in the line of
// its record, as a Text named "text" before the fields here. Package json has no part in this, and
// the text is not in memory (appendLine, parse).
type Output struct {
	// File is the name of a file next to the journal with the output, or "" if it is in the line.
	File string `json:"file,omitempty"`
	Size int64  `json:"size"`
	Sum  string `json:"sum,omitempty"` // of the file

	text  io.ReaderAt // the text, until it is in the line
	at    int64       // offset of the line with the text
	line  int         // its length without the newline
	short Text        // the text from the line, if it is in memory
}

// Keep prepares the record of an output, read from text until Append has returned. An output longer
// than InJournal gets a synced file next to the journal. Keep and Append return an error of text as
// it is.
func (j *Journal) Keep(text io.ReaderAt, size int64) (*Output, error) {
	o := &Output{Size: size}
	if size <= InJournal {
		o.text = text
		return o, nil
	}
	all := crc32.New(castagnoli())
	dir := filepath.Dir(j.path)
	for n := 1; ; n++ { // files of earlier outputs and unused ones exist already
		o.File = filepath.Base(j.path) + outputs + strconv.Itoa(n)
		all.Reset()
		err := j.layer.Make(filepath.Join(dir, o.File),
			io.TeeReader(io.NewSectionReader(text, 0, size), all))
		switch {
		case err == nil:
			o.Sum = hex(all.Sum32())
			return o, j.layer.SyncDir(dir)
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

// outputs is the infix in the names of output files, between the journal's name and a number.
const outputs = ".out-"

// Give calls write with the output kept by Keep, once it is recorded. An output in the journal
// itself comes whole, another in pieces, after a check of all of it. Give stops at the first error
// of write, and returns it as it is.
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
		_, err := io.CopyBuffer(writing(write), io.NewSectionReader(content, 0, o.Size),
			make([]byte, 256<<10))
		return err
	})
}

// A writing makes an io.Writer of a function that writes all or fails.
type writing func([]byte) error

func (w writing) Write(p []byte) (int, error) {
	if err := w(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func damaged(path string) error { return fmt.Errorf("%s: damaged", path) }

// text returns the text in the line of an output's record.
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
	if _, err := io.ReadFull(io.NewSectionReader(content, o.at, int64(o.line)), line); err != nil &&
		!errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var text Text
	from, to, ok := textIn(line)
	if !whole(line) || !ok || text.UnmarshalJSON(line[from:to]) != nil ||
		int64(len(text)) != o.Size {
		return nil, damaged(j.path)
	}
	return []byte(text), nil
}

// sweep removes the outputs of attempts ended before their record. kept has the outputs in the
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
	for n := 1; ; n++ { // Keep takes the first free number
		file := filepath.Base(j.path) + outputs + strconv.Itoa(n)
		if !kept[file] && j.layer.Remove(filepath.Join(filepath.Dir(j.path), file)) != nil {
			return
		}
	}
}

// removeOutputs removes the output files of a journal at path that is not open.
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
