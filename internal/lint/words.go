package lint

import (
	"strings"

	"ftsh/internal/known"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// eachSimple calls f for the simple commands in n, in the order of the tree.
func eachSimple(n ast.Node, f func(*ast.Simple)) {
	ast.Walk(n, func(n ast.Node) bool {
		if cmd, ok := n.(*ast.Simple); ok {
			f(cmd)
		}
		return true
	})
}

// name returns a simple command's name, if it is known.
func name(cmd *ast.Simple) string { return text(cmd.Args, 0) }

// text returns the text of the word at index i, if nothing is expanded in it.
func text(words []*ast.Word, i int) string {
	if i >= len(words) {
		return ""
	}
	s, _ := syntax.Static(words[i])
	return s
}

// utility strips commands that run another one from a command's words: sudo rm is rm.
func utility(words []*ast.Word) []*ast.Word { return known.Unwrap(words, lead) }

// lead returns the text of a word up to its first expansion.
func lead(w *ast.Word) string {
	var b strings.Builder
	leadOf(&b, w.Parts)
	return b.String()
}

// leadOf adds the text of parts up to the first expansion, and reports whether there was none.
func leadOf(b *strings.Builder, parts []ast.WordPart) bool {
	return syntax.Unquote(b, parts, func(p ast.WordPart) bool {
		t, ok := p.(*ast.Tilde)
		if ok {
			b.WriteString("~" + t.User)
		}
		return ok
	})
}

// hasFlag reports whether a command has a short or a long option.
func hasFlag(words []*ast.Word, letter, long string) bool {
	for _, w := range words[min(1, len(words)):] {
		t := lead(w)
		if t == "--" {
			return false
		}
		if long != "" && (t == "--"+long || strings.HasPrefix(t, "--"+long+"=")) {
			return true
		}
		if letter != "" && len(t) > 1 && t[0] == '-' && t[1] != '-' &&
			strings.Contains(t[1:], letter) {
			return true
		}
	}
	return false
}

// operands returns the words of a command without its options.
func operands(words []*ast.Word) []*ast.Word {
	var out []*ast.Word
	for i, w := range words[min(1, len(words)):] {
		t := lead(w)
		if t == "--" {
			return append(out, words[i+2:]...)
		}
		if !strings.HasPrefix(t, "-") || t == "-" {
			out = append(out, w)
		}
	}
	return out
}

// only returns the single simple command of an AND-OR list or a pipeline; nil if there is more.
func only(pl *ast.Pipeline) *ast.Simple {
	if len(pl.Commands) != 1 {
		return nil
	}
	cmd, _ := pl.Commands[0].(*ast.Simple)
	return cmd
}

// isTest reports whether a pipeline is a single test, in the dialect of bash also [[ ]] or (( )).
func isTest(pl *ast.Pipeline) bool {
	if len(pl.Commands) == 1 {
		switch pl.Commands[0].(type) {
		case *ast.Test, *ast.ArithCommand:
			return true
		}
	}
	cmd := only(pl)
	return cmd != nil && (name(cmd) == "[" || name(cmd) == "test" || name(cmd) == "[[")
}

// isTrue reports whether a pipeline is true or : alone.
func isTrue(pl *ast.Pipeline) bool {
	cmd := only(pl)
	return cmd != nil && !pl.Negated && len(cmd.Assigns) == 0 && len(cmd.Redirs) == 0 &&
		len(cmd.Args) == 1 && (name(cmd) == "true" || name(cmd) == ":")
}
