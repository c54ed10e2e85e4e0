package via

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A Mark records the end of a branch, and the content of its files at that time.
type Mark struct {
	Status int
	Signal int    // killed its process; 0: none
	Limit  string // time limit that ended it: LimitTimeout or LimitDeadline; "": none
	Reason string // why the machine could not run it; "": it ran
	Host   string // where it ran
	Oom    bool   // it failed, and the kernel killed one of its processes for want of memory

	Began time.Time     // by the machine's clock; the zero value: it did not run
	Took  time.Duration // from there to its end

	Out, Err, Reply Sum
}

// The values of Mark.Limit.
const (
	LimitTimeout  = "timeout"
	LimitDeadline = "deadline"
)

// A Sum is the size of a file and its CRC-32C checksum. The zero value stands for no file.
type Sum struct {
	Size  int64
	Check uint32
}

// SumOf reads a file to its end.
func SumOf(f io.Reader) (Sum, error) {
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	n, err := io.Copy(h, f)
	return Sum{n, h.Sum32()}, err
}

// Open opens a file at its beginning and verifies its content. If the content differs, the error is
// errTorn: data written on one machine before the mark may reach another machine after it.
func (s Sum) Open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	got, err := SumOf(io.LimitReader(f, s.Size))
	if err == nil && got != s {
		err = errTorn
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

var errTorn = errors.New("its output does not match its mark")

// magic is the first line of a mark, and lastLine the last one.
const (
	magic    = "ftsh-via 1"
	lastLine = "whole"
)

func (m *Mark) text() string {
	sum := func(name string, s Sum) string {
		return fmt.Sprintf("%s %d %08x\n", name, s.Size, s.Check)
	}
	return magic + "\n" +
		fmt.Sprintf("status %d\nsignal %d\nlimit %q\nreason %q\nhost %q\n", m.Status, m.Signal,
			m.Limit, m.Reason, m.Host) + m.times() +
		sum("out", m.Out) + sum("err", m.Err) + sum("reply", m.Reply) + lastLine + "\n"
}

func (m *Mark) times() string {
	text := ""
	if !m.Began.IsZero() {
		text = fmt.Sprintf("began %d\ntook %d\n", m.Began.UnixNano(), int64(m.Took))
	}
	if m.Oom {
		text += "oom 1\n"
	}
	return text
}

func parseMark(text string) (*Mark, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 3 || lines[0] != magic || lines[len(lines)-2] != lastLine {
		return nil, errors.New("malformed mark")
	}
	m := new(Mark)
	for _, line := range lines[1 : len(lines)-2] {
		name, value, _ := strings.Cut(line, " ")
		var err error
		switch name {
		case "status":
			m.Status, err = strconv.Atoi(value)
		case "signal":
			m.Signal, err = strconv.Atoi(value)
		case "limit":
			m.Limit, err = strconv.Unquote(value)
		case "reason":
			m.Reason, err = strconv.Unquote(value)
		case "host":
			m.Host, err = strconv.Unquote(value)
		case "oom":
			m.Oom = true
		case "began":
			var at int64
			at, err = strconv.ParseInt(value, 10, 64)
			m.Began = time.Unix(0, at)
		case "took":
			_, err = fmt.Sscan(value, (*int64)(&m.Took))
		case "out":
			_, err = fmt.Sscanf(value, "%d %x", &m.Out.Size, &m.Out.Check)
		case "err":
			_, err = fmt.Sscanf(value, "%d %x", &m.Err.Size, &m.Err.Check)
		case "reply":
			_, err = fmt.Sscanf(value, "%d %x", &m.Reply.Size, &m.Reply.Check)
		}
		if err != nil {
			return nil, fmt.Errorf("malformed mark: %s", line)
		}
	}
	return m, nil
}

// write writes the mark of branch n: synced, then renamed.
func (m *Mark) write(d Dir, n int) error {
	if err := lockfile.Fill(d.mark(n), m.text()); err != nil {
		return err
	}
	return statedir.Sync(d.Name("end"))
}

// read reads the mark of branch n and verifies the files it describes. errTorn: not complete yet.
func (d Dir) read(n int) (*Mark, error) {
	data, err := os.ReadFile(d.mark(n))
	if err != nil {
		return nil, err
	}
	m, err := parseMark(string(data))
	if err != nil {
		return nil, err
	}
	for name, s := range map[string]Sum{"out": m.Out, "err": m.Err, "reply": m.Reply} {
		if s == (Sum{}) {
			continue
		}
		f, err := s.Open(d.Of(n, name))
		if err != nil {
			return nil, errTorn
		}
		f.Close()
	}
	return m, nil
}
