package syntax

// Classes of bytes.
const (
	isMeta    = 1 << iota // ends a word
	isSpecial             // is not itself in a word: quoting and expansions
	isDquote              // is not itself in double quotes
	isName                // letter, digit or underscore
	isDigit
)

var class = [256]uint8{
	' ': isMeta, '\t': isMeta, '\n': isMeta, ';': isMeta, '&': isMeta, '|': isMeta,
	'<': isMeta, '>': isMeta, '(': isMeta, ')': isMeta,
	'\'': isSpecial, '~': isSpecial,
	'"': isSpecial | isDquote, '\\': isSpecial | isDquote, '$': isSpecial | isDquote,
	'`': isSpecial | isDquote,
	'_': isName,
	'0': isName | isDigit, '1': isName | isDigit, '2': isName | isDigit, '3': isName | isDigit,
	'4': isName | isDigit,
	'5': isName | isDigit, '6': isName | isDigit, '7': isName | isDigit, '8': isName | isDigit,
	'9': isName | isDigit,
	'a': isName, 'b': isName, 'c': isName, 'd': isName, 'e': isName, 'f': isName, 'g': isName,
	'h': isName, 'i': isName,
	'j': isName, 'k': isName, 'l': isName, 'm': isName, 'n': isName, 'o': isName, 'p': isName,
	'q': isName, 'r': isName,
	's': isName, 't': isName, 'u': isName, 'v': isName, 'w': isName, 'x': isName, 'y': isName,
	'z': isName,
	'A': isName, 'B': isName, 'C': isName, 'D': isName, 'E': isName, 'F': isName, 'G': isName,
	'H': isName, 'I': isName,
	'J': isName, 'K': isName, 'L': isName, 'M': isName, 'N': isName, 'O': isName, 'P': isName,
	'Q': isName, 'R': isName,
	'S': isName, 'T': isName, 'U': isName, 'V': isName, 'W': isName, 'X': isName, 'Y': isName,
	'Z': isName,
}

func digit(c byte) bool     { return class[c]&isDigit != 0 }
func nameStart(c byte) bool { return class[c]&(isName|isDigit) == isName }

// isVariable reports whether s is a name (XCU 3.216): letters, digits and
// underscores, not starting with a digit.
func isVariable(s string) bool {
	if s == "" || !nameStart(s[0]) {
		return false
	}
	for i := range len(s) {
		if class[s[i]]&isName == 0 {
			return false
		}
	}
	return true
}

// A keyword is a reserved word, or a word that may open or divide a block.
type keyword uint8

const (
	kwNone keyword = iota
	kwNot
	kwLbrace
	kwRbrace
	kwCase
	kwDo
	kwDone
	kwElif
	kwElse
	kwEsac
	kwFi
	kwFor
	kwIf
	kwIn
	kwThen
	kwUntil
	kwWhile
	kwTime
	kwTry // from here on only if Options.Blocks is set
	kwForany
	kwForall
	kwCatch
	kwCheck
	kwSense
	kwEnd
	kwDblBracket // from here on only if Options.Bash is set
	kwFunction
	kwSelect
	kwCoproc
)

// keywordOf looks a word up.
func keywordOf(s string) keyword {
	switch len(s) {
	case 1:
		switch s[0] {
		case '!':
			return kwNot
		case '{':
			return kwLbrace
		case '}':
			return kwRbrace
		}
	case 2, 3, 4, 5, 6:
		switch s {
		case "case":
			return kwCase
		case "do":
			return kwDo
		case "done":
			return kwDone
		case "elif":
			return kwElif
		case "else":
			return kwElse
		case "esac":
			return kwEsac
		case "fi":
			return kwFi
		case "for":
			return kwFor
		case "if":
			return kwIf
		case "in":
			return kwIn
		case "then":
			return kwThen
		case "until":
			return kwUntil
		case "while":
			return kwWhile
		case "time":
			return kwTime
		case "try":
			return kwTry
		case "forany":
			return kwForany
		case "forall":
			return kwForall
		case "catch":
			return kwCatch
		case "check":
			return kwCheck
		case "sense":
			return kwSense
		case "end":
			return kwEnd
		}
	}
	return kwNone
}

// bashKeywordOf looks up a word that keywordOf has not found, in the dialect of bash. Its words are
// apart, so that other text pays nothing for them.
func bashKeywordOf(s string) keyword {
	switch s {
	case "[[":
		return kwDblBracket
	case "function":
		return kwFunction
	case "select":
		return kwSelect
	case "coproc":
		return kwCoproc
	}
	return kwNone
}

// IsReserved reports whether s is a reserved word (XCU 2.4), time included. The words of blocks are
// not: their meaning depends on the words after them.
func IsReserved(s string) bool {
	k := keywordOf(s)
	return k != kwNone && k <= kwTime
}

// isSpecialBuiltin reports whether name is a special built-in utility (XCU 2.15). No function may
// have such a name.
func isSpecialBuiltin(name string) bool {
	switch name {
	case ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly",
		"return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}
