package lint

import (
	"slices"

	"ftsh/internal/duration"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// blockWord looks for misspelt words of blocks, and for such words in places where they are
// ordinary.
func (w walker) blockWord(c *ast.Simple, in around) {
	n := name(c)
	if n == "" || w.facts.functions[n] || len(c.Assigns) > 0 {
		return
	}
	if literal, ok := c.Args[0].Literal(); !ok || literal != n {
		return // \try is meant as a command
	}
	if e := w.unopened[c.From.Offset]; e != nil {
		w.syntaxError(e)
		return
	}
	switch n {
	case "try":
		if len(c.Args) == 1 && !w.facts.sources || w.header(c.Args[1:]) {
			w.report(BlockWord, c,
				"this opens no block, since its header is not valid or no end closes it: "+
					"it calls a command named try")
		}
		return
	case "forany", "forall":
		w.report(BlockWord, c, "this opens no block, since its header is not valid or no end "+
			"closes it: it calls a command named %s", n)
		return
	case "end", "catch", "check", "sense":
		if len(c.Args) == 1 && !in.brittle && (n != "check" && n != "sense" || w.facts.blocks) &&
			!w.facts.sources {
			w.report(BlockWord, c, "no block is open here, so this calls a command named %s", n)
		}
		return
	}
	for _, word := range []string{"try", "forany", "forall"} {
		if syntax.Near(n, word) && !isCommand(n) && (word == "try" && w.header(c.Args[1:]) ||
			word != "try" && eachHeader(c.Args[1:])) {
			w.report(BlockWord, c, "is %q meant to be %q?", n, word)
			return
		}
	}
	if n == "retry" && w.facts.blocks && w.header(c.Args[1:]) {
		w.report(BlockWord, c, "is %q meant to be %q?", n, "try")
	}
	if in.brittle && len(c.Args) == 1 && len(c.Redirs) == 0 {
		for _, word := range []string{"catch", "check", "sense", "end"} {
			if syntax.Near(n, word) && !isCommand(n) {
				w.report(BlockWord, c, "is %q meant to be %q?", n, word)
				return
			}
		}
	}
}

// header reports whether words look like the header of a try.
func (w walker) header(words []*ast.Word) bool {
	if len(words) == 0 {
		return false
	}
	first, second := text(words, 0), text(words, 1)
	_, number := duration.ParseNumber(first)
	if first == "for" || first == "forever" || first == "up" && second == "to" {
		return true
	}
	_, unit := duration.Unit(second)
	_, literal := words[0].Literal()
	counts := second == "times" || second == "time" || unit
	return counts && (number || !literal || isCount(first)) || first != "" &&
		duration.LooksCompact(first)
}

// isCount reports whether a word is a number in words.
func isCount(word string) bool {
	return slices.Contains([]string{"one", "two", "three", "four", "five", "six", "ten", "many"},
		word)
}

// eachHeader reports whether words look like the header of a forany or forall.
func eachHeader(words []*ast.Word) bool {
	return len(words) > 2 && slices.ContainsFunc(words[1:], func(w *ast.Word) bool {
		s, _ := w.Literal()
		return s == "in"
	})
}

// isCommand reports whether a word similar to a block's word is an existing command.
func isCommand(word string) bool {
	return slices.Contains([]string{"tr", "dry", "env", "ed", "send", "and", "bend", "eend", "ends",
		"batch", "latch", "watch", "match", "patch", "ftry"}, word)
}
