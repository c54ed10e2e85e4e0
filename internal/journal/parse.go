package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A DamageError says that a journal is not what was written to it.
type DamageError struct {
	Line int // from 1; 0: it is none
	What string
}

func (e *DamageError) Error() string {
	if e.Line == 0 {
		return e.What
	}
	return fmt.Sprintf("damaged: line %d: %s", e.Line, e.What)
}

// parse reads the records of a journal, calls each with them, and says up to where it is good. What stands behind that is a torn
// tail, which was never synced: a record without its newline, and what was written in one piece with a record in which there is
// a hole. All else is damage. One line at a time is in memory, and no text of an output stays there. Behind an error the records
// before the damage have been given to each.
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
	records, torn := 0, 0 // torn: the number of the first line with a hole; 0: none
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
			return 0, &DamageError{torn, "there is a hole in it, and a record behind it"}
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
	if n := len(line) - 1; torn == 0 && n > 0 && whole(line[:n]) { // the last byte of a piece is not written as another one
		return 0, &DamageError{records + 1, "its newline is another character"}
	}
	return good, nil
}

// holed reports whether a line has a hole: sectors that a loss of power kept from being written are zeros. No record has one. A
// zero alone is a hole at the beginning of a line only, where a sector may end; elsewhere it is a character with a flipped bit.
func holed(line []byte) bool { return line[0] == 0 || bytes.Contains(line, []byte{0, 0}) }

// nextLine appends a line, with its newline. The error is io.EOF where there is none any more: what is left has no end.
func nextLine(from *bufio.Reader, to []byte) ([]byte, error) {
	for {
		piece, err := from.ReadSlice('\n')
		to = append(to, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return to, err
		}
	}
}

// used is where the room begins that was taken and not used.
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

// mostTorn is more than what is written with a header.
const mostTorn = 64 << 10

// begun reports whether a content may be a journal's, though nothing of it were ever synced: such a one begins as lines do, or with a
// hole, and has no other characters. A file that somebody named by mistake must not be taken for a torn one, and lose what is in it.
func begun(content *io.SectionReader) (bool, error) {
	data := make([]byte, min(content.Size(), mostTorn))
	if _, err := content.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	n := min(len(data), len(before))
	if string(data[:n]) == before[:n] {
		return true, nil
	}
	other := func(r rune) bool { return r < ' ' && r != '\n' && r != 0 }
	return data[0] == 0 && content.Size() <= mostTorn && bytes.IndexFunc(data, other) < 0, nil
}

// notOne says that a content is no journal's, unless it may be.
func notOne(may bool) error {
	if may {
		return nil
	}
	return &DamageError{0, "it is no journal"}
}

// foreign says why a file's content is no journal's, be it a damaged one's; nil: it may be one.
func foreign(content *io.SectionReader) error {
	_, err := parse(content, func(*Record) {})
	if err == nil {
		return nil
	}
	if has, failed := contains(content, before); failed != nil || has {
		return failed
	}
	return err
}

// contains reports whether a text, which is short, is in a content.
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
