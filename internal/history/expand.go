package history

import (
	"errors"
	"strings"
)

// An Expander replaces references to earlier commands in a line: bash's history expansion. Commands
// are those entered before, numbered from First.
type Expander struct {
	First    int
	Commands []string
	// Marks are bash's histchars: what begins a reference, what begins ^old^new^ at the start of a
	// line, and what begins a comment. A zero byte is none.
	Marks [3]byte
	// Extglob leaves !( alone. Posix leaves double-quoted text alone.
	Extglob, Posix bool
	*Recall
}

// A Recall is what one expansion leaves to the next ones.
type Recall struct {
	old, new string // of the last substitution
	replaced bool   // there was one
	search   string // of the last !?search?
	match    string // the word it found
}

// DefaultMarks is the value of histchars when it is not set.
const DefaultMarks = "!^#"

// An Expanded is an expanded line.
type Expanded struct {
	Text    string
	Changed bool
	Only    bool // :p: the line must be shown, but not run
}

// contexts of the text of a line
const (
	plain   = 0
	doubled = '"'
	subst   = '('
	back    = '`'
)

// An expansion is one line being expanded.
type expansion struct {
	*Expander
	line  string
	at    int
	out   strings.Builder
	stack []byte // the contexts around the place, the innermost last
	only  bool
	found bool
}

// Expand expands the references in a line. quote is the quote in which the line begins: 0, ' or ".
func (e *Expander) Expand(line string, quote byte) (Expanded, error) {
	if strings.IndexByte(line, e.Marks[0]) < 0 && !e.substitutes(line, quote) {
		return Expanded{Text: line}, nil
	}
	x := &expansion{Expander: e, line: line}
	if e.substitutes(line, quote) {
		end := len(strings.TrimSuffix(line, "\n"))
		x.line = string(e.Marks[0]) + string(e.Marks[0]) + ":s" + line[:end] + line[end:]
		if err := x.reference(); err != nil {
			return Expanded{}, err
		}
	}
	switch quote {
	case '\'':
		x.single()
	case '"':
		x.stack = append(x.stack, doubled)
	}
	for x.at < len(x.line) {
		if err := x.step(); err != nil {
			return Expanded{}, err
		}
	}
	return Expanded{x.out.String(), x.found, x.only}, nil
}

// substitutes reports whether a line is ^old^new^.
func (e *Expander) substitutes(line string, quote byte) bool {
	return quote == 0 && line != "" && e.Marks[1] != 0 && line[0] == e.Marks[1]
}

func (x *expansion) context() byte {
	if len(x.stack) == 0 {
		return plain
	}
	return x.stack[len(x.stack)-1]
}

func (x *expansion) pop() { x.stack = x.stack[:len(x.stack)-1] }

// keep copies n bytes of the line.
func (x *expansion) keep(n int) {
	n = min(n, len(x.line)-x.at)
	x.out.WriteString(x.line[x.at : x.at+n])
	x.at += n
}

// single copies the text up to the next single quote.
func (x *expansion) single() {
	n := strings.IndexByte(x.line[x.at:], '\'')
	if n < 0 {
		n = len(x.line)
	}
	x.keep(n + 1)
}

// step copies the next byte with its quotes, or expands the reference there.
func (x *expansion) step() error {
	c, in := x.line[x.at], x.context()
	switch {
	case c == x.Marks[0] && x.refers():
		return x.reference()
	case c == '\\':
		x.keep(2)
	case c == '\'' && in != doubled:
		x.keep(1)
		x.single()
	case c == '"' && in == doubled, c == ')' && in == subst, c == '`' && in == back:
		x.keep(1)
		x.pop()
	case c == '"', c == '`', c == '(' && in == subst:
		x.keep(1)
		x.stack = append(x.stack, c)
	case (c == '$' || c == '<' && in != doubled || c == '>' && in != doubled) && x.peek(1) == '(':
		x.keep(2)
		x.stack = append(x.stack, subst)
	case c == x.Marks[2] && c != 0 && in != doubled && x.beginsWord():
		x.keep(len(x.line))
	default:
		x.keep(1)
	}
	return nil
}

// peek returns the byte n further, or a newline after the end.
func (x *expansion) peek(n int) byte {
	if i := x.at + n; i >= 0 && i < len(x.line) {
		return x.line[i]
	}
	return '\n'
}

func (x *expansion) beginsWord() bool {
	return x.at == 0 || strings.IndexByte(" \t\n;&()|<>", x.line[x.at-1]) >= 0
}

// refers reports whether the mark at the place begins a reference.
func (x *expansion) refers() bool {
	next, before, earlier := x.peek(1), x.peek(-1), x.peek(-2)
	rest := x.line[x.at+1:]
	switch {
	case strings.IndexByte(" \t\r\n=", next) >= 0:
		return false
	case x.context() == doubled && (next == '"' || x.Posix):
		return false
	case before == '[' && strings.IndexByte(rest, ']') >= 0: // [!a]
		return false
	case before == '{' && earlier == '$' && strings.IndexByte(rest, '}') >= 0: // ${!x}
		return false
	case before == '$': // $!
		return false
	case x.Extglob && next == '(' && strings.IndexByte(rest, ')') >= 0: // !(x)
		return false
	}
	return true
}

// reference replaces the reference at the place.
func (x *expansion) reference() error {
	from := x.at
	x.at++
	text, err := x.event(from)
	if err != nil {
		return err
	}
	text, err = x.words(text, from)
	if err == nil {
		text, err = x.modified(text)
	}
	if err != nil {
		return err
	}
	x.out.WriteString(text)
	x.found = true
	return nil
}

// wrong returns an error for the text from a place up to the present one.
func (x *expansion) wrong(from int, what string) error {
	return errors.New(strings.TrimSuffix(x.line[from:min(x.at, len(x.line))], "\n") + ": " + what)
}
