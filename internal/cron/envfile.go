package cron

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// EnvFile reads a file of variables like systemd's EnvironmentFile= (systemd.exec(5)), without a
// shell. It returns NAME=VALUE for each variable, in order. If systemd would warn of a line and go
// on, EnvFile returns an error that describes it.
func EnvFile(path string) ([]string, error) {
	data, err := readEnv(path)
	if err != nil {
		return nil, err
	}
	env, err := parseEnv(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return env, nil
}

// maxEnv is the greatest size of such a file, in bytes.
const maxEnv = 1 << 20

// readEnv reads a file or a pipe. A device may have no end, and a terminal would make a job wait
// for a key.
func readEnv(path string) ([]byte, error) {
	if st, err := os.Stat(path); err == nil { // else open returns the error
		if m := st.Mode(); !m.IsRegular() && m&os.ModeNamedPipe == 0 {
			return nil, fmt.Errorf("%s: expected a regular file or a pipe, found %s", path,
				kindOf(m))
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEnv+1))
	if err == nil && len(data) > maxEnv {
		err = fmt.Errorf("%s: expected 1 MiB at most, found more", path)
	}
	return data, err
}

// kindOf names the kind of a file that is neither regular nor a pipe.
func kindOf(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a directory"
	case m&os.ModeDevice != 0:
		return "a device"
	}
	return "a socket"
}

// An envReader reads byte by byte.
type envReader struct {
	text []byte
	at   int
	line int
}

func (r *envReader) next() (c byte, ok bool) {
	if r.at >= len(r.text) {
		return 0, false
	}
	c = r.text[r.at]
	r.at++
	if c == '\n' {
		r.line++
	}
	return c, true
}

// parseEnv parses the text of such a file.
func parseEnv(text []byte) (env []string, err error) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	r := &envReader{text: text, line: 1}
	for r.at < len(text) {
		c := text[r.at]
		switch {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			r.next()
			continue
		case c == '#' || c == ';':
			r.comment()
			continue
		}
		line := r.line
		name, ok := r.name()
		if !ok {
			return nil, fmt.Errorf("%d: expected NAME=VALUE, found %q", line, cutLine(name))
		}
		if !isName(name) {
			return nil, fmt.Errorf("%d: expected the name of a variable, found %q", line,
				cutLine(name))
		}
		value, closed := r.value()
		switch {
		case !closed:
			return nil, fmt.Errorf("%d: the value of %s has a quote that is not closed", line, name)
		case strings.IndexByte(value, 0) >= 0 || !utf8.ValidString(value):
			return nil, fmt.Errorf("%d: the value of %s is no text in UTF-8", line, name)
		}
		env = append(env, name+"="+value)
	}
	return env, nil
}

// comment skips the rest of the line.
func (r *envReader) comment() {
	for {
		if c, ok := r.next(); !ok || c == '\n' {
			return
		}
	}
}

// name reads up to the equals sign, required on the same line.
func (r *envReader) name() (string, bool) {
	from := r.at
	for {
		switch c, ok := r.next(); {
		case !ok:
			return string(r.text[from:]), false
		case c == '\n':
			return string(r.text[from : r.at-1]), false
		case c == '=':
			return strings.TrimRight(string(r.text[from:r.at-1]), " \t"), true
		}
	}
}

// value reads a value to the end of its last line: pieces in single quotes, in double quotes, and
// plain ones. Blanks before it, after it and after a quoted piece do not belong to it.
func (r *envReader) value() (value string, closed bool) {
	var b []byte
	plain, kept := false, 0 // kept: length without blanks that may be trailing
	for {
		c, ok := r.next()
		switch {
		case !ok || c == '\n':
			return string(b[:kept]), true
		case c == '\\':
			if c, ok = r.next(); ok && c != '\n' {
				b = append(b, c)
			}
			plain, kept = true, len(b)
		case plain:
			if b = append(b, c); c != ' ' && c != '\t' {
				kept = len(b)
			}
		case c == '\'' || c == '"':
			if b, ok = r.quoted(b, c); !ok {
				return "", false
			}
			kept = len(b)
		case c != ' ' && c != '\t':
			b = append(b, c)
			plain, kept = true, len(b)
		}
	}
}

// quoted appends the text in quotes.
func (r *envReader) quoted(b []byte, quote byte) ([]byte, bool) {
	for {
		c, ok := r.next()
		switch {
		case !ok:
			return b, false
		case c == quote:
			return b, true
		case c == '\\' && quote == '"':
			if c, ok = r.next(); !ok {
				return b, false
			}
			if strings.IndexByte("\"\\`$\n", c) < 0 {
				b = append(b, '\\')
			}
			if c != '\n' {
				b = append(b, c)
			}
		default:
			b = append(b, c)
		}
	}
}

// isName reports whether s is a name for a variable (XBD 3.216).
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func cutLine(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// WithEnv returns an environment extended by more variables. They replace variables of the same
// name.
func WithEnv(env, more []string) []string {
	at := make(map[string]int, len(env)+len(more))
	out := make([]string, 0, len(env)+len(more))
	for i, e := range append(env[:len(env):len(env)], more...) {
		name, _, _ := strings.Cut(e, "=")
		n, ok := at[name]
		switch {
		case !ok:
			at[name] = len(out)
			out = append(out, e)
		case i >= len(env):
			out[n] = e
		}
	}
	return out
}

// lookup returns the value of a variable; "" if there is none.
func lookup(env []string, name string) string {
	for _, e := range env {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}
