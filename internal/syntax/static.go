package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// Static returns the text of a word in which nothing is expanded, without its quotes: \export is
// export, and '*' and * are both *.
//
// Two others answer narrower questions. ast.Word.Literal returns the text of a word that is also
// spelled without quotes, as a reserved word or a clause must be. expand.Word.Field returns the
// only field of a compiled word, so not of an unquoted *.
func Static(word *ast.Word) (string, bool) {
	if s, ok := word.Literal(); ok {
		return s, true
	}
	var b strings.Builder
	if !Unquote(&b, word.Parts, func(ast.WordPart) bool { return false }) {
		return "", false
	}
	return b.String(), true
}

// Unquote adds the text of a word's parts to b, without the quotes. It calls expansion for each
// expansion, which reports whether to continue; so does Unquote.
func Unquote(b *strings.Builder, parts []ast.WordPart, expansion func(ast.WordPart) bool) bool {
	for _, part := range parts {
		more := true
		switch part := part.(type) {
		case *ast.Lit:
			b.WriteString(part.Value)
		case *ast.Quoted:
			b.WriteString(part.Value)
		case *ast.DblQuoted:
			more = Unquote(b, part.Parts, expansion)
		default:
			more = expansion(part)
		}
		if !more {
			return false
		}
	}
	return true
}
