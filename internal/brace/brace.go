// Package brace does bash's brace expansion: `a{b,c}d` is the two words abd and acd, and `{1..3}`
// the three words 1, 2 and 3.
//
// The model: a word is a list of parts, unquoted text or a reference to something that the
// expansion takes as a whole: quoted text, an escaped character, `$x`, `$(…)`. [Expand] returns
// words of the same kind of parts, in the order of bash. It happens before all other expansions, so
// the results are words of a script, not values.
//
// Braces without a comma or a sequence between them are text, and so are braces without partners:
// `{}`, `{x}`, `{a,b`. A sequence has two numbers or two letters and perhaps a step; numbers are
// filled up with zeros if one of them begins with 0.
//
// Here `$x{a,b}` is $x followed by a or b. In bash, which expands the text of a word, it is $xa and
// $xb.
//
//	brace.Expand([]brace.Part{{Text: "x{1..3}"}, {Ref: 7}})  // x1, x2 and x3, each with part 7
package brace

import "strings"

// Part is a part of a word.
type Part struct {
	Text string // unquoted text
	Ref  int    // if not 0, the caller's number for a part without text
	Pos  int    // where the text begins; of a sequence's item, the position of the sequence
}

// Error says that an expansion is too large.
type Error struct {
	Pos int // of the braces
}

func (e *Error) Error() string {
	return "brace expansion makes more than 1000000 words: use a loop that counts"
}

const (
	maxWords = 1_000_000
	maxParts = 4_000_000 // of all words
	maxSteps = 1 << 24   // for finding the partners of braces
)

// Expand expands the braces of a word. The result is nil if there is nothing to expand. Empty words
// are among the results: bash leaves them to the removal of empty fields. Neither time nor memory
// grows beyond a bound; the error is an *Error.
//
// The result means nothing once done is closed: Expand then returns soon.
func Expand(word []Part, done <-chan struct{}) ([][]Part, error) {
	if !open(word) {
		return nil, nil
	}
	x := newExpander(word)
	x.done = done
	words := x.expand(0, len(x.src))
	switch {
	case x.err != nil:
		return nil, x.err
	case !x.expanded:
		return nil, nil
	}
	return words, nil
}

// Has reports whether word has braces that may be expanded: Expand does nothing to other words.
func Has(word []Part) bool {
	if !open(word) {
		return false
	}
	x := newExpander(word)
	at, _ := x.find(0, len(x.src))
	return at < len(x.src) || x.err != nil
}

// open reports whether word has an opening brace.
func open(word []Part) bool {
	for _, p := range word {
		if p.Ref == 0 && strings.IndexByte(p.Text, '{') >= 0 {
			return true
		}
	}
	return false
}

func newExpander(word []Part) *expander {
	x := &expander{word: word}
	var src strings.Builder
	for _, p := range word {
		x.starts = append(x.starts, src.Len())
		if p.Ref != 0 {
			src.WriteByte(whole)
		} else {
			src.WriteString(strings.ReplaceAll(p.Text, string(rune(whole)), ""))
		}
	}
	x.src = src.String()
	return x
}

// whole stands for a part with a Ref in the text of a word. No text of a script has this byte.
const whole = 0

// An expander works on the text of a word, in which every other part is one byte.
type expander struct {
	word     []Part
	src      string
	starts   []int // of the parts in src
	steps    int
	parts    int // made so far
	expanded bool
	err      error
	done     <-chan struct{}
	looked   int // steps and parts at the last look at done
}

// stopped looks whether done is closed, from time to time.
func (x *expander) stopped() bool {
	const often = 1 << 12
	if x.steps+x.parts < x.looked+often {
		return false
	}
	x.looked = x.steps + x.parts
	select {
	case <-x.done:
		x.fail(0)
		return true
	default:
		return false
	}
}

func (x *expander) fail(at int) {
	if x.err == nil {
		x.err = &Error{x.pos(at)}
	}
}

