package syntax

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/flow"
	"ftsh/internal/sig"
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

func (h *header) try(n *ast.Try) {
	h.limit = &n.Limit
	repeats := -1   // the first clause with a meaning only for repeated attempts
	transient := -1 // the clause
	h.clauses(&n.Clauses, func(clause string, at int) {
		switch clause {
		case "every", "backoff", "on", "except", "known", "permanent", "transient":
			if repeats < 0 {
				repeats = at
			}
		}
		switch clause {
		case "every":
			n.Every = h.duration(true)
		case "backoff":
			n.Backoff = h.backoff()
		case "on":
			n.On = h.statuses()
		case "except":
			n.Except = h.statuses()
		case "known":
			n.Known = true
		case "permanent":
			n.Permanent = h.patterns()
		case "transient":
			n.Transient, transient = h.patterns(), at
		case "streaming":
			n.Streaming = true
		case "through":
			n.Through = h.through()
		}
		if n.Every != nil && n.Backoff != nil {
			h.fail(at, "either every or backoff")
		}
		if n.On != nil && n.Except != nil {
			h.fail(at, "either on or except")
		}
	})
	if repeats >= 0 && !n.Limit.Forever && n.Limit.Times == nil && n.Limit.For == nil {
		h.fail(repeats, "a limit (a count, a duration or forever) next to "+h.text(repeats))
	}
	if transient >= 0 && n.On == nil && n.Except == nil && !n.Known && n.Permanent == nil {
		w := h.words[transient]
		h.p.failInstead(w.From, "on, except, known or permanent next to transient", h.p.spelling(w),
			"alone it changes nothing, since every failure is retried; to retry nothing else, add "+
				"except 1-255", h.open)
	}
}

func (h *header) forany(n *ast.Forany) {
	h.clauses(&n.Clauses, func(clause string, _ int) {
		switch clause {
		case "ordered":
			n.Ordered = true
		case "hedge":
			n.Hedge = h.duration(true)
		case "streaming":
			n.Streaming = true
		case "through":
			n.Through = h.alternativesThrough()
		case "table":
			n.Table = h.fileForAll()
		}
	})
}

func (h *header) forall(n *ast.Forall) {
	h.clauses(&n.Clauses, func(clause string, _ int) {
		switch clause {
		case "jobs":
			n.Jobs = h.count()
		case "keepgoing":
			n.Keepgoing = true
		case "grouped":
			n.Grouped = true
		case "tagged":
			n.Tagged = true
		case "via":
			n.Via = h.system()
		case "table":
			n.Table = h.fileForAll()
		}
	})
	h.scratchOfBranches(n)
}

// limits reads the limits of a try, if there are any here, with the words before them.
func (h *header) limits(l *ast.Limit) bool {
	due := false // a limit has to follow
	if h.text(h.i) == "or" && (l.Forever || l.Times != nil || l.For != nil) {
		h.i++
		due = true
	}
	if h.text(h.i) == "for" {
		h.i++
		due = true
	}
	if !h.startsLimit() {
		if due {
			h.fail(h.i, "a number of times, a duration or forever")
		}
		return false
	}
	h.oneLimit(l)
	return true
}

func (h *header) startsLimit() bool {
	t := h.text(h.i)
	_, number := duration.ParseNumber(t)
	return t == "forever" || h.dynamic(h.i) || number || duration.LooksCompact(t)
}

// oneLimit reads one limit.
func (h *header) oneLimit(l *ast.Limit) {
	at := h.i
	next := h.text(at + 1)
	switch {
	case l.Forever, h.text(at) == "forever" && (l.Times != nil || l.For != nil):
		h.fail(at, "forever alone")
	case h.text(at) == "forever":
		l.Forever = true
		h.i++
	case next == "times" || next == "time":
		if l.Times != nil {
			h.fail(at, "one count and one duration at most")
		}
		l.Times = h.count()
		h.i++
	case l.For != nil:
		h.fail(at, "one count and one duration at most")
	default:
		if !h.bareCount() {
			l.For = h.duration(false)
		}
	}
}

// certainLimit reports whether the word here begins a limit other than a duration alone.
func (h *header) certainLimit() bool {
	t, next := h.text(h.i), h.text(h.i+1)
	return t == "for" || t == "forever" || t == "or" || h.startsLimit() &&
		(next == "times" || next == "time")
}

// bareCount reports an error for `try 3`, most likely without its "times". Inside a block this is
// an error in its own right: it takes the number and reports the error there.
func (h *header) bareCount() bool {
	_, number := duration.ParseNumber(h.text(h.i))
	switch {
	case h.i > 0 && h.text(h.i-1) == "for" || !number || h.i+1 < len(h.words) &&
		!h.accepts(h.text(h.i+1)):
	case h.p.closing:
		h.i++
		return true
	default:
		h.fail(h.i+1, `"times" (`+h.source(h.opener(), 0, h.i+1)+" times)")
	}
	return false
}

// count reads a whole number greater than zero.
func (h *header) count() *ast.Word {
	return h.counted("a whole number greater than zero", math.MaxInt)
}

// upTo reads a whole number from 1 to most.
func (h *header) upTo(most int) *ast.Word {
	return h.counted("a whole number from 1 to "+strconv.Itoa(most), most)
}

// counted checks a word for a whole number from 1 to most.
func (h *header) counted(expected string, most int) *ast.Word {
	return h.checked(expected, func(t string) bool {
		n, ok := duration.ParseNumber(t)
		c, whole := n.Count()
		return ok && whole && 0 < c && c <= most
	})
}

