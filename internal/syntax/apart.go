package syntax

import (
	"strings"

	"ftsh/parser/ast"
)

// HeaderEnd is the word that ends a header given as words.
const HeaderEnd = "--"

// TryHeader reads the header of a try from words which no shell has read, such as the
// arguments of a program: nothing in them is an expansion or a quote. Blanks in a word
// divide it, so that "5 minutes" may be one. ended says that [HeaderEnd] follows them.
//
// The node has neither body nor places. An *Error has its place in the words, joined
// behind name, as its Line has them.
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
	h := &header{p: p, block: kwTry, apart: true}
	h.wordsOf(line, len(name), end)
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

// opener is the word before the header.
func (h *header) opener() string {
	if h.apart {
		return h.p.opts.Name
	}
	return "try"
}

// inOneLine is words as a message can show them in one line: an empty one is not
// overlooked.
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

// wordsOf makes the header's words of what stands between from and to, divided by single
// blanks.
func (h *header) wordsOf(line string, from, to int) {
	at := from
	for _, text := range strings.Fields(line[from:to]) {
		at += strings.Index(line[at:], text)
		span := ast.Span{From: h.p.in.position(at), To: h.p.in.position(at + len(text))}
		h.words = append(h.words, &ast.Word{Span: span, Parts: []ast.WordPart{&ast.Lit{Span: span, Value: text}}})
		at += len(text)
	}
}
