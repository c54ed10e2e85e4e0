package syntax

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A clauseWord is a word that begins a clause of a block's header.
type clauseWord struct {
	name   string
	blocks blocks
	takes  operand
}

// blocks is the set of blocks with a clause.
type blocks uint8

const (
	ofTry blocks = 1 << iota
	ofForany
	ofForall
	ofAll = ofTry | ofForany | ofForall
)

// An operand is the kind of words after a clause's word.
type operand uint8

const (
	nothing operand = iota
	aDuration
	aCount
	aSignal
	aSystem
	aFile
	more // unmistakable for words of a list, or free in form
)

// clauseWords has every clause, in the order of the messages. It is never changed.
var clauseWords = [...]clauseWord{
	{"ordered", ofForany, nothing},
	{"jobs", ofForall, aCount},
	{"every", ofTry, more},
	{"timeout", ofAll, aDuration},
	{"keepgoing", ofForall, nothing},
	{"grouped", ofForall, nothing},
	{"tagged", ofForall, nothing},
	{"via", ofForall, aSystem},
	{"hedge", ofForany, aDuration},
	{"backoff", ofTry, more},
	{"on", ofTry, more},
	{"except", ofTry, more},
	{"known", ofTry, more},
	{"permanent", ofTry, more},
	{"transient", ofTry, more},
	{"streaming", ofTry | ofForany, nothing},
	{"grace", ofAll, aDuration},
	{"signal", ofAll, aSignal},
	{"through", ofTry | ofForany, more},
	{"journal", ofAll, more},
	{"contained", ofAll, nothing},
	{"scratch", ofAll, more},
	{"table", ofForany | ofForall, aFile},
}

// Clauses lists the words that begin a clause in the header of a block, try, forany or forall.
func Clauses(block string) []string {
	h := header{block: keywordOf(block)}
	var names []string
	for _, c := range clauseWords {
		if c.blocks&h.kind() != 0 {
			names = append(names, c.name)
		}
	}
	return names
}

// clauseOf returns the clause begun by word in some block, or nil.
func clauseOf(word string) *clauseWord {
	for i := range clauseWords {
		if clauseWords[i].name == word {
			return &clauseWords[i]
		}
	}
	return nil
}

// kind returns the kind of block with this header.
func (h *header) kind() blocks {
	switch h.block {
	case kwTry:
		return ofTry
	case kwForany:
		return ofForany
	}
	return ofForall
}

// accepts reports whether the block has a clause.
func (h *header) accepts(clause string) bool {
	c := clauseOf(clause)
	return c != nil && c.blocks&h.kind() != 0
}

// clauses reads the clauses to the end of the header. Those allowed in all blocks go into common.
// For others it calls read with the index of the clause's word.
func (h *header) clauses(common *ast.Clauses, read func(clause string, at int)) {
	for h.i < len(h.words) {
		if h.limit != nil && h.limits(h.limit) {
			continue
		}
		clause, at := h.text(h.i), h.i
		switch {
		case clause == "do" && !h.apart:
			h.fail(at, "; or a newline: the body begins after it, without do")
		case !h.accepts(clause):
			h.p.failInstead(h.words[at].From, h.clauseNames(), h.p.spelling(h.words[at]),
				h.body(at), h.open)
		case slices.Contains(h.seen, clause):
			h.fail(at, "each clause once")
		}
		h.seen = append(h.seen, clause)
		h.i++
		switch clause {
		case "timeout":
			common.Timeout = h.duration(false)
		case "grace":
			common.Grace = h.duration(true)
		case "signal":
			common.Signal = h.signal()
		case "journal":
			common.Journal, common.Keep = h.journal()
		case "contained":
			common.Contained = true
		case "scratch":
			common.Scratch = h.scratch()
		default:
			read(clause, at)
		}
	}
}

// clauseNames lists, for a message, the words allowed in the place of a clause.
func (h *header) clauseNames() string {
	var b strings.Builder
	if h.block == kwTry {
		b.WriteString("a limit, ")
	}
	for _, c := range clauseWords {
		if c.blocks&h.kind() != 0 {
			b.WriteString(c.name + ", ")
		}
	}
	if h.block != kwTry {
		b.WriteString("in, ")
	}
	if h.apart {
		return b.String() + "or " + HeaderEnd
	}
	return b.String() + "; or a newline"
}