// duration reads a duration; zero allows 0.
func (h *header) duration(zero bool) *ast.Duration {
	from := h.i
	h.i = h.durationEnd(from)
	if h.i == from {
		h.durationFails(from)
	}
	d := &ast.Duration{Words: h.words[from:h.i:h.i]}
	d.From, d.To = d.Words[0].From, d.Words[len(d.Words)-1].To
	texts, ok := literals(d.Words)
	if !ok {
		return d
	}
	v, err := duration.Parse(texts...)
	if err != nil {
		h.durationFails(from)
	}
	if v == 0 && !zero {
		h.fail(from, "a duration greater than zero")
	}
	return d
}

// durationEnd returns the index after the words of the duration at i.
func (h *header) durationEnd(i int) int {
	if duration.LooksCompact(h.text(i)) {
		for duration.LooksCompact(h.text(i)) {
			i++
		}
		return i
	}
	for from := i; i < len(h.words); i += 2 {
		_, number := duration.ParseNumber(h.text(i))
		_, unit := duration.Unit(h.text(i + 1))
		if (number || h.dynamic(i)) && unit {
			continue
		}
		if i == from && h.dynamic(i) {
			return i + 1
		}
		break
	}
	return i
}

// durationFails reports the fault of the duration at i.
func (h *header) durationFails(i int) {
	var texts []string
	for _, w := range h.words[min(i, len(h.words)):] {
		t, ok := w.Literal()
		if !ok {
			break
		}
		texts = append(texts, t)
	}
	_, _, err := duration.Take(texts)
	if e, ok := err.(*duration.Error); ok {
		h.fail(i+e.Index, e.Expected)
	}
	h.fail(i, "a duration")
}

// backoff reads the words of a policy, up to another clause or a limit outside the policy.
func (h *header) backoff() *ast.Backoff {
	from := h.i
	for h.i < len(h.words) && !h.accepts(h.text(h.i)) && !h.certainLimit() {
		h.i++
	}
	if h.i == from {
		h.fail(from, "a backoff policy")
	}
	b := &ast.Backoff{Words: h.words[from:h.i:h.i]}
	b.From, b.To = b.Words[0].From, b.Words[len(b.Words)-1].To
	if texts, ok := literals(b.Words); ok {
		if _, err := backoff.Parse(texts, backoff.Default()); err != nil {
			if e, ok := err.(*backoff.Error); ok {
				h.fail(from+e.Index, e.Expected)
			}
			h.fail(from, err.Error())
		}
	}
	return b
}

// statuses reads a word of statuses and ranges: 75  1,2  64-78.
func (h *header) statuses() *ast.Word {
	switch first, _, _ := strings.Cut(h.text(h.i), ","); first {
	case "oom", "node", "preempted", "held", "cancelled", "lost", "refused", "timeout", "signal", "exit":
		w := h.words[h.i]
		h.p.failInstead(w.From, flow.ExpectedStatuses, h.p.spelling(w),
			"the next attempt has the reason in FTSH_VIA_REASON", h.open)
	}
	return h.checked(flow.ExpectedStatuses, func(t string) bool {
		_, ok := flow.ParseStatuses(t)
		return ok
	})
}

// signal reads the name of the signal sent first to end processes.
func (h *header) signal() *ast.Word {
	return h.checked(sig.ExpectedEnding, func(t string) bool {
		_, ok := sig.ParseEnding(t)
		return ok
	})
}

// journal reads the name of a journal, and whether it is kept incomplete.
func (h *header) journal() (name *ast.Word, keep bool) {
	name = h.checked("the name of a journal", func(t string) bool { return t != "" })
	if keep = h.text(h.i) == "keep"; keep {
		h.i++
	}
	return name, keep
}

// fileForAll reads the name of a file that all words share.
func (h *header) fileForAll() *ast.Word {
	w := h.file()
	if h.expandsVariable(w) {
		h.p.failIn(w.From, "a file for all words, without $"+h.name, h.p.spelling(w), h.open)
	}
	return w
}

// file reads the name of a file.
func (h *header) file() *ast.Word {
	return h.checked(ExpectedFile, func(t string) bool { return t != "" })
}

// ExpectedFile says, for a message, what has to follow table.
const ExpectedFile = "the name of a file"

// checked reads one word. A literal one must satisfy right.
func (h *header) checked(expected string, right func(string) bool) *ast.Word {
	if h.i >= len(h.words) {
		h.fail(h.i, expected)
	}
	w := h.words[h.i]
	if t, ok := w.Literal(); ok && !right(t) {
		h.fail(h.i, expected)
	}
	h.i++
	return w
}

func isNumber(w *ast.Word) bool {
	_, ok := duration.ParseNumber(literal(w))
	return ok
}

// isFile reports whether a word can hardly be meant as anything but a file's name.
func isFile(w *ast.Word) bool { return strings.ContainsAny(literal(w), "./") }

func isSignal(w *ast.Word) bool {
	_, ok := sig.ParseEnding(literal(w))
	return ok
}

func isDuration(words []*ast.Word) bool {
	texts, ok := literals(words)
	if !ok || len(texts) == 0 {
		return false
	}
	_, err := duration.Parse(texts...)
	return err == nil
}

// literals returns the texts of words, if all are literal.
func literals(words []*ast.Word) ([]string, bool) {
	texts := make([]string, 0, len(words))
	for _, w := range words {
		t, ok := w.Literal()
		if !ok {
			return nil, false
		}
		texts = append(texts, t)
	}
	return texts, true
}

func literal(w *ast.Word) string {
	s, _ := w.Literal()
	return s
}