// part returns the index of the part with src[at].
func (x *expander) part(at int) int {
	lo, hi := 0, len(x.starts)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; x.starts[mid] <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func (x *expander) pos(at int) int {
	i := x.part(at)
	return x.word[i].Pos + at - x.starts[i]
}

// text returns src[lo:hi] as parts.
func (x *expander) text(lo, hi int) []Part {
	if lo == hi {
		return nil
	}
	var parts []Part
	for i := x.part(lo); i < len(x.word) && x.starts[i] < hi; i++ {
		p := x.word[i]
		if p.Ref == 0 {
			from, to := max(lo, x.starts[i]), hi
			if i+1 < len(x.starts) {
				to = min(to, x.starts[i+1])
			}
			if from >= to {
				continue
			}
			p = Part{Text: x.src[from:to], Pos: x.pos(from)}
		}
		parts = append(parts, p)
	}
	return parts
}

// expand returns the words of src[lo:hi].
func (x *expander) expand(lo, hi int) [][]Part {
	words := [][]Part{nil}
	for x.err == nil {
		open, end := x.find(lo, hi)
		words = x.product(words, [][]Part{x.text(lo, open)}, lo)
		if open == hi {
			break
		}
		words = x.product(words, x.braces(open, end), open)
		lo = end + 1
	}
	return words
}

// find returns the next opening brace of src[lo:hi] with a partner, and the partner; or hi.
func (x *expander) find(lo, hi int) (open, end int) {
	for i := lo; ; i++ {
		if i = x.scan(i, hi, lo, '{'); i == hi {
			return hi, hi
		}
		if end = x.scan(i+1, hi, lo, '}'); end < hi {
			return i, end
		}
	}
}

// scan returns the index of the next stop in src[i:hi] outside inner braces, or hi. A closing brace
// is one only if a comma or two dots come before it. An opening one at start, the start of the
// word, is none before a closing one.
func (x *expander) scan(i, hi, start int, stop byte) int {
	level, separated := 0, stop != '}'
	for ; i < hi; i++ {
		if x.steps++; x.steps > maxSteps {
			x.fail(start)
			return hi
		}
		if x.stopped() {
			return hi
		}
		c := x.src[i]
		if c == stop && level == 0 && separated {
			if c == '{' && i == start && i+1 < hi && x.src[i+1] == '}' {
				i++
				continue
			}
			return i
		}
		switch {
		case c == '{':
			level++
		case c == '}' && level > 0:
			level--
		case level > 0:
		case c == ',', c == '.' && i+2 < hi && x.src[i+1] == '.' && x.src[i+2] != '}':
			separated = true
		}
	}
	return hi
}

// braces returns the words of the braces at open and end.
func (x *expander) braces(open, end int) [][]Part {
	lo := open + 1
	if strings.IndexByte(x.src[lo:end], ',') < 0 {
		words, ok := x.sequence(x.src[lo:end], open)
		if !ok {
			return [][]Part{x.text(open, end+1)}
		}
		x.expanded = true
		return words
	}
	x.expanded = true
	var words [][]Part
	for x.err == nil {
		comma := x.scan(lo, end, lo, ',')
		words = append(words, x.expand(lo, comma)...)
		if len(words) > maxWords {
			x.fail(open)
		}
		if comma == end {
			break
		}
		lo = comma + 1
	}
	return words
}

// product returns each word of a followed by each of b.
func (x *expander) product(a, b [][]Part, at int) [][]Part {
	switch {
	case x.err != nil:
		return a
	case len(a) == 1 && len(a[0]) == 0:
		return b
	case len(b) == 1 && len(b[0]) == 0:
		return a
	case len(a)*len(b) > maxWords:
		x.fail(at)
		return a
	}
	words := make([][]Part, 0, len(a)*len(b))
	for _, p := range a {
		for _, q := range b {
			if x.parts += len(p) + len(q); x.parts > maxParts {
				x.fail(at)
				return a
			}
			if x.stopped() {
				return a
			}
			words = append(words, append(append(make([]Part, 0, len(p)+len(q)), p...), q...))
		}
	}
	return words
}
