package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A Journal is an open journal. It is safe for concurrent use.
type Journal struct {
	layer FS
	path  string
	file  File
	name  string
	block string

	state State // of the records written so far; guarded by mu

	mu      sync.Mutex
	synced  sync.Cond // with mu: a piece has been synced
	next    int       // the number of the next record
	end     int64     // its offset
	room    int64     // the end of the reserved room
	running int       // attempts that have begun and not ended
	pending []*waiting
	writing bool
	hasty   bool  // no sync after the write: Note
	err     error // the reason why nothing more is written, or nil
}

// waiting is a record on its way to the disk.
type waiting struct {
	record *Record
	at     int // in the piece
	length int // of its line, with the newline
	done   bool
	err    error
}

// reserved is the room reserved for the end of an attempt before it begins. A longer record must
// find more.
const reserved = 16 << 10

// InUse means another process has a journal open.
type InUse struct{ Pid int } // 0: not known

func (e *InUse) Error() string {
	if e.Pid == 0 {
		return "another run is using it"
	}
	return fmt.Sprintf("another run is using it: process %d", e.Pid)
}

// Unwrap returns ErrLocked.
func (e *InUse) Unwrap() error { return ErrLocked }

// Open opens the journal at path for a block (try, forany or forall), creating it and its directory
// if there is none. name is the journal's name in its header. Open cuts off a torn tail. The error
// is an *InUse if another process has it, or a *DamageError if it cannot be read.
func Open(l FS, path, name, block string) (*Journal, error) {
	for range 100 {
		j, err := open(l, path, name, block)
		if !errors.Is(err, errReplaced) {
			return j, err
		}
	}
	return nil, fmt.Errorf("%s: %w", path, errReplaced)
}

var errReplaced = errors.New("another process keeps replacing it")

