// Package bashism suggests what to write instead of features of bash missing in ftsh. The shell
// asks it after a failure, and ftsh-lint before.
//
// The model: a function for each kind of place: a command not found, an invalid expansion, a text
// refused by the parser, an option or operand refused by a builtin. Each answer is a piece of a
// sentence, "" if the failure has nothing to do with bash.
//
// Not here: valid text with another meaning in ftsh (package foreign). Nothing here decides whether
// text is accepted.
package bashism

import "strings"

// arrays is the suggestion for any use of an array.
const arrays = `there are no arrays: write set -- a b and "$@", or one word per line`

// DoubleParens is the suggestion for a command (( … )).
const DoubleParens = "bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell"

// Command returns the suggestion for a command found only in bash.
func Command(name string) string {
	switch name {
	case "[[":
		return "bash's [[: write [ ... ] with expansions in quotes, and case for patterns"
	case "source":
		return "bash's source: write . file, or . ./file for a file in the working directory"
	case "function":
		return "bash's function: write name() { ...; }"
	case "let":
		return "bash's let: write x=$((...))"
	case "declare", "typeset":
		return "bash's " + name + ": write x=..., local, export or readonly"
	case "mapfile", "readarray":
		return "bash's " + name + ": write while read -r line; do ...; done <file"
	case "pushd", "popd", "dirs":
		return "bash's " + name + ": write (cd dir && ...)"
	case "select":
		return "bash's select: write printf and read"
	case "coproc":
		return "bash's coproc: write mkfifo and a command with &"
	case "disown":
		return "bash's disown: leave it out; jobs started with & outlive the shell"
	case "logout":
		return "bash's logout: write exit"
	case "suspend":
		return "bash's suspend: write kill -STOP $$"
	case "history":
		return "bash's history: write fc -l"
	case "!!":
		return "bash's !!: press Up, or write fc -s"
	case "shopt":
		return "bash's shopt: leave it out; " +
			"instead of nullglob write for f in *.c; do [ -e \"$f\" ] || continue; ...; done"
	case "builtin":
		return "bash's builtin: write command"
	case "caller":
		return "bash's caller: write $LINENO, or $FTSH_ERROR in a catch list"
	case "complete", "compgen", "compopt", "enable", "bind":
		return "bash's " + name + ": leave it out"
	}
	if before, _, ok := strings.Cut(name, "="); ok {
		variable, grows := strings.CutSuffix(before, "+")
		switch {
		case grows && IsName(variable):
			return "bash's +=: write " + variable + `="$` + variable + `..."`
		case isElement(variable):
			return arrays
		}
	}
	return ""
}

// ArithmeticCommand returns the suggestion for the first word of (( expression )), not found as a
// command.
func ArithmeticCommand(name string) string {
	for _, step := range []string{"++", "--"} {
		variable := strings.TrimPrefix(strings.TrimSuffix(name, step), step)
		if variable != name && IsName(variable) {
			return "bash's ((" + name + ")): write " + variable + "=$((" + variable + " " +
				step[:1] + " 1))"
		}
	}
	if instead := Command(name); instead != "" && !strings.Contains(name, "=") {
		return instead
	}
	return "(( )) is a subshell in a subshell: write [ $((...)) -ne 0 ], or x=$((...))"
}

// Expansion returns the suggestion for an invalid ${name rest} valid only in bash.
func Expansion(name, rest string) string {
	switch name {
	case "":
		return ""
	case "!":
		return `write eval "x=\$$name"`
	}
	switch {
	case strings.HasPrefix(rest, "/"):
		return "write sed, or ${" + name + "#...} and ${" + name + "%...}"
	case strings.HasPrefix(rest, ":") && (name == "@" || name == "*"):
		return "write shift, and \"$@\""
	case strings.HasPrefix(rest, ":"):
		return "write cut -c, or ${" + name + "#?} and ${" + name + "%?}"
	case strings.HasPrefix(rest, "["):
		return arrays
	case strings.HasPrefix(rest, "^"), strings.HasPrefix(rest, ","):
		return "write tr '[:lower:]' '[:upper:]', or the reverse"
	case strings.HasPrefix(rest, "@"):
		return "bash's ${" + name + "@...}"
	}
	return ""
}

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// isAssignment reports whether a word is name= or name+=.
func isAssignment(word string) bool {
	variable, ok := strings.CutSuffix(word, "=")
	return ok && IsName(strings.TrimSuffix(variable, "+"))
}

// isElement reports whether a text names an element of an array.
func isElement(s string) bool {
	variable, rest, ok := strings.Cut(s, "[")
	return ok && IsName(variable) && strings.HasSuffix(rest, "]")
}

// IsName reports whether a text is a variable's name.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') &&
			(i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Interpreter reports whether a script's first line names bash.
func Interpreter(text string) bool {
	return FirstLine(text).Program == "bash"
}
