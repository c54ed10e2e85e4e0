package interp

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/history"
	"ftsh/internal/option"
	"ftsh/internal/pattern"
)

// remembering reports whether commands go into the history: in the dialect of bash only with the
// option history.
func remembering(e *environment) bool {
	return !e.opts.Has(option.Bash) || e.opts.Has(option.Commands)
}

// history returns the list of the commands, in a subshell a copy of its own; nil if there is none.
// In the dialect of bash a script has one.
func (e *environment) history() *history.List {
	b := e.bash
	if b == nil || !e.opts.Has(option.Bash) {
		return e.sh.prompt.history
	}
	switch {
	case b.past != nil && b.pastLevel == b.level:
	case b.past != nil:
		b.past, b.pastLevel = b.past.Clone(), b.level
	case e.sh.prompt.history != nil && !e.subshell:
		return e.sh.prompt.history
	case e.sh.prompt.history != nil:
		b.past, b.pastLevel = e.sh.prompt.history.Clone(), b.level
	default:
		b.past, b.pastLevel = history.NewBash(), b.level
	}
	if e.sh.prompt.history == nil {
		b.past.Resize(historySize(e, "HISTSIZE"))
	}
	return b.past
}

// historySize returns the value of HISTSIZE or HISTFILESIZE. Any other value than a number is none.
func historySize(e *environment, name string) int {
	n, err := strconv.ParseUint(e.vars.Value(name), 10, 31)
	if err != nil {
		return history.Unlimited
	}
	return int(n)
}

// startHistory reads HISTFILE into the history of a script, when `set -o history` begins it.
func startHistory(e *environment) {
	if e.sh.prompt.history != nil {
		return
	}
	for _, name := range []string{"HISTSIZE", "HISTFILESIZE"} {
		if _, ok := e.vars.Lookup(name); !ok {
			_ = e.vars.Assign(name, "500")
		}
	}
	l := e.history()
	if path := historyPath(e); path != "" && !l.Fresh() {
		_ = l.Read(path) // it need not exist
	}
}

// historyPath returns the absolute path of HISTFILE, or "".
func historyPath(e *environment) string {
	path := e.vars.Value("HISTFILE")
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(e.pwd, path)
	}
	return path
}

// saveHistory writes the new commands of a script to HISTFILE at its end.
func saveHistory(e *environment) {
	if e.bash == nil || e.bash.past == nil || !e.opts.Has(option.Commands) ||
		!e.opts.Has(option.Bash) || e.sh.prompt.history != nil {
		return
	}
	l, path := e.history(), historyPath(e)
	if path == "" || !l.Fresh() {
		return
	}
	_, times := e.vars.Lookup("HISTTIMEFORMAT")
	if l.WriteNew(path, times) == nil {
		if size := historySize(e, "HISTFILESIZE"); size != history.Unlimited {
			_ = history.Shorten(path, size)
		}
	}
}

// entersHistory reports whether a command may go into the list, by HISTCONTROL and HISTIGNORE, and
// erases equal ones if HISTCONTROL says so. Only the first line of the command counts.
func entersHistory(e *environment, l *history.List, text string) bool {
	value, set := e.vars.Lookup("HISTCONTROL")
	if !set && e.sh.prompt.history != nil {
		value = "ignorespace" // as at the prompt of POSIX
	}
	control := strings.Split(value, ":")
	both := slices.Contains(control, "ignoreboth")
	if (both || slices.Contains(control, "ignorespace")) && (text[0] == ' ' || text[0] == '\t') {
		return false
	}
	last := ""
	if _, all := l.All(); len(all) > 0 {
		last = all[len(all)-1].Text
	}
	if (both || slices.Contains(control, "ignoredups")) && text == last {
		return false
	}
	first, _, _ := strings.Cut(text, "\n")
	for _, p := range strings.Split(e.vars.Value("HISTIGNORE"), ":") {
		if p == "" {
			continue
		}
		p = strings.ReplaceAll(p, "&", quotedPattern(last))
		o := pattern.Options{Extended: e.shopts.Has(option.ExtGlob), Caret: true}
		if pattern.CompileWith(p, o).Match(first) {
			return false
		}
	}
	if slices.Contains(control, "erasedups") {
		l.Erase(text)
	}
	return true
}

// quotedPattern returns a pattern that matches s alone.
func quotedPattern(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte('\\')
		b.WriteByte(s[i])
	}
	return b.String()
}

// historyExpander expands references to commands by histchars and the options.
func (e *environment) historyExpander(l *history.List) *history.Expander {
	x := l.Expander()
	marks, ok := e.vars.Lookup("histchars")
	if !ok {
		marks = history.DefaultMarks
	}
	x.Marks = [3]byte{}
	copy(x.Marks[:], marks)
	x.Extglob = e.shopts.Has(option.ExtGlob)
	x.Posix = e.opts.Has(option.Posix)
	return x
}

// historyNumber is HISTCMD.
func historyNumber(e *environment) int {
	if e.sh.prompt.history == nil && e.bash.past == nil {
		return 1
	}
	return e.history().Number()
}