func open(l FS, path, name, block string) (*Journal, error) {
	f, err := l.Open(path, false)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		if err = l.MakeDir(filepath.Dir(path)); err == nil {
			f, err = l.Open(path, true)
		}
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{layer: l, path: path, file: f, name: name, block: block}
	j.synced.L = &j.mu
	if err := j.begin(); err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// take locks a file.
func take(f File) error {
	err := f.Lock()
	if errors.Is(err, ErrLocked) {
		return &InUse{holder(f)}
	}
	return err
}

// begin locks the file and reads it.
func (j *Journal) begin() error {
	if err := take(j.file); err != nil {
		return err
	}
	if !j.file.Current() {
		return errReplaced
	}
	content, err := j.file.Content()
	if err != nil {
		return err
	}
	kept := make(map[string]bool)
	good, err := parse(content, func(r *Record) {
		j.state.add(r)
		if j.next++; r.Output != nil {
			kept[r.Output.File] = true
		}
	})
	if err != nil {
		return err
	}
	// The data read may not have been synced. Sync it: a run that relies on it must find it again.
	if good < content.Size() {
		if err := j.file.Truncate(good); err != nil {
			return err
		}
	}
	if content.Size() > 0 {
		err = j.file.Sync()
	} else { // the writer of any record had done that
		err = j.layer.SyncDir(filepath.Dir(j.path))
	}
	if err != nil {
		return err
	}
	if j.end, j.room = good, good; j.next == 0 {
		j.state.Block = j.block
	}
	if j.state.Mark != "" && j.state.ends() && there(j.layer, j.state.Mark) == nil {
		j.state.Phase = Completed
	}
	if j.state.Phase == Running {
		j.sweep(kept)
	}
	return nil
}

// holder returns the process that opened a journal last.
func holder(f File) (pid int) {
	content, err := f.Content()
	if err != nil {
		return 0
	}
	if _, err := parse(content, func(r *Record) {
		if r.Kind == Opened {
			pid = r.Pid
		}
	}); err != nil {
		return 0
	}
	return pid
}

// Path returns the path of the journal.
func (j *Journal) Path() string { return j.path }

// OS returns the file with the lock, or nil if it is none of the operating system.
func (j *Journal) OS() *os.File { return j.file.OS() }

// Err returns the reason why nothing more is written, or nil.
func (j *Journal) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// Append writes records, and returns when they are synced. Records appended meanwhile by several
// goroutines are synced together. The first record of a journal gets its header before it. After an
// error the records may or may not be found again. Nothing more is written then, unless the only
// fault was lack of room.
func (j *Journal) Append(records ...Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	mine := make([]*waiting, len(records))
	for i := range records {
		mine[i] = &waiting{record: &records[i]}
	}
	j.pending = append(j.pending, mine...)
	last := mine[len(mine)-1]
	for !last.done {
		if j.writing {
			j.synced.Wait()
			continue
		}
		j.flush()
	}
	return last.err
}

// Note appends a record without new information. It does not wait for a sync: the next Open does
// that.
func (j *Journal) Note(r Record) {
	j.mu.Lock()
	j.hasty = true
	j.mu.Unlock()
	_ = j.Append(r)
	j.mu.Lock()
	j.hasty = false
	j.mu.Unlock()
}

// together is the limit for the outputs in a piece, except the one of its first record: the texts
// of one piece are in memory at the same time.
const together = 4 << 20

// flush writes the pending records, or the first of them, and syncs them. The caller holds the
// lock. flush releases it meanwhile.
func (j *Journal) flush() {
	n, texts := 0, int64(0)
	for n < len(j.pending) && (n == 0 || texts <= together) {
		if o := j.pending[n].record.Output; o != nil && o.text != nil {
			texts += o.Size
		}
		n++
	}
	piece := j.pending[:n:n]
	if j.pending = j.pending[n:]; len(j.pending) == 0 {
		j.pending = nil
	}
	j.writing = true
	err := j.err
	if err == nil {
		next, end, room, running, hasty := j.next, j.end, j.room, j.running, j.hasty
		j.mu.Unlock()
		var data []byte
		sticky := false
		data, next, running = j.lines(piece, next, running)
		if len(data) > 0 {
			room, sticky, err = j.write(data, end, room, running)
		}
		if err == nil && sticky && !hasty {
			err = j.file.Sync()
		}
		j.mu.Lock()
		j.room = room
		switch {
		case err == nil:
			j.end, j.next, j.running = end+int64(len(data)), next, running
			for _, w := range piece {
				if w.err == nil {
					w.written(end)
					j.state.add(w.record)
				}
			}
		case sticky:
			j.err = err
		}
	}
	for _, w := range piece {
		if w.done = true; w.err == nil {
			w.err = err
		}
	}
	j.writing = false
	j.synced.Broadcast()
}

// written records the place of a record's line, in a piece written at offset end. From now on the
// output's text is read from there.
func (w *waiting) written(end int64) {
	if o := w.record.Output; o != nil {
		o.text, o.at, o.line = nil, end+int64(w.at), w.length-1
	}
}

// lines makes the lines of a piece. next is the number of the first line, and running the number of
// running attempts; it returns both as of the end of the piece. A record with an unreadable output
// gets the error of reading, and no line.
func (j *Journal) lines(piece []*waiting, next, running int) (data []byte, _, _ int) {
	size := 0
	for _, w := range piece {
		if size += reserved / 32; w.record.Output != nil && w.record.Output.text != nil {
			size += int(w.record.Output.Size) * 4 / 3
		}
	}
	data = make([]byte, 0, size)
	since := next
	add := func(r Record) (err error) {
		r.N, r.Since = next, since
		if data, err = appendLine(data, &r); err == nil {
			next++
		}
		return err
	}
	for _, w := range piece {
		if next == 0 {
			// A header has no output, so it cannot fail.
			_ = add(Record{Kind: Header, Stamp: w.record.Stamp, Format: Format, Name: Text(j.name),
				Block: j.block})
		}
		w.at = len(data)
		if w.err = add(*w.record); w.err != nil {
			continue
		}
		w.length = len(data) - w.at
		switch w.record.Kind {
		case Begun:
			running++
		case Failed, Succeeded, Unknown:
			running = max(running-1, 0)
		}
	}
	return data, next, running
}

// write reserves room for data and for the ends of the attempts still running, and writes data. If
// sticky is set, part of data may be in the file.
func (j *Journal) write(data []byte, end, room int64, running int) (_ int64, sticky bool,
	err error) {
	if want := end + int64(len(data)) + int64(running)*reserved; want > room && running > 0 {
		from := max(room, end)
		if err := j.file.Reserve(from, want-from); err != nil {
			return room, false, err
		}
		room = want
	}
	if err := j.file.WriteAt(data, end); err != nil {
		return room, true, err
	}
	return room, true, nil
}

// Close releases the journal and its lock.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err == nil && j.room > j.end {
		_ = j.file.Truncate(j.end) // give back the reserved room
	}
	j.err = fs.ErrClosed
	return j.file.Close()
}

// Anew begins the journal anew. Its content is kept as PATH.1, in place of the one kept before. j
// is closed.
func (j *Journal) Anew() (*Journal, error) {
	old := j.path + ".1"
	err := j.layer.Read(old, func(content *io.SectionReader) error {
		if foreign(content) != nil {
			return &fs.PathError{Op: "rename", Path: old,
				Err: errors.New("it is not a journal, and blocks the journal's name")}
		}
		removeOutputs(j.layer, old, content)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil {
		err = j.layer.Rename(j.path, old)
	}
	if err == nil {
		err = j.layer.SyncDir(filepath.Dir(j.path))
	}
	j.Close()
	if err != nil {
		return nil, err
	}
	return Open(j.layer, j.path, j.name, j.block)
}
