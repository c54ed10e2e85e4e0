package expand

import (
	"math"
	"strconv"

	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// An Index is a compiled subscript of an array, as in ${a[i]} and a[i]=v. It is safe for concurrent
// use.
type Index struct {
	All byte // '@' or '*': all elements; else 0

	pos   ast.Pos
	empty bool // the brackets are empty
	word  *Word
	num   arithPart // word as an expression
}

// An Element is the place of one element.
type Element struct {
	Keyed bool   // in an associative array
	Key   string // there
	Index int    // in any other variable; not negative
}

// Index compiles a subscript.
func (c *Compiler) Index(s *ast.Subscript) *Index {
	ix := &Index{All: s.All, pos: s.From}
	if s.Index == nil { // as a key, [@] is the text between the brackets
		ix.word = &Word{c: c, kind: literal, lit: string(rune(s.All))}
		return ix
	}
	ix.empty = len(s.Index.Parts) == 0
	ix.word = c.word(new(Word), s.Index.Parts, unquoted, true)
	ix.num.c, ix.num.pos, ix.num.bash, ix.num.parts = c, s.Index.From, true, ix.word.parts
	return ix
}

// At evaluates the subscript for the variable r: a key for an associative array, else an
// expression, whose negative values count from the end. The error is an *Error, and a BadSubscript
// if there can be no such element.
func (ix *Index) At(sh Shell, r vars.Ref) (Element, error) {
	v := sh.Vars()
	if v.Attrs(r)&vars.Associative != 0 {
		key, err := ix.word.Text(sh)
		if err == nil && key == "" {
			err = ix.bad(sh, r)
		}
		return Element{Keyed: true, Key: key}, err
	}
	if ix.All != 0 || ix.empty {
		return Element{}, ix.bad(sh, r)
	}
	n, err := ix.num.number(sh, nil)
	if err != nil {
		return Element{}, err
	}
	if n < 0 {
		n += int64(end(v, r))
	}
	if n < 0 || n > math.MaxInt-1 {
		return Element{}, ix.bad(sh, r)
	}
	return Element{Index: int(n)}, nil
}

// end is where negative indices of r count from.
func end(v *vars.Store, r vars.Ref) int {
	if a := v.Indexed(r); a != nil {
		return a.End()
	}
	if _, set := v.Get(r); set {
		return 1
	}
	return 0
}

// dataIndex is a subscript that came from data, and has been expanded (vars.Store.Subscript).
func (c *Compiler) dataIndex(pos ast.Pos, text string) *Index {
	ix := &Index{pos: pos, word: &Word{c: c, kind: literal, lit: text}}
	if text == "@" || text == "*" {
		ix.All = text[0]
	}
	ix.num.c, ix.num.pos, ix.num.bash, ix.num.parts = c, pos, true, []part{&textPart{text: text}}
	return ix
}

// shown returns the subscript for a message.
func (ix *Index) shown(sh Shell, r vars.Ref) string {
	if ix.All != 0 {
		return string(rune(ix.All))
	}
	e, err := ix.At(sh, r)
	switch {
	case err != nil:
		return "…"
	case e.Keyed:
		return e.Key
	}
	return strconv.Itoa(e.Index)
}

func (ix *Index) bad(sh Shell, r vars.Ref) error {
	return &Error{Pos: ix.pos, Name: sh.Vars().Names().Name(r), Msg: "bad array subscript",
		BadSubscript: true}
}

// Value returns the value of the element of r and whether it is set. The element 0 of a variable
// that is no array is its value.
func (e Element) Value(v *vars.Store, r vars.Ref) (string, bool) {
	if e.Keyed {
		if a := v.Assoc(r); a != nil {
			return a.Get(e.Key)
		}
		return "", false
	}
	if a := v.Indexed(r); a != nil {
		return a.Get(e.Index)
	}
	if e.Index == 0 {
		return v.Get(r)
	}
	return "", false
}
