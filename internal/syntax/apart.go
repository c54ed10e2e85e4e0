package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// HeaderEnd is the word that ends a header given as words.
const HeaderEnd = "--"

// TryHeader reads the header of a try from words not parsed by a shell, such as the arguments of a
// program: nothing in them is an expansion or a quote. Blanks divide a word, so "5 minutes" may be
// one word. ended reports whether [HeaderEnd] follows them.
//
// The node has neither body nor positions. The position of an *Error is in the words, joined after
// name as in its Line.
func TryHeader(name string, words []string, ended bool) (*ast.Try, error) {
	line := name + " " + HeaderEnd
	if joined := strings.Join(inOneLine(words), " "); joined != "" {
		line = name + " " + joined + " " + HeaderEnd
	}
	end := len(line) - len(HeaderEnd)
	if !ended {
		line = strings.TrimRight(line[:end], " ")
		end = len(line)
	}
	p := New(line, Options{Name: name, Blocks: true})
	h := &header{p: p, block: kwTry, apart: true, given: givenWords(words)}
	h.wordsOf(line, len(name), end)
	h.emptyWords()
	p.win.pos = end
	n := &ast.Try{}
	_, err := p.guard(func() *ast.List {
		h.try(n)
		if !ended {
			p.expected(HeaderEnd+" and a command", opened{})
		}
		return nil
	})
	if e, ok := err.(*Error); ok && e.Found == p.endName() {
		e.Found = "nothing" // words are no file
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// opener returns the word before the header.
func (h *header) opener() string {
	if h.apart {
		return h.p.opts.Name
	}
	return "try"
}

// inOneLine returns words in a form fit for a message of one line, with empty words visible.
func inOneLine(words []string) []string {
	shown := make([]string, 0, len(words))
	for _, w := range words {
		fields := strings.Fields(WithoutNUL(w))
		if len(fields) == 0 {
			fields = []string{`""`}
		}
		shown = append(shown, fields...)
	}
	return shown
}

// emptyWords gives the words that are shown as "" their value, which is empty.
func (h *header) emptyWords() {
	for i, g := range h.given {
		if strings.TrimSpace(g.rest) == "" {
			h.words[i].Parts = []ast.WordPart{&ast.Lit{Span: h.words[i].Span}}
		}
	}
}

// wordsOf splits line[from:to] at single blanks into the header's words.
func (h *header) wordsOf(line string, from, to int) {
	at := from
	for _, text := range strings.Fields(line[from:to]) {
		at += strings.Index(line[at:], text)
		span := ast.Span{From: h.p.in.position(at), To: h.p.in.position(at + len(text))}
		h.words = append(h.words, &ast.Word{Span: span,
			Parts: []ast.WordPart{&ast.Lit{Span: span, Value: text}}})
		at += len(text)
	}
}
