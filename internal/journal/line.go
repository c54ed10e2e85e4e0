package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A line is {"sum":"01234567",…}. The sum is the CRC-32C, in hexadecimal digits, of the line after
// the sum's comma and without the newline.
const (
	sumStart = `{"sum":"`
	sumEnd   = `",`
	sumAt    = len(sumStart)
	restAt   = sumAt + 8 + len(sumEnd)
)

// If a record has an output, it is the last item in its line, with its text between these. Neither
// can stand within the strings of a line, since quotes have a backslash there.
const (
	textStart = `,"output":{"text":`
	textEnd   = `,"size":`
)

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func sum(p []byte) string { return hex(crc32.Checksum(p, castagnoli())) }

func hex(sum uint32) string { return fmt.Sprintf("%08x", sum) }

// appendLine appends the line of a record, with its newline. It takes one more copy of the output's
// text meanwhile. The error is from reading the text; to is then unchanged.
func appendLine(to []byte, r *Record) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return to, err
	}
	rest := b.Bytes()[1:] // after the brace
	start := len(to)
	line := append(to, sumStart+"00000000"+sumEnd...)
	if o := r.Output; o != nil && o.text != nil {
		text := make([]byte, o.Size)
		if _, err := io.ReadFull(io.NewSectionReader(o.text, 0, o.Size), text); err != nil {
			return to, err
		}
		size := bytes.LastIndex(rest, []byte(textEnd[1:]))
		line = append(line, rest[:size]...)
		line = append(line, `"text":`...)
		line = append(appendText(line, text), ',')
		rest = rest[size:]
	}
	line = append(line, rest...)
	copy(line[start+sumAt:], sum(line[start+restAt:len(line)-1]))
	return line, nil
}

var errLine = errors.New("its checksum is wrong")

// whole reports whether a line, without its newline, is as written.
func whole(line []byte) bool {
	return len(line) > restAt && string(line[:sumAt]) == sumStart &&
		string(line[sumAt+8:restAt]) == sumEnd &&
		sum(line[restAt:]) == string(line[sumAt:sumAt+8])
}

// short is the maximum length, as JSON, of an output text kept in memory: no longer than the rest
// of a record.
const short = 256

// decode reads a line, without its newline. It leaves out the text of the output, unless it is
// short.
func decode(line []byte) (r *Record, err error) {
	if !whole(line) {
		return nil, errLine
	}
	from, to, ok := textIn(line)
	rest := line
	if ok {
		rest = bytes.Join([][]byte{line[:from-len(`"text":`)], line[to+1:]}, nil)
	}
	r = new(Record)
	err = json.Unmarshal(rest, r)
	if err == nil && ok && to-from <= short && r.Output != nil {
		err = r.Output.short.UnmarshalJSON(line[from:to])
	}
	return r, err
}

// textIn returns the place of an output's text in a line, as JSON. ok is false if there is none.
func textIn(line []byte) (from, to int, ok bool) {
	at := bytes.Index(line, []byte(textStart))
	if at < 0 {
		return 0, 0, false
	}
	from = at + len(textStart)
	to = bytes.LastIndex(line, []byte(textEnd))
	return from, to, from < to
}
