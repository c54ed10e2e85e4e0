package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A DamageError means a journal differs from the data written to it.
type DamageError struct {
	Line int // from 1; 0 for a file that is no journal
	What string
}

func (e *DamageError) Error() string {
	if e.Line == 0 {
		return e.What
	}
	return fmt.Sprintf("damaged: line %d: %s", e.Line, e.What)
}

// parse reads the records of a journal, calls each for every one, and returns the offset up to
// which the journal is good. The rest is a torn tail, never synced: a record without its newline,
// or the records written in one piece with a record with a hole. All else is damage. One line at a
// time is in memory, and no text of an output stays there. After an error, each has got the records
// before the damage.
func parse(content *io.SectionReader, each func(*Record)) (good int64, err error) {
	end, err := used(content)
	if err != nil {
		return 0, err
	}
	content = io.NewSectionReader(content, 0, end)
	if ok, err := begun(content); err != nil || !ok {
		return 0, errors.Join(err, notOne(ok))
	}
	from := bufio.NewReaderSize(content, 64<<10)
	records, torn := 0, 0 // torn: the number of the first line with a hole, or 0
	var line []byte
	for at, number := int64(0), 1; ; number++ {
		line, err = nextLine(from, line[:0])
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		r, bad := decode(line[:len(line)-1])
		start := at
		at += int64(len(line))
		switch {
		case bad != nil && !holed(line):
			return 0, &DamageError{number, bad.Error()}
		case bad != nil && torn == 0:
			torn = number
		case bad != nil, torn > 0 && r.Since <= records:
		case torn > 0:
			return 0, &DamageError{torn, "it has a gap, and a record after it"}
		case r.N != number-1:
			return 0, &DamageError{number, fmt.Sprintf("record %d, expected %d", r.N, number-1)}
		case number == 1 && (r.Kind != Header || r.Format != Format):
			return 0, &DamageError{number, fmt.Sprintf("no header of format %d", Format)}
		default:
			if o := r.Output; o != nil {
				o.at, o.line = start, len(line)-1
			}
			each(r)
			records, good = records+1, at
		}
	}
	// The last byte of a piece is not written as another one.
	if n := len(line) - 1; torn == 0 && n > 0 && whole(line[:n]) {
		return 0, &DamageError{records + 1, "it has another character instead of its newline"}
	}
	return good, nil
}

// holed reports whether a line has a hole. Sectors left unwritten by a loss of power are zeros, and
// no record has any. A single zero is a hole only at the beginning of a line, as a sector may end
// there. Elsewhere it is a character with a flipped bit.
func holed(line []byte) bool { return line[0] == 0 || bytes.Contains(line, []byte{0, 0}) }

// nextLine appends a line, with its newline. The error is io.EOF at the end: the line appended then
// has no newline.
func nextLine(from *bufio.Reader, to []byte) ([]byte, error) {
	for {
		piece, err := from.ReadSlice('\n')
		to = append(to, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return to, err
		}
	}
}

// used returns the offset of the unused part of the reserved room.
func used(content *io.SectionReader) (int64, error) {
	end := content.Size()
	var buf [4 << 10]byte
	for end > 0 {
		p := buf[:min(end, int64(len(buf)))]
		if _, err := content.ReadAt(p, end-int64(len(p))); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		left := len(bytes.TrimRight(p, "\x00"))
		end -= int64(len(p) - left)
		if left > 0 {
			break
		}
	}
	return end, nil
}

// mostTorn is more than the size of a first piece, with the header.
const mostTorn = 64 << 10

// begun reports whether a content may be a journal's, even if none of it was ever synced. Such a
// content begins as lines do, or with a hole, and has no other control characters. A file named by
// mistake must not be taken for a torn journal and lose its content.
func begun(content *io.SectionReader) (bool, error) {
	data := make([]byte, min(content.Size(), mostTorn))
	if _, err := content.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	n := min(len(data), len(sumStart))
	if string(data[:n]) == sumStart[:n] {
		return true, nil
	}
	other := func(r rune) bool { return r < ' ' && r != '\n' && r != 0 }
	return data[0] == 0 && content.Size() <= mostTorn && bytes.IndexFunc(data, other) < 0, nil
}

// notOne returns an error for a content of another kind, unless may is set.
func notOne(may bool) error {
	if may {
		return nil
	}
	return &DamageError{0, "it is not a journal"}
}

// foreign returns nil if a content may be a journal's, even a damaged one's, and otherwise the
// reason.
func foreign(content *io.SectionReader) error {
	_, err := parse(content, func(*Record) {})
	if err == nil {
		return nil
	}
	if has, failed := contains(content, sumStart); failed != nil || has {
		return failed
	}
	return err
}

// contains reports whether content contains text, a short one.
func contains(content *io.SectionReader, text string) (bool, error) {
	buf := make([]byte, 64<<10)
	for at := int64(0); at < content.Size(); at += int64(len(buf) - len(text)) {
		n, err := content.ReadAt(buf, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if bytes.Contains(buf[:n], []byte(text)) {
			return true, nil
		}
	}
	return false, nil
}
