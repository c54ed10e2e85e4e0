package expand

import (
	"slices"
	"strings"
	"sync/atomic"

	"ftsh/internal/brace"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A bracedWord is a word with braces that bash's brace expansion may expand. It happens when the
// word is expanded, so that set +B and deadlines have their effect. All parts but text are compiled
// once.
type bracedWord struct {
	c      *Compiler
	pos    ast.Pos
	assign bool
	word   []brace.Part
	parts  [][]part        // what the Refs of word stand for, from 1 on
	tildes []bool          // those that are tilde-prefixes
	names  []*ast.ParamExp // those that are $name: text after it, once expanded, goes on with the name
	plain  *Word           // the word with its braces as text
	last   atomic.Pointer[[]*Word]
}

// keptWords is how many words of a brace expansion are kept for the next time.
const keptWords = 1024

// Braced compiles words that become fields after bash's brace expansion.
func (c *Compiler) Braced(ws []*ast.Word) []*Word {
	all := make([]*Word, len(ws))
	for i, w := range ws {
		if all[i] = c.braced(w); all[i] == nil {
			all[i] = c.Word(w)
		}
	}
	return all
}

// braced compiles a word, or returns nil if it has no braces to expand.
func (c *Compiler) braced(w *ast.Word) *Word {
	open := false
	for _, p := range w.Parts {
		l, ok := p.(*ast.Lit)
		open = open || ok && strings.Contains(l.Value, "{")
	}
	if !open {
		return nil
	}
	b := &bracedWord{pos: w.From, assign: w.Assign, word: make([]brace.Part, len(w.Parts))}
	for i, p := range w.Parts {
		if l, ok := p.(*ast.Lit); ok {
			b.word[i] = brace.Part{Text: l.Value}
		} else {
			b.word[i] = brace.Part{Ref: i + 1}
		}
	}
	if !brace.Has(b.word) {
		return nil
	}
	b.parts, b.tildes = make([][]part, len(w.Parts)), make([]bool, len(w.Parts))
	b.names = make([]*ast.ParamExp, len(w.Parts))
	for i, p := range w.Parts {
		if _, ok := p.(*ast.Lit); !ok {
			b.parts[i] = c.compile(nil, w.Parts[i:i+1], unquoted)
			_, b.tildes[i] = p.(*ast.Tilde)
		}
		if e, ok := p.(*ast.ParamExp); ok && !e.Brace && vars.IsName(e.Name) {
			b.names[i] = e
		}
	}
	own := *c // c goes on, perhaps in another dialect
	b.c = &own
	b.plain = b.make(b.word)
	return &Word{c: c, parts: b.plain.parts, kind: withBraces, assign: w.Assign, braces: b}
}

// appendTo appends the fields that fields makes of each word; after an error it returns dst.
func (b *bracedWord) appendTo(sh Shell, dst []string,
	fields func(w *Word, sh Shell, dst []string) ([]string, error)) ([]string, error) {
	whole := dst
	err := b.each(sh, func(one *Word) (err error) {
		whole, err = fields(one, sh, whole)
		return err
	})
	if err != nil {
		return dst, err
	}
	return whole, nil
}

// each calls use with the words that b expands to now. If there are many, each is made when it is
// used.
func (b *bracedWord) each(sh Shell, use func(*Word) error) error {
	if sh.Options().Has(option.NoBraces) {
		return use(b.plain)
	}
	if kept := b.last.Load(); kept != nil {
		for _, w := range *kept {
			if err := use(w); err != nil {
				return err
			}
		}
		return nil
	}
	ctx := sh.Context()
	made, err := brace.Expand(b.word, ctx.Done())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &Error{Pos: b.pos, Msg: err.Error()}
	}
	if made == nil {
		made = [][]brace.Part{b.word}
	}
	var kept []*Word
	for i, parts := range made {
		w := b.make(parts)
		if len(w.parts) == 0 {
			continue // an empty one is no field
		}
		if len(made) <= keptWords {
			kept = append(kept, w)
		} else if i%keptWords == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := use(w); err != nil {
			return err
		}
	}
	if len(made) <= keptWords {
		b.last.Store(&kept)
	}
	return nil
}

// make compiles one word of the expansion.
func (b *bracedWord) make(parts []brace.Part) *Word {
	w := &Word{c: b.c, assign: b.assign}
	var text *textPart // the last part, if it is text of the word itself
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		switch {
		case p.Ref == 0 && p.Text == "":
		case p.Ref == 0 && text != nil:
			text.join(p.Text)
			text.meta = text.meta || hasMeta(p.Text)
		case p.Ref == 0:
			text = &textPart{text: p.Text, meta: hasMeta(p.Text)}
			w.parts = append(w.parts, text)
		default:
			text = nil
			made := b.parts[p.Ref-1]
			if e := b.names[p.Ref-1]; e != nil {
				if name := e.Name + restOfName(parts[i+1:]); name != e.Name {
					longer := *e
					longer.Name = name
					w.parts = append(w.parts, b.c.param(&longer, unquoted))
					parts = withoutName(parts[i+1:], len(name)-len(e.Name))
					i = -1
					continue
				}
			}
			if b.tildes[p.Ref-1] {
				tilde := *made[0].(*tildePart)
				tilde.slash = i+1 < len(parts) && strings.HasPrefix(parts[i+1].Text, "/")
				made = []part{&tilde}
			}
			w.parts = append(w.parts, made...)
		}
	}
	b.tilde(w)
	return b.c.choose(w)
}

// restOfName returns the characters of a name at the beginning of parts.
func restOfName(parts []brace.Part) (rest string) {
	for _, p := range parts {
		if p.Ref != 0 {
			return rest
		}
		n := 0
		for n < len(p.Text) && (p.Text[n] == '_' || vars.IsName("_"+p.Text[n:n+1])) {
			n++
		}
		rest += p.Text[:n]
		if n < len(p.Text) {
			return rest
		}
	}
	return rest
}

// withoutName returns parts without the first n bytes of their text.
func withoutName(parts []brace.Part, n int) []brace.Part {
	parts = slices.Clone(parts)
	for i := range parts {
		cut := min(n, len(parts[i].Text))
		parts[i].Text = parts[i].Text[cut:]
		if n -= cut; n == 0 {
			break
		}
	}
	return parts
}

// tilde finds a tilde-prefix at the beginning of a word that the expansion made, as in {~,~user}/x.
func (b *bracedWord) tilde(w *Word) {
	if len(w.parts) == 0 {
		return
	}
	first, ok := w.parts[0].(*textPart)
	if !ok || first.quoted || !strings.HasPrefix(first.text, "~") {
		return
	}
	user, rest, slash := strings.Cut(first.text[1:], "/")
	if !slash && len(w.parts) > 1 {
		return // the name goes on with an expansion, or with quotes
	}
	made := []part{&tildePart{user: user, slash: slash, dir: b.c.bashDir(user)}}
	if slash {
		rest = "/" + rest
		made = append(made, &textPart{text: rest, meta: hasMeta(rest)})
	}
	w.parts = append(made, w.parts[1:]...)
}
