package ere

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A node of an expression's tree.
type node struct {
	kind     kind
	char     rune
	set      *set
	subs     []*node
	group    int  // number of a group
	min, max int  // of a repetition; max -1 is none
	nullable bool // the empty string matches
}

type kind uint8

const (
	emptyNode   kind = iota
	charNode         // char
	anyNode          // every character
	bracketNode      // set
	concatNode       // subs
	choiceNode       // subs
	groupNode        // subs[0]
	repeatNode       // subs[0]
	// Places without a character.
	textStart
	textEnd
	wordEdge
	noWordEdge
	wordStart
	wordEnd
)

const (
	maxRepeat  = 32767 // RE_DUP_MAX of the C library
	maxNesting = 1000  // of groups
)

// badByte is added to a byte that is part of no character, to tell it from all characters.
const badByte = utf8.MaxRune + 1

// decode returns the first character of s and its width; s is not empty.
func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	r, w := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && w == 1 {
		return badByte + rune(s[0]), 1
	}
	return r, w
}

type parser struct {
	src    string
	i      int
	groups int
	err    *Error
}

func (p *parser) fail(offset int, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{offset, fmt.Sprintf(format, args...)}
	}
	p.i = len(p.src)
}

func (p *parser) peek() byte {
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

// alternatives reads to the end of the text or of a group.
func (p *parser) alternatives(depth int) *node {
	n := &node{kind: choiceNode}
	for {
		sub := p.sequence(depth)
		n.subs = append(n.subs, sub)
		n.nullable = n.nullable || sub.nullable
		if p.peek() != '|' {
			break
		}
		p.i++
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

func (p *parser) sequence(depth int) *node {
	n := &node{kind: concatNode, nullable: true}
	for p.i < len(p.src) && p.peek() != '|' && !(p.peek() == ')' && depth > 0) {
		at := p.i
		piece := p.piece(depth)
		for n := 0; p.i < len(p.src) && strings.IndexByte("*+?{", p.peek()) >= 0; n++ {
			if piece.kind == textStart && p.src[p.i-1] == '^' {
				break
			}
			if n == maxNesting {
				p.fail(p.i, "more than %d repetitions of repetitions", maxNesting)
				break
			}
			piece = p.repetition(piece)
		}
		if p.err != nil {
			return n
		}
		if p.i == at {
			p.fail(at, "expected something to repeat before %q", p.src[at:at+1])
			return n
		}
		n.subs = append(n.subs, piece)
		n.nullable = n.nullable && piece.nullable
	}
	return n
}

// piece reads what a repetition may follow.
func (p *parser) piece(depth int) *node {
	at := p.i
	c := p.peek()
	switch c {
	case '*', '+', '?', '{':
		p.fail(at, "expected something to repeat before %q", string(c))
		return &node{}
	case '(':
		return p.group(depth)
	case '[':
		p.i++
		return p.bracket()
	case '\\':
		return p.escape()
	}
	r, w := decode(p.src[p.i:])
	p.i += w
	switch c {
	case '.':
		return &node{kind: anyNode}
	case '^':
		return place(textStart)
	case '$':
		return place(textEnd)
	}
	return &node{kind: charNode, char: r}
}

// place returns a node that matches the empty string at some places.
func place(k kind) *node { return &node{kind: k, nullable: true} }

func (p *parser) group(depth int) *node {
	at := p.i
	if depth >= maxNesting {
		p.fail(at, "groups nested more than %d deep", maxNesting)
		return &node{}
	}
	p.i++
	p.groups++
	n := &node{kind: groupNode, group: p.groups}
	n.subs = []*node{p.alternatives(depth + 1)}
	n.nullable = n.subs[0].nullable
	if p.peek() != ')' {
		p.fail(at, `expected ")" for this "(", found the end of the expression`)
	}
	p.i++
	return n
}

func (p *parser) escape() *node {
	at := p.i
	p.i++
	if p.i == len(p.src) {
		p.fail(at, `expected a character after "\", found the end of the expression`)
		return &node{}
	}
	r, w := decode(p.src[p.i:])
	p.i += w
	switch r {
	case 'w', 'W':
		t := &set{not: r == 'W', chars: []rune{'_', '_'}}
		t.addClass("alnum")
		return &node{kind: bracketNode, set: t}
	case 's', 'S':
		t := &set{not: r == 'S'}
		t.addClass("space")
		return &node{kind: bracketNode, set: t}
	case 'b':
		return place(wordEdge)
	case 'B':
		return place(noWordEdge)
	case '<':
		return place(wordStart)
	case '>':
		return place(wordEnd)
	case '`':
		return place(textStart)
	case '\'':
		return place(textEnd)
	}
	if '1' <= r && r <= '9' {
		p.fail(at, `expected no back-reference, found "\%c": compare the groups afterwards`, r)
		return &node{}
	}
	return &node{kind: charNode, char: r}
}

// repetition reads the operator after a piece.
func (p *parser) repetition(piece *node) *node {
	n := &node{kind: repeatNode, subs: []*node{piece}, max: -1}
	c := p.src[p.i]
	p.i++
	switch c {
	case '?':
		n.max = 1
	case '+':
		n.min = 1
	case '{':
		p.interval(n)
	}
	n.nullable = n.min == 0 || piece.nullable
	return n
}

// interval reads {n}, {n,}, {n,m} or {,m}, after the brace.
func (p *parser) interval(n *node) {
	at := p.i - 1
	low, ok := p.count()
	high, okHigh := low, ok
	if p.peek() == ',' {
		p.i++
		if high, okHigh = p.count(); !okHigh {
			high = -1
		}
		ok = true
	}
	if p.peek() != '}' || !ok {
		p.fail(at, `expected an interval such as "{2,3}", found %q`, brief(p.src[at:]))
		return
	}
	p.i++
	switch {
	case low > maxRepeat || high > maxRepeat:
		p.fail(at, "expected at most %d repetitions, found %q", maxRepeat, p.src[at:p.i])
	case okHigh && high < low:
		p.fail(at, "expected an interval in order, found %q", p.src[at:p.i])
	}
	n.min, n.max = low, high
}

// brief returns the start of s for a message.
func brief(s string) string {
	if len(s) > 10 {
		return s[:10]
	}
	return s
}

func (p *parser) count() (n int, ok bool) {
	for ; '0' <= p.peek() && p.peek() <= '9'; p.i++ {
		n, ok = min(n*10+int(p.src[p.i]-'0'), maxRepeat+1), true
	}
	return n, ok
}
