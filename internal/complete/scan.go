package complete

import (
	"slices"
	"strings"

	"ftsh/internal/vars"
)

// A word is the end of a line, and its context.
type word struct {
	start      int      // its index
	command    int      // the index of the command's name, if before has one
	quote      byte     // the open quote: 0, ' or "
	quoteAt    int      // its index
	before     []string // the words of the command before it, without their quotes
	redirected bool     // it follows < or >
	assigned   bool     // it is the value of an assignment, after = or :
	// variable is the index of the $ of a variable's name at the end of the line; -1: none.
	variable int
	comment  bool
	hereDoc  bool // it is the delimiter of a here-document
}

// pastSlash reports whether the word, as written, has a slash.
func (w *word) pastSlash(raw string) bool { return strings.IndexByte(raw, '/') >= 0 }

// A scanner reads a line. A substitution is a line of its own; the surrounding line waits in
// outer.
type scanner struct {
	line  string
	i     int
	w     word
	text  strings.Builder // the word so far, without quotes
	in    bool            // a word has begun
	outer []level
}

// A level is a line waiting for the end of a substitution.
type level struct {
	w    word
	text string
	in   bool
	end  byte // the end of the substitution: ) or `
}

// scan reads a line to its end.
func scan(line string) word {
	s := &scanner{line: line}
	s.w.variable = -1
	for s.i < len(line) {
		s.step()
	}
	if !s.in {
		s.w.start = len(line)
	}
	if !s.w.comment {
		s.w.variable = s.variableAt()
	}
	if s.w.variable < 0 && s.w.quote == 0 && s.in {
		s.assignment()
	}
	return s.w
}

func (s *scanner) begin() {
	if !s.in {
		s.in, s.w.start = true, s.i
	}
}

// step takes the next character or construct.
func (s *scanner) step() {
	c := s.line[s.i]
	switch {
	case s.w.comment:
		if c == '\n' {
			s.w.comment = false
			s.command()
		}
	case s.w.quote == '\'':
		if c == '\'' {
			s.w.quote = 0
		} else {
			s.text.WriteByte(c)
		}
	case c == '\\' && s.i+1 == len(s.line):
		s.begin()
	case c == '\\':
		s.begin()
		s.i++
		next := s.line[s.i]
		if s.w.quote == '"' && strings.IndexByte("$`\"\\\n", next) < 0 {
			s.text.WriteByte('\\')
		}
		if next != '\n' {
			s.text.WriteByte(next)
		}
	case c == '$' && s.i+1 < len(s.line) && s.line[s.i+1] == '(':
		s.begin()
		s.i++
		s.enter(')')
	case s.w.quote == 0 && (c == '<' || c == '>') && s.i+1 < len(s.line) && s.line[s.i+1] == '(':
		s.begin() // a process substitution of bash; an error in sh
		s.i++
		s.enter(')')
	case c == '`' && len(s.outer) > 0 && s.outer[len(s.outer)-1].end == '`':
		s.leave()
	case c == '`':
		s.begin()
		s.enter('`')
	case s.w.quote == '"':
		if c == '"' {
			s.w.quote = 0
		} else {
			s.text.WriteByte(c)
		}
	default:
		s.unquoted(c)
	}
	s.i++
}

func (s *scanner) unquoted(c byte) {
	switch c {
	case '\'', '"':
		s.begin()
		s.w.quote, s.w.quoteAt = c, s.i
	case ' ', '\t':
		s.endWord()
	case '#':
		if !s.in {
			s.w.comment = true
			return
		}
		s.text.WriteByte(c)
	case ')':
		if len(s.outer) > 0 && s.outer[len(s.outer)-1].end == ')' {
			s.leave()
			return
		}
		s.command()
	case '\n', ';', '&', '|', '(':
		if c == '&' && !s.in && s.w.redirected { // >&
			return
		}
		s.command()
	case '<', '>':
		if isNumber(s.text.String()) { // of a descriptor
			s.in = false
			s.text.Reset()
		}
		s.endWord()
		s.w.hereDoc = c == '<' && strings.HasSuffix(s.line[:s.i], "<") &&
			!strings.HasSuffix(s.line[:s.i], "<<") // bash's <<<
		s.w.redirected = true
	default:
		s.begin()
		s.text.WriteByte(c)
	}
}

