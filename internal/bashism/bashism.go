// Package bashism says what to write for what bash has and ftsh has not. The shell asks it where it fails anyway,
// and ftsh-lint before.
//
// The model: three kinds of places, a command that was not found, an expansion that no rule has, a text
// that the parser refused. Each answer is a piece of a sentence, "" where the failure has nothing to do with bash.
//
// What is not here: what is valid and means something else in ftsh (package lint). Nothing here decides what is accepted.
package bashism

import "strings"

// arrays is what to write for any use of an array.
const arrays = `there are no arrays: write set -- a b and "$@", or one word a line`

// Arithmetic is what to write for a command (( … )).
const Arithmetic = "bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell"

// Command says what to write for a command that was not found, because only bash has it.
func Command(name string) string {
	switch name {
	case "[[":
		return "bash's [[: write [ ... ] with expansions in quotes, and case for patterns"
	case "source":
		return "bash's source: write . file, with ./ before one of the working directory"
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
		return "bash's disown: jobs of & outlive the shell as they are"
	case "logout":
		return "bash's logout: write exit"
	case "suspend":
		return "bash's suspend: write kill -STOP $$"
	case "history":
		return "bash's history: write fc -l"
	case "!!":
		return "bash's !!: press Up, or write fc -s"
	case "shopt", "complete", "compgen", "compopt", "caller", "enable", "bind":
		return "bash's " + name
	}
	if before, _, ok := strings.Cut(name, "="); ok {
		variable, grows := strings.CutSuffix(before, "+")
		switch {
		case grows && isName(variable):
			return "bash's +=: write " + variable + `="$` + variable + `..."`
		case isElement(variable):
			return arrays
		}
	}
	return ""
}

// Expansion says what to write for ${name rest} that no rule has, because only bash has it.
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
	case strings.HasPrefix(rest, ":"):
		return "write cut -c, or ${" + name + "#?} and ${" + name + "%?}"
	case strings.HasPrefix(rest, "["):
		return arrays
	case strings.HasPrefix(rest, "^"), strings.HasPrefix(rest, ","):
		return "write tr '[:lower:]' '[:upper:]', or the other way round"
	case strings.HasPrefix(rest, "@"):
		return "bash's ${" + name + "@...}"
	}
	return ""
}

// Syntax says what to write for a text that the parser refused, because only bash reads it: before is the text up to the
// place, rest what stands there.
func Syntax(before, rest string) string {
	words := lastCommand(before)
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	trimmed := strings.TrimRight(before, " \t")
	if word, _, ok := strings.Cut(rest, "("); ok && (isAssignment(word) || isElement(strings.TrimRight(word, "=+"))) {
		return arrays // name+=( ) looks like a function
	}
	if fields := strings.Fields(before); strings.HasSuffix(last(fields), "(") {
		if word := strings.TrimSuffix(last(fields), "("); strings.HasSuffix(word, "=") && (isAssignment(word) || isElement(strings.TrimRight(word, "=+"))) {
			return arrays
		}
	}
	switch {
	case strings.HasPrefix(rest, "("):
		switch {
		case strings.HasSuffix(before, "=") && (isAssignment(last(words))):
			return arrays
		case strings.HasSuffix(trimmed, "<<"):
		case strings.HasSuffix(before, "<") || strings.HasSuffix(before, ">"):
			return "there is no <( ) or >( ): write a pipe, or a file of mktemp"
		case first == "for" && len(words) == 1 && strings.HasPrefix(rest, "(("):
			return "there is no for ((...)): write i=0; while [ $i -lt 3 ]; do ...; i=$((i+1)); done"
		case first == "function" || first == "[[":
			return Command(first)
		case isElement(strings.TrimRight(last(words), "=+")):
			return arrays
		}
	case strings.HasPrefix(rest, "<"):
		if strings.HasSuffix(before, "<<") {
			return "there is no <<<: write printf '%s\\n' word | command"
		}
	case strings.HasPrefix(rest, "&"):
		switch {
		case strings.HasSuffix(before, ";;"):
			return "there is no ;;&: write another case"
		case strings.HasSuffix(before, "|"):
			return "there is no |&: write 2>&1 |"
		}
	case strings.HasPrefix(rest, "}"):
		if definesFunction(before) {
			return Command("function")
		}
	case strings.HasPrefix(rest, "do"):
		if strings.HasPrefix(trimmed, "select ") || strings.Contains(trimmed, "\nselect ") {
			return Command("select")
		}
	}
	return ""
}

// lastCommand gives the words of the command that a text ends in, roughly: quotes count as any byte.
func lastCommand(before string) []string {
	from := strings.LastIndexAny(before, "\n;&|(){}") + 1
	words := strings.Fields(before[from:])
	for len(words) > 0 {
		switch words[0] {
		case "if", "then", "else", "elif", "while", "until", "do", "!", "time":
			words = words[1:]
			continue
		}
		break
	}
	return words
}

// definesFunction reports whether a function NAME { is open in a text, roughly.
func definesFunction(before string) bool {
	i := strings.LastIndex(before, "function ")
	if i < 0 || i > 0 && !strings.ContainsRune(" \t\n;&|({", rune(before[i-1])) {
		return false
	}
	words := strings.Fields(before[i:])
	return len(words) > 2 && words[2] == "{"
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
	return ok && isName(strings.TrimSuffix(variable, "+"))
}

// isElement reports whether a text names an element of an array.
func isElement(s string) bool {
	variable, rest, ok := strings.Cut(s, "[")
	return ok && isName(variable) && strings.HasSuffix(rest, "]")
}

// isName reports whether a text is a variable's name.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Interpreter reports whether a script's first line names bash.
func Interpreter(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return false
	}
	for _, word := range strings.Fields(rest) {
		name := word[strings.LastIndexByte(word, '/')+1:]
		if name != "env" && !strings.HasPrefix(name, "-") && !strings.Contains(name, "=") {
			return name == "bash"
		}
	}
	return false
}
