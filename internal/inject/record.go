package inject

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// A Record is about a command of a run: one when it is reached, and one when it has ended.
type Record struct {
	Address
	Ended  bool     `json:"ended,omitempty"`
	Words  []string `json:"words,omitempty"`
	Fault  Fault    `json:"fault,omitempty"`
	Status int      `json:"status,omitempty"`
	Worked bool     `json:"worked,omitempty"` // it did its work, whatever its status says
	Stuck  string   `json:"stuck,omitempty"`  // the run cannot go on: why
}

// Why a run is stuck.
const (
	StuckWaits = "waits" // all wait, without a time limit
	StuckLoops = "loops" // far more commands than without a fault
)

// Records reads the records of a run. A torn last line is left out.
func Records(dir string) ([]Record, error) {
	text, err := os.ReadFile(filepath.Join(dir, RecordFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Record
	for line := range bytes.Lines(text) {
		var r Record
		if json.Unmarshal(line, &r) == nil {
			all = append(all, r)
		}
	}
	return all, nil
}

// A book is the file of records, shared by the shells of a run.
type book struct {
	mu      sync.Mutex
	file    *os.File
	read    int64 // read up to here
	rest    []byte
	reached map[string]int
	total   int
}

func openBook(dir string) (*book, error) {
	f, err := os.OpenFile(filepath.Join(dir, RecordFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &book{file: f, reached: map[string]int{}}, nil
}

// reach notes a command at a place, and returns the command's address and the number of
// all commands so far.
func (b *book) reach(place string, words []string) (a Address, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for errors.Is(syscall.Flock(int(b.file.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
	defer func() { _ = syscall.Flock(int(b.file.Fd()), syscall.LOCK_UN) }()
	b.catchUp()
	a = Address{place, b.reached[place] + 1}
	b.write(&Record{Address: a, Words: words})
	return a, b.total + 1
}

// note writes a record.
func (b *book) note(r *Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.write(r)
}

func (b *book) write(r *Record) {
	text, err := json.Marshal(r)
	if err == nil {
		_, _ = b.file.Write(append(text, '\n'))
	}
}

// catchUp counts the records of other shells.
func (b *book) catchUp() {
	for {
		var buf [8192]byte
		n, err := b.file.ReadAt(buf[:], b.read)
		b.read += int64(n)
		b.rest = append(b.rest, buf[:n]...)
		for {
			line, rest, ok := bytes.Cut(b.rest, []byte("\n"))
			if !ok {
				break
			}
			b.rest = rest
			var r Record
			if json.Unmarshal(line, &r) == nil && !r.Ended && r.Place != "" {
				b.reached[r.Place] = max(b.reached[r.Place], r.Nth)
				b.total++
			}
		}
		if err == io.EOF || n == 0 {
			return
		}
	}
}
