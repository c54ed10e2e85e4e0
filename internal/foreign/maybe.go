package foreign

import (
	"strings"

	"ftsh/internal/bashism"
)

// mayBeOriginal reports whether a text could contain a construct found by Original. It looks at
// bytes, since a search of the tree costs as much as the check of the script: nearly all scripts have
// none of these constructs, but many have arrows and the word function in comments and messages.
func mayBeOriginal(text string) bool {
	return mayHave(text, "->", isArrow) || mayHave(text, "-<", isArrow) ||
		mayHave(text, "function", isFunction) || mayHave(text, ".", isOperator)
}

// mayHave reports whether is holds for the text around an occurrence of sign, outside comments.
func mayHave(text, sign string, is func(text string, at int) bool) bool {
	for at := 0; ; at += len(sign) {
		i := strings.Index(text[at:], sign)
		if i < 0 {
			return false
		}
		at += i
		if is(text, at) && !inComment(text, at) {
			return true
		}
	}
}

// isArrow reports whether the - at a place, perhaps with a digit before it, begins a word, and the
// redirection after it has a name as its target.
func isArrow(text string, at int) bool {
	begin := at
	if begin > 0 && text[begin-1] >= '0' && text[begin-1] <= '2' {
		begin--
	}
	if begin == 0 || !isSpace(text[begin-1]) {
		return false
	}
	rest := strings.TrimLeft(text[at+1:], "<>&|")
	for {
		rest = strings.TrimLeft(rest, " \t")
		after, continued := strings.CutPrefix(rest, "\\\n")
		if !continued {
			break
		}
		rest = after
	}
	end := strings.IndexAny(rest, " \t\n;&|()<>`\\")
	if end < 0 {
		end = len(rest)
	}
	return bashism.IsName(rest[:end]) && (end == len(rest) || rest[end] != '\\' ||
		strings.HasPrefix(rest[end:], "\\\n"))
}

// isFunction reports whether the word function at a place begins a line or a command, and one word
// follows in it.
func isFunction(text string, at int) bool {
	before := strings.TrimRight(text[:at], " \t")
	after := text[at+len("function"):]
	if after == "" || after[0] != ' ' && after[0] != '\t' {
		return false
	}
	if before != "" && strings.IndexByte("\n;&\\", before[len(before)-1]) < 0 {
		return false
	}
	after = strings.TrimLeft(after, " \t")
	name := strings.IndexAny(after, " \t\n;&|()<>`\\")
	if name < 0 {
		return true
	}
	after = strings.TrimLeft(after[name:], " \t")
	return after == "" || strings.IndexByte("\n;#\\", after[0]) >= 0
}

// isOperator reports whether the dot at a place begins a word such as .lt.
func isOperator(text string, at int) bool {
	if at > 0 && !isSpace(text[at-1]) && strings.IndexByte(";&|()`{", text[at-1]) < 0 {
		return false
	}
	end := at + 1
	for end < len(text) && text[end] >= 'a' && text[end] <= 'z' {
		end++
	}
	return end-at > 2 && end < len(text) && text[end] == '.' && operator(text[at:end+1]) != ""
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// inComment reports whether a place is surely not one of a command, since a # begins a word before
// it in the line. Quotes, substitutions and continued lines before it make the line's own look
// unreliable.
func inComment(text string, at int) bool {
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	line := text[begin:at]
	if strings.ContainsAny(line, "'\"`\\") || strings.Contains(line, "$(") ||
		begin > 1 && text[begin-2] == '\\' {
		return false
	}
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || isSpace(line[i-1])) {
			return true
		}
	}
	return false
}
