package syntax

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// hint returns the remedy for a common mistake: a word with no place in a header. It returns "" if
// it knows none.
func (h *header) hint(i int) string {
	word := h.text(i)
	next := strings.TrimRight(h.text(i+1), ",;")
	_, counted := duration.ParseNumber(h.text(i - 1))
	switch {
	case word == "":
	case h.worded(i) != "":
		return "write " + h.worded(i)
	case strings.HasSuffix(word, ",") && h.anyDynamic():
		return "write " + strings.TrimSuffix(word, ",") + ", without the comma"
	case strings.HasSuffix(word, ","):
		return "write " + strings.ReplaceAll(h.source(h.opener(), 0, len(h.words)), ",", "") +
			", without commas"
	case h.block != kwTry:
		if instead := h.eachHint(i); instead != "" {
			return instead
		}
	case isTimes(word) && counted:
		return "write " + h.opener() + " " + h.text(i-1) + " times"
	case isPause(word):
		if !duration.LooksCompact(next) {
			next = "5s"
		}
		return "write every " + next
	}
	switch before := h.text(i - 1); {
	case h.text(i-2) == "scratch" && (before == "dir" || before == "directory"):
		return "write scratch " + word + " for a directory"
	case h.apart:
	case word == "{":
		return "the body begins on the next line and ends with end, without { }"
	case word == "then":
		return "the body begins on the next line, without then"
	}
	return ""
}

// ownersOf names the blocks with a clause.
func ownersOf(c *clauseWord) string {
	var names []string
	for _, k := range []keyword{kwTry, kwForany, kwForall} {
		if (&header{block: k}).accepts(c.name) {
			names = append(names, blockWord(k))
		}
	}
	return strings.Join(names, " and ")
}

// anyDynamic reports whether a word of the header holds an expansion or quoting, so that its text is
// not known.
func (h *header) anyDynamic() bool {
	for i := range h.words {
		if h.dynamic(i) {
			return true
		}
	}
	return false
}

// worded returns the duration at i in digits, with the word before it, if it is written in words:
// every minute, for an hour, timeout two days. It returns "" if there is none.
func (h *header) worded(i int) string {
	before := h.text(i - 1)
	switch before {
	case "for", "or", "every", "timeout", "hedge", "grace", "from", "to":
	default:
		if i > 0 || h.block != kwTry {
			return ""
		}
		before = "for"
	}
	unit, number := i, 1
	switch word := h.text(i); word {
	case "a", "an", "one":
		unit++
	default:
		if n := slices.Index(smallNumbers(), word); n >= 0 {
			unit, number = i+1, n+2
		}
	}
	if _, ok := duration.Unit(h.text(unit)); !ok {
		return ""
	}
	return before + " " + strconv.Itoa(number) + " " + h.text(unit)
}

// smallNumbers are the words for 2 to 10.
func smallNumbers() []string {
	return []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
}

// eachHint is hint for a forany or forall.
func (h *header) eachHint(i int) string {
	opener := blockWord(h.block)
	switch word := h.text(i); {
	case i == 0 && h.accepts(h.name) && !h.apart:
		return "the variable comes first: write " + opener + " NAME " + h.name +
			h.source("", 0, 1)
	case h.block == kwForall && isJobs(word):
		n := strings.TrimLeft(word, "-Pabcdefghijklmnopqrstuvwxyz=")
		if n == "" {
			n = h.text(i + 1)
		}
		if _, ok := duration.ParseNumber(n); !ok {
			n = "N"
		}
		return "write jobs " + n
	case word == "through":
		return "it is a clause of try and forany: write a try through it in the body"
	case h.text(i-2) == "through" && slices.Contains(ThroughOptions(), word):
		return word + " is for the through of a try: write one in the body"
	case !h.accepts(h.text(i-1)) && (h.startsLimitAt(i) || word == "for"):
		return "a limit is for a try around it, or in the body"
	}
	return ""
}

// startsLimitAt is startsLimit at i.
func (h *header) startsLimitAt(i int) bool {
	g := *h
	g.i = i
	return !h.dynamic(i) && g.startsLimit()
}

// isJobs reports whether people write a word for jobs: parallel, -j, -P4.
func isJobs(word string) bool {
	switch strings.TrimRight(word, "=0123456789") {
	case "parallel", "max", "limit", "threads", "workers", "concurrency", "-j", "-P", "-n", "--jobs",
		"--parallel", "--max-procs":
		return true
	}
	return false
}