// endWord ends a word. The word counts unless it belongs to a redirection, or to an assignment
// before the command.
func (s *scanner) endWord() {
	if !s.in {
		return
	}
	text := s.text.String()
	s.text.Reset()
	s.in = false
	if s.w.redirected {
		s.w.redirected, s.w.hereDoc = false, false
		return
	}
	name, _, assigns := strings.Cut(text, "=")
	switch {
	case len(s.w.before) == 0 && assigns && vars.IsName(name):
	case len(s.w.before) == 0 && slices.Contains(before(), text):
	default:
		if len(s.w.before) == 0 {
			s.w.command = s.w.start
		}
		s.w.before = append(s.w.before, text)
	}
}

// before returns the reserved words after which a command begins.
func before() []string {
	return []string{"!", "{", "if", "then", "else", "elif", "while", "until", "do", "time", "coproc"}
}

// command ends a command.
func (s *scanner) command() {
	s.endWord()
	s.w = word{variable: -1}
}

// enter begins a substitution.
func (s *scanner) enter(end byte) {
	s.outer = append(s.outer, level{s.w, s.text.String(), s.in, end})
	s.w, s.in = word{variable: -1}, false
	s.text.Reset()
}

// leave ends a substitution: the word around it goes on.
func (s *scanner) leave() {
	l := s.outer[len(s.outer)-1]
	s.outer = s.outer[:len(s.outer)-1]
	s.w, s.in = l.w, l.in
	s.text.Reset()
	s.text.WriteString(l.text)
}

// variableAt returns the index of the $ whose name ends the line.
func (s *scanner) variableAt() int {
	i := len(s.line)
	for i > 0 && (s.line[i-1] == '_' || isAlnum(s.line[i-1])) {
		i--
	}
	if i < len(s.line) && s.line[i] >= '0' && s.line[i] <= '9' {
		return -1
	}
	if i > 1 && s.line[i-1] == '{' && s.line[i-2] == '$' {
		i--
	}
	i--
	if i < 0 || s.line[i] != '$' || s.w.quote == '\'' || i < s.w.start {
		return -1
	}
	slashes := 0
	for j := i; j > 0 && s.line[j-1] == '\\'; j-- {
		slashes++
	}
	if slashes%2 != 0 {
		return -1
	}
	return i
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// assignment narrows the word to be completed to the value of an assignment, or of an option
// (--file=). In an assignment it is the text after the value's last colon.
func (s *scanner) assignment() {
	raw := s.line[s.w.start:]
	name, value, ok := strings.Cut(raw, "=")
	switch {
	case !ok || s.w.redirected:
	case vars.IsName(name) && (len(s.w.before) == 0 || declares(s.w.before[0])):
		s.w.assigned = true
		s.w.start += len(name) + 1
		if i := strings.LastIndexByte(value, ':'); i >= 0 && !strings.ContainsAny(value, `'"\`) {
			s.w.start += i + 1
		}
	case strings.HasPrefix(name, "-") && !strings.ContainsAny(name, `'"\`) && len(s.w.before) > 0:
		s.w.start += len(name) + 1
	}
}

func declares(command string) bool {
	switch command {
	case "export", "readonly", "local", "declare", "typeset":
		return true
	}
	return false
}

// variables offers variables after $ or ${.
func variables(raw string, sh Shell) []Candidate {
	before, after := "$", ""
	if strings.HasPrefix(raw, "${") {
		before, after = "${", "}"
	}
	var found []Candidate
	for _, n := range sh.Names(Variables) {
		if strings.HasPrefix(n, raw[len(before):]) {
			found = append(found, Candidate{Text: before + n + after, Shown: n, Open: true})
		}
	}
	slices.SortFunc(found, func(a, b Candidate) int { return strings.Compare(a.Shown, b.Shown) })
	return found
}
