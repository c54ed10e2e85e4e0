package complete

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"ftsh/internal/compspec"
)

// A wanted reports whether to offer a file, given its path.
type wanted func(path string, dir bool) bool

func isAny(string, bool) bool              { return true }
func isDirectory(_ string, dir bool) bool  { return dir }
func isCommand(path string, dir bool) bool { return dir || isProgram(path) }
func isProgram(path string) bool {
	const executable = 1 // X_OK
	return syscall.Access(path, executable) == nil
}

// maxNames bounds the number of candidates.
const maxNames = 10000

// files offers files. The word stays as written up to its last slash.
func (f *finder) files(want wanted) {
	base := strings.LastIndexByte(f.raw, '/') + 1
	written := f.raw[:base]
	part, ok := f.plain(f.raw[base:], false)
	if !ok {
		return
	}
	if base == 0 && f.w.quote == 0 && strings.HasPrefix(f.raw, "~") {
		f.users()
		return
	}
	dir, ok := f.plain(written, true)
	if !ok {
		return
	}
	if dir == "" {
		dir = "."
	}
	quote := f.w.quote
	opened := ""
	if quote != 0 && f.w.quoteAt >= f.w.start+base {
		opened = string(quote)
	}
	for _, e := range entries(dir) {
		name := e.Name()
		if !strings.HasPrefix(name, part) || part == "" && name[0] == '.' {
			continue
		}
		path := filepath.Join(dir, name)
		isDir := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			st, err := os.Stat(path)
			isDir = err == nil && st.IsDir()
		}
		if !want(path, isDir) {
			continue
		}
		before := written
		if before == "" && opened == "" && name[0] == '-' && part == "" {
			before = "./" // keeps it from being an option
		}
		c := Candidate{Text: before + opened + quoted(name, quote, before == ""), Shown: name}
		if isDir {
			c.Text, c.Shown, c.Open = c.Text+"/", name+"/", true
		} else if quote != 0 {
			c.Text += string(quote)
		}
		f.found = append(f.found, c)
		if len(f.found) == maxNames {
			return
		}
	}
}

// entries returns the entries of a directory, as far as it can be read.
func entries(dir string) []os.DirEntry {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	all, _ := d.ReadDir(maxNames)
	return all
}

// users offers home directories.
func (f *finder) users() {
	for _, name := range compspec.Users() {
		if strings.HasPrefix("~"+name, f.raw) {
			f.found = append(f.found, Candidate{Text: "~" + name + "/", Shown: "~" + name,
				Open: true})
		}
	}
}

// programs offers the programs in PATH.
func (f *finder) programs() {
	part, ok := f.plain(f.raw, false)
	path, set := f.sh.Value("PATH")
	if !ok || !set || part == "" && f.w.quote != 0 {
		return
	}
	opened := ""
	if f.w.quote != 0 {
		opened = string(f.w.quote)
	}
	for _, name := range (compspec.Place{Dir: -1}).Programs(path, part) {
		f.found = append(f.found, Candidate{Text: opened + quoted(name, f.w.quote, true) + opened,
			Shown: name})
		if len(f.found) == maxNames {
			return
		}
	}
}

// plain returns a part of a word without its quotes. In a directory it expands a tilde and
// variables. If the part has anything more, its text is not known: false.
func (f *finder) plain(raw string, dir bool) (string, bool) {
	var b strings.Builder
	quote := byte(0)
	if f.w.quote != 0 && f.w.quoteAt < f.w.start+len(f.raw)-len(raw) && !dir {
		quote = f.w.quote // opened before this part
	}
	if dir && strings.HasPrefix(raw, "~") {
		name, rest, _ := strings.Cut(raw, "/")
		home, ok := f.home(name[1:])
		if !ok {
			return "", false
		}
		b.WriteString(strings.TrimRight(home, "/") + "/")
		raw = rest
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quote == '\'' && c == '\'', quote == '"' && c == '"':
			quote = 0
		case quote == '\'':
			b.WriteByte(c)
		case c == '\\' && i+1 < len(raw):
			i++
			if quote == '"' && strings.IndexByte("$`\"\\", raw[i]) < 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(raw[i])
		case c == '\\':
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == '$':
			value, n := f.variable(raw[i+1:])
			if n == 0 {
				return "", false
			}
			b.WriteString(value)
			i += n
		case c == '`', quote == 0 && strings.IndexByte("*?[", c) >= 0:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// variable returns the value of the variable at the beginning of a text after $, and the length of
// its name there; 0 if it is something else.
func (f *finder) variable(text string) (string, int) {
	braced := strings.HasPrefix(text, "{")
	from := 0
	if braced {
		from = 1
	}
	end := from
	for end < len(text) && (text[end] == '_' || isAlnum(text[end])) {
		end++
	}
	if end == from || text[from] <= '9' || braced && (end == len(text) || text[end] != '}') {
		return "", 0
	}
	value, _ := f.sh.Value(text[from:end])
	if braced {
		end++
	}
	return value, end
}

// home returns a user's home directory, or one's own.
func (f *finder) home(user string) (string, bool) {
	if user == "" {
		return f.sh.Value("HOME")
	}
	text, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(line, ":"); len(fields) > 5 && fields[0] == user {
			return fields[5], true
		}
	}
	return "", false
}

// quoted quotes a name: inside an open quote, or without one. starts is true at the beginning of a
// word.
func quoted(name string, quote byte, starts bool) string {
	switch quote {
	case '\'':
		return strings.ReplaceAll(name, `'`, `'\''`)
	case '"':
		return escape(name, "$`\"\\")
	}
	for _, r := range name {
		if unicode.IsControl(r) { // also a newline, which a backslash would remove
			return "'" + strings.ReplaceAll(name, `'`, `'\''`) + "'"
		}
	}
	text := escape(name, " \\'\"$`&|;<>()*?[]!{}")
	if starts && (name[0] == '~' || name[0] == '#') {
		text = `\` + text
	}
	return text
}

func escape(name, special string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if strings.IndexByte(special, name[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