// isTimes reports whether people write word for times.
func isTimes(word string) bool {
	switch word {
	case "attempts", "attempt", "tries", "retries", "x", "×", "Times", "TIMES":
		return true
	}
	return false
}

// isPause reports whether people write word for every.
func isPause(word string) bool {
	switch word {
	case "delay", "sleep", "wait", "pause", "interval", "delays", "waiting", "each":
		return true
	}
	return false
}

// body returns the remedy for a word that is no clause and may be the first command of the body.
func (h *header) body(i int) string {
	if c := clauseOf(h.text(i)); c != nil && h.hint(i) == "" {
		if slices.Contains(h.seen, "through") && slices.Contains(ThroughOptions(), c.name) {
			return "it stands directly after the name of through"
		}
		return "it is a clause of " + ownersOf(c)
	}
	if instead := h.misspelt(h.text(i)); instead != "" && h.hint(i) == "" {
		return instead
	}
	if word := h.text(i); h.apart || h.block != kwTry || i == 0 || clauseOf(word) != nil ||
		h.hint(i) != "" {
		return h.hint(i)
	}
	return "the body begins on the next line, or after ;"
}

// startsBody reports an error for a word after the list of a forany or forall, if it begins the
// body in other constructs.
func (h *header) startsBody() {
	if len(h.list) == 0 {
		return
	}
	w := h.list[len(h.list)-1]
	switch word := literal(w); word {
	case "do", "then", "{":
		h.p.failInstead(w.From, "; or a newline: the body begins after it, without "+word,
			h.p.spelling(w), "quote it if it is an alternative", h.open)
	}
}

// gluedList reports an error for a list of one word with commas in it, such as a,b,c. A block over
// one written word has no use, so they were meant to separate alternatives. A word with a pattern is
// as many alternatives as there are files.
func (h *header) gluedList() {
	if len(h.list) != 1 {
		return
	}
	w, comma := h.list[0], false
	for _, p := range w.Parts {
		if l, ok := p.(*ast.Lit); ok {
			comma = comma || strings.Contains(l.Value, ",")
			if strings.ContainsAny(l.Value, "*?[") || h.p.opts.Bash && strings.Contains(l.Value, "{") {
				return
			}
		}
	}
	if !comma {
		return
	}
	instead := "write a blank after each comma"
	if l, ok := w.Parts[0].(*ast.Lit); ok && strings.HasPrefix(l.Value, "{") {
		instead = "braces are not expanded, write the words"
	}
	h.p.failInstead(w.From, "alternatives with blanks between them", h.p.spelling(w),
		instead+"; quote it if it is one alternative", h.open)
}

// wrongEnd reports an error when another word than end closes a block.
func (p *Parser) wrongEnd(ends string, open opened) {
	switch p.skipBlank(); p.keyword() {
	case kwElse:
		instead := "a block ends with end"
		if strings.Contains(ends, `"catch"`) {
			instead = "write catch for what to do when it has failed, and end"
		}
		p.expectedInstead(ends, instead, open)
	case kwDone, kwFi, kwEsac, kwRbrace, kwThen, kwDo, kwElif:
		p.expectedInstead(ends, "a block ends with end", open)
	}
}

// readsPipe reports an error for a forall after | without words of its own. Its branches read
// /dev/null, so nothing at all would happen. (While the parser still decides whether a block opens
// here, this does not count against it.)
func (p *Parser) readsPipe(cmd ast.Command) {
	if r, ok := cmd.(*ast.Redirected); ok {
		cmd = r.Inner
	}
	if f, ok := cmd.(*ast.Forall); ok && !f.In && p.trying == 0 {
		p.failInstead(f.HeadEnd, `"in"`, "the end of the header", "a forall takes neither words "+
			"nor input from a pipe: write forall "+f.Name+" in $(cat)",
			opened{`"forall"`, f.From, ""})
	}
}

// nothing returns the remedy for an empty list of a block.
func (ctx listContext) nothing() string {
	switch ctx.block {
	case catchPart:
		return "write : for a catch list that does nothing and succeeds"
	case tryBody, eachBody, sensePart, checkPart:
		return "write : for a list that does nothing and succeeds"
	}
	return ""
}
