package history

import (
	"slices"
	"strings"
)

// An Entry gathers the lines of one command into the text kept of it: bash's cmdhist. Lines are
// joined by the ; or blank that lets them be read again as one line. Quoted text and here-documents
// keep their newlines.
type Entry struct {
	text      []byte
	stack     []byte // the quotes and substitutions around the end, the innermost last
	documents []hereDocument
	inside    int    // how many documents are being read
	token     string // the last one of the last line
	earlier   string // the one before it
	comment   bool   // the last line had one
	continued bool   // a backslash ended it
	whole     bool   // the last line was the end of a here-document
	begun     bool
	patterns  []bool // for each open parenthesis, whether it begins a pattern of case
}

type hereDocument struct {
	end  string
	tabs bool // leading tabs do not count
}

const (
	singled = '\''
	array   = 'a' // a=(…)
)

// Text returns the command.
func (e *Entry) Text() string { return string(e.text) }

// Clone returns a copy.
func (e *Entry) Clone() *Entry {
	c := *e
	c.text, c.stack = slices.Clone(e.text), slices.Clone(e.stack)
	c.documents, c.patterns = slices.Clone(e.documents), slices.Clone(e.patterns)
	return &c
}

// Begun reports whether there was a line.
func (e *Entry) Begun() bool { return e.begun }

// Expands reports whether references in the next line are expanded: not in here-documents.
func (e *Entry) Expands() bool { return e.inside == 0 }

// Quote returns the quote in which the next line begins: 0, ' or ".
func (e *Entry) Quote() byte {
	for _, c := range e.stack {
		if c == singled || c == doubled {
			return c
		}
	}
	return 0
}

// Add adds the next line of the command.
func (e *Entry) Add(line string) {
	line = strings.TrimSuffix(line, "\n")
	if e.begun {
		if e.inside == 0 && len(e.stack) == 0 && !e.continued {
			switch text := strings.TrimSpace(line); {
			case strings.HasPrefix(text, "#"):
				e.comment = true
				return
			case text == "":
				return
			}
		}
		e.text = append(e.text, e.joint()...)
	}
	e.begun = true
	if e.inside > 0 {
		e.text = append(e.text, line...)
		d := e.documents[0]
		got := line
		if d.tabs {
			got = strings.TrimLeft(got, "\t")
		}
		if got == d.end {
			e.documents = e.documents[1:]
			if e.inside--; e.inside == 0 {
				e.text = append(e.text, '\n')
				e.whole, e.token, e.earlier, e.comment = true, "", "", false
			}
		}
		return
	}
	e.whole = false
	e.scan(line)
	if e.continued {
		line = line[:len(line)-1]
	}
	e.text = append(e.text, line...)
	e.inside = len(e.documents)
}

// joint returns the text between the last line and the next one.
func (e *Entry) joint() string {
	in := byte(0)
	if n := len(e.stack); n > 0 {
		in = e.stack[n-1]
	}
	switch {
	case e.continued || e.whole:
		return ""
	case e.inside > 0 || in != 0 && in != array || e.comment:
		return "\n"
	case in == array:
		return " "
	}
	switch e.token {
	case "", "{", "(", ";", "&", "|", "&&", "||", ";;", ";&", ";;&", "|&", "if", "then", "else", "elif", "do",
		"while", "until", "case", "in", "!", "time", "((":
		return " "
	case ")":
		if e.earlier == "(" {
			return " "
		}
	}
	switch e.earlier {
	case "function", "case", "for", "select":
		return " "
	}
	return "; "
}

// scan follows the quotes of a line, and notes its last tokens.
func (e *Entry) scan(line string) {
	e.comment, e.continued = false, false
	for i := 0; i < len(line); {
		i = e.scanByte(line, i)
	}
}

// scanByte follows the text at i, and returns the place after it.
func (e *Entry) scanByte(line string, i int) int {
	in := byte(0)
	if n := len(e.stack); n > 0 {
		in = e.stack[n-1]
	}
	c := line[i]
	if in == singled {
		n := strings.IndexByte(line[i:], '\'')
		if n < 0 {
			return len(line)
		}
		e.stack = e.stack[:len(e.stack)-1]
		return i + n + 1
	}
	switch {
	case c == '\\':
		e.continued = i+1 == len(line)
		e.word(`\`)
		return i + 2
	case in == doubled && c == '"', (in == subst || in == array) && c == ')', in == back && c == '`':
		e.stack = e.stack[:len(e.stack)-1]
		e.word(string(c))
	case c == '$' && at(line, i+1) == '(' || in != doubled && opensProcess(line, i):
		e.push(subst)
		return i + 2
	case c == '"' || c == '`' || c == '(' && in == subst:
		e.push(c)
	case in == doubled:
	case c == '\'':
		e.push(singled)
	case c == '=' && at(line, i+1) == '(' && in == 0:
		e.push(array)
		return i + 2
	case c == '#' && (i == 0 || strings.IndexByte(" \t;&|()", line[i-1]) >= 0):
		e.comment = true
		return len(line)
	case c == '<' && at(line, i+1) == '<':
		return e.document(line, i)
	case in != 0 || c == ' ' || c == '\t':
	default:
		return e.plainToken(line, i)
	}
	return i + 1
}

func opensProcess(line string, i int) bool {
	return (line[i] == '<' || line[i] == '>') && at(line, i+1) == '('
}

func (e *Entry) push(c byte) {
	e.stack = append(e.stack, c)
	e.word(string(c))
}

// word notes a token.
func (e *Entry) word(token string) {
	if len(e.stack) <= 1 {
		e.earlier, e.token = e.token, token
	}
}

// plainToken notes the token at i.
func (e *Entry) plainToken(line string, i int) int {
	end := i + 1
	if strings.IndexByte(";&|", line[i]) >= 0 {
		for strings.IndexByte(";&|", at(line, end)) >= 0 && end < len(line) {
			end++
		}
	} else if strings.IndexByte("(){<>", line[i]) < 0 || line[i] == '{' && at(line, end) != ' ' {
		for end < len(line) && strings.IndexByte(" \t;&|()<>'\"`\\$=", line[end]) < 0 {
			end++
		}
	}
	token := line[i:end]
	switch {
	case token == "(":
		e.patterns = append(e.patterns, e.token == "in" || strings.HasPrefix(e.token, ";"))
	case token == ")" && len(e.patterns) == 0:
		token = ";;" // after a pattern of case
	case token == ")":
		n := len(e.patterns) - 1
		if e.patterns[n] {
			token = ";;"
		}
		e.patterns = e.patterns[:n]
	}
	e.word(token)
	return end
}

// document notes a here-document at i.
func (e *Entry) document(line string, i int) int {
	i += 2
	if at(line, i) == '<' { // <<<
		return i + 1
	}
	d := hereDocument{}
	if at(line, i) == '-' {
		d.tabs = true
		i++
	}
	for at(line, i) == ' ' || at(line, i) == '\t' {
		i++
	}
	from := i
	for i < len(line) && strings.IndexByte(" \t;&|()<>", line[i]) < 0 {
		i = partEnd(line, i)
	}
	for _, c := range []byte(line[from:i]) {
		if c != '\'' && c != '"' && c != '\\' {
			d.end += string(c)
		}
	}
	if d.end != "" {
		e.documents = append(e.documents, d)
	}
	return i
}
