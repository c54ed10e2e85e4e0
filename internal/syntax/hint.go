package syntax

import (
	"strings"

	"ftsh/internal/duration"
)

// hint returns the remedy for a common mistake: a word with no place in a header. It returns "" if
// it knows none.
func (h *header) hint(i int) string {
	word := h.text(i)
	next := strings.TrimRight(h.text(i+1), ",;")
	_, counted := duration.ParseNumber(h.text(i - 1))
	switch {
	case word == "":
	case strings.HasSuffix(word, ","):
		return "write " + strings.ReplaceAll(h.source(h.opener(), 0, len(h.words)), ",", "") +
			", without commas"
	case h.block != kwTry:
	case isTimes(word) && counted:
		return "write " + h.opener() + " " + h.text(i-1) + " times"
	case isPause(word):
		if !duration.LooksCompact(next) {
			next = "5s"
		}
		return "write every " + next
	}
	switch {
	case h.apart:
	case word == "{":
		return "the body begins on the next line and ends with end, without { }"
	case word == "then":
		return "the body begins on the next line, without then"
	}
	return ""
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

// wrongEnd reports an error when another word than end closes a block.
func (p *Parser) wrongEnd(ends string, open opened) {
	switch p.skipBlank(); p.keyword() {
	case kwDone, kwFi, kwEsac, kwRbrace, kwThen, kwDo, kwElse, kwElif:
		p.expectedInstead(ends, "a block ends with end", open)
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
