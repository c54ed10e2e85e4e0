package interp

import (
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/option"
	"ftsh/internal/standalone"
)

// bashPrompt expands a prompt in the dialect of bash, or the text of ${x@P}: first the sequences
// that begin with a backslash, then the expansions. The text of a sequence is not expanded.
func bashPrompt(fr *frame, name, text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return fr.promptText(name, text)
	}
	p := promptEscapes{fr: fr, rest: text}
	for p.rest != "" {
		before, after, found := strings.Cut(p.rest, `\`)
		p.out.WriteString(before)
		if p.rest = after; found {
			p.next()
		}
	}
	return fr.promptText(name, p.out.String())
}

// promptEscapes replaces the escape sequences of a prompt.
type promptEscapes struct {
	fr   *frame
	rest string
	out  strings.Builder
}

// put writes text that is to stay as it is in the expansions after it.
func (p *promptEscapes) put(text string) {
	for i := range len(text) {
		if strings.IndexByte("\\$`", text[i]) >= 0 {
			p.out.WriteByte('\\')
		}
		p.out.WriteByte(text[i])
	}
}

// next replaces the sequence whose backslash has been read.
func (p *promptEscapes) next() {
	if p.rest == "" {
		p.put(`\`)
		return
	}
	c := p.rest[0]
	if v, ok := promptOctal(p.rest); ok {
		p.rest = p.rest[3:]
		if v != 0 {
			p.put(string([]byte{v}))
		}
		return
	}
	p.rest = p.rest[1:]
	switch c {
	case '\\':
		p.out.WriteByte('\\')
	case '[', ']':
		// the text between them takes no room on the screen: the editor sees that by itself
	case 'D':
		format, rest, ok := strings.Cut(strings.TrimPrefix(p.rest, "{"), "}")
		if !ok || !strings.HasPrefix(p.rest, "{") {
			p.put(`\D`)
			return
		}
		p.rest = rest
		if format == "" {
			format = "%X"
		}
		p.put(p.time(format))
	default:
		if text, ok := p.simple(c); ok {
			p.put(text)
		} else {
			p.put(`\` + string(rune(c)))
		}
	}
}

// promptOctal reads three octal digits, the last eight bits of whose value count.
func promptOctal(s string) (byte, bool) {
	if len(s) < 3 || strings.Trim(s[:3], "01234567") != "" {
		return 0, false
	}
	v, _ := strconv.ParseUint(s[:3], 8, 16)
	return byte(v), true
}

func (p *promptEscapes) time(format string) string {
	return builtin.FormatTime(p.fr.env.vars, format, time.Now())
}

// simple returns the text of a sequence of one letter.
func (p *promptEscapes) simple(c byte) (string, bool) {
	fr := p.fr
	switch c {
	case 'a':
		return "\a", true
	case 'e':
		return "\x1b", true
	case 'n':
		return "\n", true
	case 'r':
		return "\r", true
	case 'd':
		return p.time("%a %b %d"), true
	case 't':
		return p.time("%H:%M:%S"), true
	case 'T':
		return p.time("%I:%M:%S"), true
	case '@':
		return p.time("%I:%M %p"), true
	case 'A':
		return p.time("%H:%M"), true
	case 'u':
		return userName(fr), true
	case 'h', 'H':
		host, _ := os.Hostname()
		if c == 'h' {
			host, _, _ = strings.Cut(host, ".")
		}
		return host, true
	case 's':
		return "ftsh", true
	case 'v':
		return strings.Join(strings.SplitN(standalone.BashVersion, ".", 3)[:2], "."), true
	case 'V':
		version, _, _ := strings.Cut(standalone.BashVersion, "(")
		return version, true
	case 'w':
		return trimmed(fr, p.directory()), true
	case 'W':
		if dir := p.directory(); dir == "~" {
			return dir, true
		}
		return path.Base(fr.env.pwd), true
	case '$':
		if os.Geteuid() == 0 {
			return "#", true
		}
		return "$", true
	case 'j':
		return strconv.Itoa(len(fr.env.Jobs().Listed())), true
	case 'l':
		return terminalName(), true
	case '!':
		if l := fr.sh.prompt.history; l != nil {
			return strconv.Itoa(l.Next()), true
		}
		return "1", true
	case '#':
		return strconv.Itoa(fr.sh.prompt.lines + 1), true
	}
	return "", false
}

// directory returns the working directory, with ~ for HOME.
func (p *promptEscapes) directory() string {
	dir, home := p.fr.env.pwd, p.fr.env.vars.Value("HOME")
	if home == "" || home == "/" {
		return dir
	}
	if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return dir
}

// trimmed cuts a directory to as many components at its end as PROMPT_DIRTRIM says.
func trimmed(fr *frame, dir string) string {
	keep, err := strconv.Atoi(fr.env.vars.Value("PROMPT_DIRTRIM"))
	if err != nil || keep <= 0 {
		return dir
	}
	start, rest := "", dir
	if strings.HasPrefix(dir, "~") {
		start, rest = "~/", strings.TrimPrefix(dir, "~")
	}
	parts := strings.Split(strings.Trim(rest, "/"), "/")
	if len(parts) <= keep {
		return dir
	}
	return start + ".../" + strings.Join(parts[len(parts)-keep:], "/")
}

// userName is the name of the user that the shell runs for: from /etc/passwd, else USER.
func userName(fr *frame) string {
	if f, ok := userWithID(os.Geteuid()); ok {
		return f[0]
	}
	return fr.env.vars.Value("USER")
}

// terminalName is the last part of the name of the terminal at standard input.
func terminalName() string {
	name, err := os.Readlink("/proc/self/fd/0")
	if err != nil || !strings.HasPrefix(name, "/dev/") || name == "/dev/null" {
		return "tty"
	}
	return path.Base(name)
}

// promptOf expands the prompt in a variable, in the dialect of bash as bash does.
func promptOf(fr *frame, name string) string {
	if fr.env.opts.Has(option.Bash) {
		return bashPrompt(fr, name, fr.env.vars.Value(name))
	}
	return fr.prompt(name)
}
