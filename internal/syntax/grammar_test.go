package syntax

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// TestGrammarWords: grammar.txt and the code have the same words.
func TestGrammarWords(t *testing.T) {
	text, err := os.ReadFile("grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	var grammar []string
	for _, m := range regexp.MustCompile(`'([a-z]+|[!{}]|\[\[)'`).FindAllStringSubmatch(string(text),
		-1) {
		grammar = append(grammar, m[1])
	}
	code := []string{"for", "forever", "or", "times", "time", "keep", "file"} // limits; of journal, scratch
	code = append(code, stringsOf(t, "names.go", "keywordOf")...)
	code = append(code, stringsOf(t, "names.go", "bashKeywordOf")...)
	for _, c := range clauseWords {
		code = append(code, c.name)
	}
	code = append(code, "!", "{", "}")
	code = append(code, ThroughOptions()...)
	for _, words := range []*[]string{&grammar, &code} {
		slices.Sort(*words)
		*words = slices.Compact(*words)
	}
	if !slices.Equal(grammar, code) {
		t.Errorf("grammar.txt: %q\nthe code: %q", grammar, code)
	}
}

// stringsOf gives the string literals in a function.
func stringsOf(t *testing.T, file, function string) (words []string) {
	f, err := goparser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == function {
			ast.Inspect(fn, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					s, _ := strconv.Unquote(l.Value)
					words = append(words, s)
				}
				return true
			})
		}
	}
	return words
}
