package lint

import (
	"strings"

	"ftsh/parser/ast"
)

// errorPage looks for a curl without -f that decides whether an attempt worked: a server's error page
// counts as a success for it.
func errorPage(w walker, a *ast.AndOr, in around) {
	if !in.brittle || !in.last || in.tested || in.catch || a.Background {
		return
	}
	pl := a.Pipelines[len(a.Pipelines)-1]
	c := only(pl)
	if c == nil || pl.Negated {
		return
	}
	words := utility(c.Args)
	if n := text(words, 0); n != "curl" || w.facts.functions[n] || judgesAnswer(w, words) {
		return
	}
	w.report(HiddenFailure, words[0], "the block never sees an error of the server (404, 503), which curl takes "+
		"for an answer: write curl -fsS")
}

// judgesAnswer reports whether the words of a curl make it fail with the server, or print how the
// server answered, or may do so.
func judgesAnswer(w walker, words []*ast.Word) bool {
	for _, option := range [][2]string{{"f", "fail"}, {"", "fail-with-body"}, {"w", "write-out"}, {"i", "include"},
		{"I", "head"}, {"D", "dump-header"}, {"K", "config"}} {
		if hasFlag(words, option[0], option[1]) {
			return true
		}
	}
	others := operands(words)
	for i, word := range others {
		t := lead(word)
		unknown := t == "" && (i < len(others)-1 || strings.ContainsAny(w.source(word), "@*")) // options, perhaps
		if unknown || strings.HasPrefix(t, "file:") || strings.HasPrefix(t, "ftp:") {
			return true
		}
	}
	return len(others) == 0
}
