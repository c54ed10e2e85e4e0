package complete

import (
	"os"
	"strings"

	"ftsh/internal/compspec"
)

// program offers the candidates of a specification for the command. It returns false if there is
// none, or if it leaves the word to others.
func (f *finder) program() bool {
	breaks := compspec.PromptBreaks(f.sh.Value("COMP_WORDBREAKS"))
	line := f.line[f.w.command:]
	point := len(line)
	line += f.restOfCommand()
	words, at, start := compspec.Words(line, point, breaks)
	if at == 0 {
		return false
	}
	command := f.w.before[0]
	return f.ask(start+f.w.command, compspec.Request{Line: line, Point: point, Words: words, Index: at,
		Command: command, Previous: words[at-1], Own: isOwn(command)})
}

// restOfCommand returns the text after the word up to the end of the command.
func (f *finder) restOfCommand() string {
	quote := f.w.quote
	if strings.IndexByte(f.after, quote) < 0 {
		quote = 0 // to be closed here
	}
	for i := 0; i < len(f.after); i++ {
		switch c := f.after[i]; {
		case c == '\\' && quote != '\'':
			i++
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte(";|&)`\n", c) >= 0:
			return f.after[:i]
		}
	}
	return f.after
}

// initial is program for the name of a command: there may be a specification for an empty line, and
// one for the first word.
func (f *finder) initial() bool {
	r := compspec.Request{Line: f.line, Point: len(f.line), Words: []string{f.raw},
		Command: compspec.InitialName, Own: true}
	if strings.Trim(f.line, " \t") == "" {
		r.Command, r.Words = compspec.EmptyName, nil
	}
	return f.ask(f.w.start, r)
}

// ask offers the answer to a request for the word from start on.
func (f *finder) ask(start int, r compspec.Request) bool {
	if f.w.quote != 0 && f.w.quoteAt >= start {
		start = f.w.quoteAt + 1
	}
	const tab = 9
	r.Type, r.Key, r.Word = tab, tab, f.line[start:]
	r.Quoted = f.w.quote != 0 || strings.ContainsAny(r.Word, `\'"`)
	result, ok := f.sh.Program(r)
	const more = compspec.BashDefault | compspec.Default
	if !ok || len(result.Candidates) == 0 && result.Options&more != 0 {
		return false
	}
	f.w.start = start
	f.ordered = result.Options&compspec.NoSort != 0
	for _, text := range result.Candidates {
		if len(f.found) == maxNames {
			break
		}
		if text == "" {
			continue
		}
		if result.Options&compspec.FileNames != 0 {
			if c := f.programmedFile(text, result.Options); !f.hides(c.Shown) {
				f.found = append(f.found, c)
			}
			continue
		}
		open := result.Options&compspec.NoSpace != 0
		c := Candidate{Text: text, Shown: strings.TrimRight(text, " "), Open: open}
		if f.w.quote != 0 && !open {
			c.Text += string(f.w.quote)
		}
		f.found = append(f.found, c)
	}
	return true
}

// hides reports whether a file is offered only after a dot.
func (f *finder) hides(name string) bool {
	typed := f.line[f.w.start:]
	return strings.HasPrefix(name, ".") && (typed == "" || typed[len(typed)-1] == '/')
}

// programmedFile returns the candidate for a file that a specification offers.
func (f *finder) programmedFile(path string, o compspec.Options) Candidate {
	slash := strings.LastIndexByte(strings.TrimRight(path, "/"), '/') + 1
	c := Candidate{Text: path, Shown: path[slash:], Open: o&compspec.NoSpace != 0}
	typed := f.line[f.w.start:]
	typed = typed[:strings.LastIndexByte(typed, '/')+1]
	switch {
	case o&compspec.NoQuote != 0:
	case typed != "" && compspec.Unquote(typed) == path[:slash]:
		c.Text = typed + quoted(path[slash:], f.w.quote, false) // with the variables and quotes in it
	default:
		c.Text = quoted(path, f.w.quote, true)
	}
	if path[0] == '-' && f.line[f.w.start:] == "" && f.w.quote == 0 {
		c.Text = "./" + c.Text // keeps it from being an option
	}
	name, ok := f.plain(path[:slash], true)
	if !ok {
		name = path[:slash]
	}
	name += path[slash:]
	if st, err := os.Stat(name); err == nil && st.IsDir() {
		c.Open = true
		if !strings.HasSuffix(path, "/") {
			c.Text, c.Shown = c.Text+"/", c.Shown+"/"
		}
	} else if f.w.quote != 0 {
		c.Text += string(f.w.quote)
	}
	return c
}

// isOwn reports whether arguments offers for a command what the shell alone knows.
func isOwn(command string) bool {
	switch command {
	case "fg", "bg", "wait", "kill", "trap", "unset", "export", "readonly", "local", "read",
		"getopts", "alias", "unalias", "command", "type", "exec", "hash", "set", "cd":
		return true
	}
	return false
}
