package bashism

import "strings"

// A Line is the first line of a script, as in `#!/usr/bin/env -S ftsh -o bash`.
type Line struct {
	Program string // the base name of its program; "" without one
	Env     bool   // env starts the program, with the rest in words
	Rest    string // the text after the program: without env, one argument
}

// FirstLine reads a script's first line.
func FirstLine(text string) Line {
	rest, ok := strings.CutPrefix(text, "#!")
	if !ok {
		return Line{}
	}
	rest, _, _ = strings.Cut(rest, "\n")
	env := false
	for rest = strings.TrimSpace(rest); rest != ""; {
		word, after := rest, ""
		if end := strings.IndexAny(rest, " \t\r\v\f"); end >= 0 {
			word, after = rest[:end], strings.TrimSpace(rest[end:])
		}
		rest = after
		word = strings.TrimPrefix(strings.TrimPrefix(word, "--split-string="), "-S") // of env
		name := word[strings.LastIndexByte(word, '/')+1:]
		if name == "env" {
			env = true
		} else if name != "" && name[0] != '-' && !strings.Contains(name, "=") {
			return Line{name, env, rest}
		}
	}
	return Line{}
}

// Dialect reports whether a script's first line turns on the dialect of bash: it names bash, or
// passes ftsh the option bash. The shell, the formatter and the linter ask it, so all of them read
// the same language.
func Dialect(text string) bool {
	line := FirstLine(text)
	return line.Program == "bash" || line.Program == "ftsh" && givesOption(line.Rest)
}

// givesOption reports whether the last -o or +o bash in options turns it on. Its -o may end a group
// of letters, and the name may follow in the same word.
func givesOption(options string) (on bool) {
	words := strings.Fields(options)
	for i, word := range words {
		if word[0] != '-' && word[0] != '+' || strings.HasPrefix(word, "--") {
			continue
		}
		_, name, ok := strings.Cut(word, "o")
		if ok && name == "" && i+1 < len(words) {
			name = words[i+1]
		}
		if ok && name == "bash" {
			on = word[0] == '-'
		}
	}
	return on
}
