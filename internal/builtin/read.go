package builtin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"unsafe"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// readHost is the part of the shell used by read.
type readHost interface {
	Streams
	Cancellation
	Variables
	Options
}

// read is `read [-r] [-d delimiter] [-p prompt] name…`. Statuses: 0; 1 at the end of file (the
// names are assigned all the same), and after an interruption by a trapped signal; 2 for errors.
func read(h readHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	raw, delim, prompt := false, byte('\n'), ""
	for c := o.next("rd:p:"); c != 0; c = o.next("rd:p:") {
		switch c {
		case wrongOption:
			return misuse()
		case 'r':
			raw = true
		case 'd':
			delim = 0
			if o.value != "" {
				delim = o.value[0]
			}
			if len(o.value) > 1 {
				h.Errorf("the delimiter %q is longer than one byte", o.value)
				return misuse()
			}
		case 'p':
			prompt = o.value
		}
	}
	names := o.rest()
	if len(names) == 0 {
		h.Errorf("expected a variable name")
		return misuse()
	}
	for _, name := range names {
		if !vars.IsName(name) {
			h.Errorf("%q is not a variable name", name)
			return misuse()
		}
	}
	f := h.File(0)
	if f == nil {
		h.Errorf("standard input is closed")
		return misuse()
	}
	if prompt != "" && fd.IsTerminal(f) {
		h.Warn(prompt)
	}
	ctx, stop := h.Interruptible()
	line, escaped, err := readLogical(ctx, h, f, raw, delim)
	interrupted := ctx.Err() != nil
	stop()
	if err != nil && err != io.EOF {
		return readFailed(h, err, interrupted)
	}
	if !assignFields(h, names, line, escaped) {
		return misuse()
	}
	if err == io.EOF {
		return flow.Status(1)
	}
	return flow.Outcome{}
}

func readFailed(h readHost, err error, interrupted bool) flow.Outcome {
	if h.Context().Err() != nil {
		return cancelled()
	}
	if interrupted {
		return flow.Status(1)
	}
	h.Errorf("%v", err)
	return misuse()
}

// readLogical reads a line, without its delimiter. Unless raw, backslashes continue it and are
// removed, and escaped marks the bytes protected by them (nil: none).
func readLogical(ctx context.Context, h readHost, f fd.File, raw bool,
	delim byte) (line string, escaped []bool, err error) {
	return readContinued(ctx, h, f, raw, delim, false)
}

// readContinued is readLogical. In bash a backslash before a newline is removed with it whatever
// the delimiter is, and before another delimiter makes it a character of the line.
func readContinued(ctx context.Context, h readHost, f fd.File, raw bool, delim byte,
	bash bool) (line string, escaped []bool, err error) {
	buf, err := readPhysical(ctx, h, f, delim)
	if raw || bytes.IndexByte(buf, '\\') < 0 {
		return text(chop(buf, delim)), nil, err
	}
	var out []byte
	for {
		var more bool
		if bash && delim != '\n' {
			out, escaped, more = unprotectBash(out, escaped, buf, delim)
		} else {
			out, escaped, more = unprotect(out, escaped, buf, delim)
		}
		if !more || err != nil {
			return text(out), escaped, err
		}
		if h.Interactive() && fd.IsTerminal(f) {
			h.Warn(h.Vars().Value("PS2"))
		}
		buf, err = readPhysical(ctx, h, f, delim)
		if err == nil && len(out)+len(buf) > maxLine {
			err = errTooLong
		}
	}
}

// maxLine bounds a line: an endless one, as in /dev/zero, must not take all memory, and with it the
// shell.
const maxLine = 1 << 28

var errTooLong = errors.New("the line is longer than 256 MiB")

// readPhysical reads a line with its delimiter.
func readPhysical(ctx context.Context, h readHost, f fd.File, delim byte) ([]byte, error) {
	buf, err := h.ReadLine(ctx, f, delim, maxLine+1)
	if err == nil && len(buf) > maxLine {
		return nil, errTooLong
	}
	return buf, err
}

// unprotect appends one line to out without its backslashes; more: its delimiter was protected, so
// the next line belongs to it.
func unprotect(out []byte, escaped []bool, buf []byte, delim byte) ([]byte, []bool, bool) {
	for i := 0; i < len(buf); i++ {
		c, protected := buf[i], false
		if c == '\\' {
			if i++; i == len(buf) {
				break // the end of file; nothing to protect
			}
			if c, protected = buf[i], true; c == delim {
				return out, escaped, true
			}
		} else if c == delim {
			break
		}
		if c == 0 {
			continue
		}
		out = append(out, c)
		escaped = append(escaped, protected)
	}
	return out, escaped, false
}

// unprotectBash is unprotect for a delimiter other than the newline.
func unprotectBash(out []byte, escaped []bool, buf []byte, delim byte) ([]byte, []bool, bool) {
	for i := 0; i < len(buf); i++ {
		c, protected := buf[i], false
		if c == '\\' {
			if i++; i == len(buf) {
				break // the end of file; nothing to protect
			}
			if c, protected = buf[i], true; c == '\n' {
				continue
			}
		} else if c == delim {
			break
		}
		if c != 0 {
			out, escaped = append(out, c), append(escaped, protected)
		}
		if protected && c == delim {
			return out, escaped, true
		}
	}
	return out, escaped, false
}

// chop removes the delimiter, and null bytes, which no variable can hold.
func chop(buf []byte, delim byte) []byte {
	if n := len(buf); n > 0 && buf[n-1] == delim {
		buf = buf[:n-1]
	}
	if bytes.IndexByte(buf, 0) >= 0 {
		buf = bytes.ReplaceAll(buf, []byte{0}, nil)
	}
	return buf
}

// text makes a string of bytes without another reference.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
