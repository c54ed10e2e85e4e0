// Package ere matches POSIX extended regular expressions (XBD 9.4) as bash's `[[ … =~ … ]]` does
// with the GNU C library.
//
// The model: [Compile] parses a text into a tree and then into a program for an automaton whose
// threads carry the places of groups. All threads go through the string in step, so a match costs
// at most the size of the program times the length of the string. Of all matches the leftmost
// counts, and of those the longest; groups are filled in the order of preference of the
// alternatives and with greedy repetitions. A group in a repetition keeps its last match.
//
// As in the C library, in addition to POSIX: \w \W \s \S \b \B \< \> \` \', empty alternatives, and
// {,n}. A repetition without anything to repeat is an error, and so is a { that begins no interval.
// A ) without its ( is an ordinary character. In brackets a backslash is one as well. ^ and $ are
// the ends of the string only; . and [^…] match a newline.
//
// Characters are UTF-8, ordered by code point. A byte of no character matches only itself.
//
// Not here: back-references, which no automaton can match. \1 to \9 are errors. Go's package regexp
// does the same job and is the oracle of tests, but linking it costs every start of the shell 10 %.
//
//	re, err := ere.Compile("^([a-z]+)=(.*)$", false)
//	re.Match("name=value")  // "name=value", "name", "value"
package ere

import "strings"

// Regexp is a compiled expression. It is immutable and safe for concurrent use.
type Regexp struct {
	code   []inst
	start  int32
	groups int
	prefix string // of every match
	fold   bool
}

// Error describes an error in an expression.
type Error struct {
	Offset int    // in bytes
	Msg    string // expected and found text
}

func (e *Error) Error() string { return e.Msg }

// Compile compiles text. With fold, letters match in either case. The error is an *Error.
func Compile(text string, fold bool) (*Regexp, error) {
	p := parser{src: text}
	n := p.alternatives(0)
	if p.err != nil {
		return nil, p.err
	}
	return compile(n, p.groups, fold)
}

// Groups returns the number of groups.
func (re *Regexp) Groups() int { return re.groups }

// Match returns the leftmost-longest match of re in s and the matches of its groups, as in
// BASH_REMATCH; nil if there is none. A group that has no part in the match is empty.
func (re *Regexp) Match(s string) []string { return re.MatchUntil(s, nil) }

// MatchUntil is Match for a long string: once stop is closed, it returns nil.
func (re *Regexp) MatchUntil(s string, stop <-chan struct{}) []string {
	places := re.places(s, stop)
	if places == nil {
		return nil
	}
	all := make([]string, re.groups+1)
	for i := range all {
		if from, to := places[2*i], places[2*i+1]; from >= 0 && to >= 0 {
			all[i] = s[from:to]
		}
	}
	return all
}

// Quote returns an expression that matches s only. It is for quoted text outside brackets.
func Quote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`\^$.|?*+(){}[`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
