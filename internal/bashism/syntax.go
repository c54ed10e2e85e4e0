package bashism

import "strings"

// Syntax returns the suggestion for a text refused by the parser but valid in bash. before is the
// text up to the place, rest the text from there on.
func Syntax(before, rest string) string {
	words := lastCommand(before)
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	trimmed := strings.TrimRight(before, " \t")
	if word, _, ok := strings.Cut(rest, "("); ok &&
		(isAssignment(word) || isElement(strings.TrimRight(word, "=+"))) {
		return arrays // name+=( ) looks like a function
	}
	if fields := strings.Fields(before); strings.HasSuffix(last(fields), "(") {
		if word := strings.TrimSuffix(last(fields), "("); strings.HasSuffix(word, "=") &&
			(isAssignment(word) || isElement(strings.TrimRight(word, "=+"))) {
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
			return "there is no <( ) or >( ): write a pipe, or a file from mktemp"
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
	return line(before, rest)
}

// line returns the suggestion for a text refused by the parser, from the line of the place: a
// construct of bash may begin well before the place where sh fails.
func line(before, rest string) string {
	open := before[strings.LastIndexByte(before, '\n')+1:]
	trimmed := strings.TrimRight(before, " \t")
	switch {
	case strings.HasPrefix(rest, "<("), strings.HasPrefix(rest, ">("):
		return "there is no <( ) or >( ): write a pipe, or a file from mktemp"
	case strings.HasPrefix(rest, "[["), strings.HasPrefix(rest, "]]"), inside(open, "[[", "]]"):
		return Command("[[")
	case strings.HasPrefix(rest, "(") && inside(open, "((", "))"):
		return "there is no ((...)): write [ $((...)) -ne 0 ], or x=$((...))"
	case strings.HasPrefix(rest, "(") && before != "" &&
		strings.IndexByte("@!+?*", before[len(before)-1]) >= 0:
		return "there are no patterns such as @(a|b): write case with a | b"
	case strings.HasPrefix(rest, "}") && opens(before, "coproc"):
		return Command("coproc")
	case strings.HasPrefix(rest, "{") && strings.HasSuffix(trimmed, ";") && opens(open, "for"):
		return "write do and done instead of { and }"
	case strings.HasPrefix(rest, "then"), strings.HasPrefix(rest, "do"):
		if opens(open, "function") {
			return Command("function")
		}
	}
	return ""
}

// inside reports whether a line has an unclosed opening, as a word of its own.
func inside(line, open, closing string) bool {
	i := strings.LastIndex(line, open)
	return i >= 0 && (i == 0 || strings.IndexByte(" \t;&|!", line[i-1]) >= 0) &&
		!strings.Contains(line[i:], closing)
}

// opens reports whether the last command of a text that begins with a word is still open, roughly.
func opens(text, word string) bool {
	i := strings.LastIndex(text, word+" ")
	return i >= 0 && (i == 0 || strings.IndexByte(" \t\n;&|({", text[i-1]) >= 0) &&
		!strings.Contains(text[i:], "}") && !strings.Contains(text[i:], "done")
}

// lastCommand returns the words of the last command of a text, roughly: quotes count as any byte.
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
