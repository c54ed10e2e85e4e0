package journal

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

var errCrashed = errors.New("crashed")

// A disk is an FS in memory with a record of what was synced. It can fail at any call, and be cut
// off in the middle of it.
type disk struct {
	rand  *rand.Rand
	calls int
	syncs int   // of files and directories
	stop  int   // the call at which it ends; 0 for none
	torn  bool  // that call has a part of its effect
	fail  error // instead: the error of that call alone
	dead  bool

	names map[string]*inode // as processes see them
	kept  map[string]*inode // as they have been synced
}

// An inode is a file: its content for processes, and its synced content.
type inode struct {
	now, kept []byte
	writes    []write // since it was synced
	locked    *handle
}

type write struct {
	at   int64
	p    []byte // nil: it is cut there
	size int64
}

func newDisk(r *rand.Rand) *disk {
	return &disk{rand: r, names: map[string]*inode{}, kept: map[string]*inode{}}
}

// step is one call. If partly is set, the call must have a part of its effect, and then the error.
func (d *disk) step() (partly bool, err error) {
	if d.dead {
		return false, errCrashed
	}
	d.calls++
	if d.calls != d.stop {
		return false, nil
	}
	if d.fail != nil {
		return d.torn, d.fail
	}
	d.dead = true
	return d.torn, errCrashed
}

// kill leaves the disk as after SIGKILL, with everything written.
func (d *disk) kill() {
	d.dead, d.stop, d.calls, d.fail = false, 0, 0, nil
	for _, i := range d.names {
		i.locked = nil
	}
}

// lose leaves the disk as after a loss of power: the synced data, and any part of the rest.
func (d *disk) lose() {
	d.kill()
	for name, i := range d.names {
		if d.kept[name] != i && d.rand.IntN(2) == 0 {
			d.kept[name] = i
		}
	}
	for name, i := range d.kept {
		if d.names[name] != i && d.rand.IntN(2) == 0 {
			delete(d.kept, name)
		}
	}
	d.names = map[string]*inode{}
	for name, i := range d.kept {
		i.now = append([]byte(nil), i.kept...)
		for _, w := range i.writes {
			switch d.rand.IntN(3) {
			case 0: // lost
			case 1:
				i.apply(w)
			case 2: // in part, a hole before it
				if len(w.p) > 0 {
					n := d.rand.IntN(len(w.p))
					i.apply(write{at: w.at + int64(n), p: w.p[n:]})
				}
			}
		}
		i.kept, i.writes = append([]byte(nil), i.now...), nil
		d.names[name] = i
	}
}

func (i *inode) apply(w write) {
	if w.p == nil {
		i.now = resize(i.now, w.size)
		return
	}
	if end := w.at + int64(len(w.p)); end > int64(len(i.now)) {
		i.now = resize(i.now, end)
	}
	copy(i.now[w.at:], w.p)
}

func resize(p []byte, size int64) []byte {
	q := make([]byte, size)
	copy(q, p)
	return q
}

type handle struct {
	d    *disk
	path string
	i    *inode
}

func (d *disk) Open(path string, create bool) (File, error) {
	if _, err := d.step(); err != nil {
		return nil, err
	}
	i := d.names[path]
	if i == nil {
		if !create {
			return nil, fs.ErrNotExist
		}
		i = new(inode)
		d.names[path] = i
	}
	return &handle{d, path, i}, nil
}

func (d *disk) Read(path string, content func(*io.SectionReader) error) error {
	if _, err := d.step(); err != nil {
		return err
	}
	if i := d.names[path]; i != nil {
		return content(i.content())
	}
	return fs.ErrNotExist
}

// content is the file's content for processes.
func (i *inode) content() *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(bytes.Clone(i.now)), 0, int64(len(i.now)))
}

func (d *disk) Make(path string, from io.Reader) error {
	content, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	partly, err := d.step()
	if err != nil && !partly {
		return err
	}
	if d.names[path] != nil {
		return fs.ErrExist
	}
	i := &inode{now: content, kept: content}
	if partly {
		i = new(inode)
	}
	d.names[path] = i
	return err
}

func (d *disk) Rename(from, to string) error {
	partly, err := d.step()
	if err != nil && !partly {
		return err
	}
	i := d.names[from]
	if i == nil {
		return fs.ErrNotExist
	}
	d.names[to] = i
	delete(d.names, from)
	return err
}

func (d *disk) Remove(path string) error {
	partly, err := d.step()
	if err != nil && !partly {
		return err
	}
	if d.names[path] == nil {
		return fs.ErrNotExist
	}
	delete(d.names, path)
	return err
}

func (d *disk) MakeDir(string) error { _, err := d.step(); return err }

func (d *disk) SyncDir(path string) error {
	if _, err := d.step(); err != nil {
		return err
	}
	d.syncs++
	for name := range d.kept {
		if filepath.Dir(name) == path && d.names[name] == nil {
			delete(d.kept, name)
		}
	}
	for name, i := range d.names {
		if filepath.Dir(name) == path {
			d.kept[name] = i
		}
	}
	return nil
}

func (h *handle) Lock() error {
	if _, err := h.d.step(); err != nil {
		return err
	}
	if h.i.locked != nil {
		return ErrLocked
	}
	h.i.locked = h
	return nil
}

func (h *handle) Current() bool { return h.d.names[h.path] == h.i }

func (h *handle) Content() (*io.SectionReader, error) {
	if _, err := h.d.step(); err != nil {
		return nil, err
	}
	return h.i.content(), nil
}

func (h *handle) WriteAt(p []byte, off int64) error {
	partly, err := h.d.step()
	if err != nil && !partly {
		return err
	}
	if partly {
		p = p[:h.d.rand.IntN(len(p)+1)]
	}
	w := write{at: off, p: append([]byte{}, p...)}
	h.i.apply(w)
	h.i.writes = append(h.i.writes, w)
	return err
}

func (h *handle) Reserve(off, n int64) error {
	if _, err := h.d.step(); err != nil {
		return err
	}
	w := write{at: off, p: make([]byte, n)}
	h.i.apply(w)
	h.i.writes = append(h.i.writes, w)
	return nil
}

func (h *handle) Truncate(size int64) error {
	if _, err := h.d.step(); err != nil {
		return err
	}
	w := write{size: size}
	h.i.apply(w)
	h.i.writes = append(h.i.writes, w)
	return nil
}

func (h *handle) Sync() error {
	if _, err := h.d.step(); err != nil {
		return err
	}
	h.d.syncs++
	h.i.kept, h.i.writes = append([]byte(nil), h.i.now...), nil
	return nil
}

func (h *handle) Close() error {
	if h.i.locked == h && !h.d.dead {
		h.i.locked = nil
	}
	return nil
}

func (h *handle) OS() *os.File { return nil }

// listing lists the disk, for messages.
func (d *disk) listing() string {
	var b strings.Builder
	for name, i := range d.names {
		b.WriteString(name + ":\n" + string(i.now) + "\n")
	}
	return b.String()
}
