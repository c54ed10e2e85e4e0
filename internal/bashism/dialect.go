package bashism

import "strings"

// Dialect reports whether a script's first line says that the script is read in the dialect of
// bash: it names bash, or passes ftsh the option bash. The programs that look at scripts ask it, so
// that all of them read the same language.
func Dialect(text string) bool { return Interpreter(text) || givesOption(text) }

// givesOption reports whether a first line passes the option bash, as in
// `#!/usr/bin/env -S ftsh -o bash`.
func givesOption(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(line, "#!") {
		return false
	}
	words := strings.Fields(line)
	for i, word := range words[1:] {
		if word == "-obash" || word == "bash" && words[i] == "-o" {
			return true
		}
	}
	return false
}
