package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"ftsh/parser/ast"
)

// A standing is a text in which if clauses stand for blocks:
//
//	try 3 times timeout 5 s    if MARKtry 3 times timeout 5 s; then
//	sense                      elif MARKsense; then
//	check                      elif MARKcheck; then
//	catch                      else
//	end                        fi
//
// The words of a header are arguments there, and are printed as such. MARK is a name that is nowhere
// in the text.
type standing struct {
	text  string
	mark  string
	edits []edit // of the text with blocks, in its order
}

// An edit puts text in the place of n bytes at offset at.
type edit struct {
	at, n int
	text  string
}

// apply makes edits, which are in the order of the text.
func apply(text string, edits []edit) string {
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:e.at])
		b.WriteString(e.text)
		from = e.at + e.n
	}
	b.WriteString(text[from:])
	return b.String()
}

// stand puts if clauses in the place of blocks.
func stand(text string, s *script) (*standing, *Left) {
	st := &standing{mark: "ftsh_"}
	for strings.Contains(text, st.mark) {
		st.mark += "_"
	}
	var left *Left
	block := func(word string, n ast.Node, p *ast.Places) {
		if err := st.block(text, word, n, p); err != nil && left == nil {
			left = &Left{Pos: n.Pos(), Reason: err.Error()}
		}
	}
	ast.Walk(s.list, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Try:
			block("try", n, &n.Places)
		case *ast.Forany:
			block("forany", n, &n.Places)
		case *ast.Forall:
			block("forall", n, &n.Places)
		}
		return true
	})
	if left != nil {
		return nil, left
	}
	slices.SortStableFunc(st.edits, func(a, b edit) int { return a.at - b.at })
	st.text = apply(text, st.edits)
	return st, nil
}

// block adds the edits of one block, which begins with word.
func (st *standing) block(text, word string, n ast.Node, p *ast.Places) error {
	if err := st.word(text, n.Pos(), word, "if "+st.mark+word); err != nil {
		return err
	}
	st.edits = append(st.edits, edit{int(p.HeadEnd.Offset), 0, "; then"})
	if err := st.separator(text, int(p.HeadEnd.Offset)); err != nil {
		return err
	}
	for _, part := range []struct {
		at           ast.Pos
		word, stands string
	}{{p.SensePos, "sense", "elif " + st.mark + "sense; then"}, {p.CheckPos, "check", "elif " + st.mark + "check; then"}, {p.CatchPos, "catch", "else"}} {
		if !part.at.IsValid() {
			continue
		}
		if err := st.word(text, part.at, part.word, part.stands); err != nil {
			return err
		}
		if err := st.separator(text, int(part.at.Offset)+len(part.word)); err != nil {
			return err
		}
	}
	end := n.End()
	end.Offset -= uint32(len("end"))
	return st.word(text, end, "end", "fi")
}

// word puts stands in the place of a block's word.
func (st *standing) word(text string, at ast.Pos, word, stands string) error {
	i := int(at.Offset)
	if i > len(text) || !strings.HasPrefix(text[i:], word) {
		return fmt.Errorf("the word %s of this block is not spelled in one piece", word)
	}
	st.edits = append(st.edits, edit{i, len(word), stands})
	return nil
}

// separator makes a blank of the ; that ends a header, if one does: what stands for it has its own.
func (st *standing) separator(text string, i int) error {
	for i < len(text) {
		switch {
		case text[i] == ' ' || text[i] == '\t':
			i++
		case strings.HasPrefix(text[i:], "\\\n"):
			i += 2
		case text[i] == ';':
			st.edits = append(st.edits, edit{i, 1, " "})
			return nil
		case text[i] == '\n' || text[i] == '#':
			return nil
		default:
			return errors.New("a header of this block ends otherwise than was thought")
		}
	}
	return errors.New("the end of a header of this block was not found")
}

// source gives the offset in the text with blocks of an offset in the one that stands for it.
func (st *standing) source(off int) int {
	moved := 0
	for _, e := range st.edits {
		if e.at+moved >= off {
			break
		}
		moved += len(e.text) - e.n
	}
	return max(off-moved, 0)
}

// left says that the text cannot be printed.
func (st *standing) left(err error, name string) error {
	var p syntax.ParseError
	var l syntax.LangError
	pos, reason := start(), err.Error()
	switch {
	case errors.As(err, &p):
		pos, reason = st.place(p.Pos), p.Text
	case errors.As(err, &l):
		pos, reason = st.place(l.Pos), l.Feature+" is not read as POSIX has it"
	}
	return &Left{name, pos, "the printer cannot read it: " + reason}
}

// place is the place of a place of the printer's parser. The blocks have not changed the number of a line.
func (st *standing) place(p syntax.Pos) ast.Pos {
	off := st.source(int(p.Offset()))
	line := 0
	for i := int(p.Offset()) - 1; i >= 0 && i < len(st.text) && st.text[i] != '\n'; i-- {
		line++
	}
	begin := st.source(int(p.Offset()) - line)
	return ast.Pos{Offset: uint32(off), Line: uint32(p.Line()), Col: uint32(max(off-begin, 0)) + 1}
}

// restore puts the blocks back into a printed text.
func (st *standing) restore(printed string, p *syntax.Parser) (string, error) {
	f, err := p.Parse(strings.NewReader(printed), "")
	if err != nil {
		return "", errors.New("what the printer made of it cannot be read: " + err.Error())
	}
	var edits []edit
	blocks := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		ic, ok := n.(*syntax.IfClause)
		if !ok {
			return true
		}
		if word := st.marked(ic); word != "" && word != "sense" && word != "check" {
			edits = append(edits, st.blockOf(printed, ic, word)...)
			blocks++
		}
		return true
	})
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	out := apply(printed, edits)
	if strings.Contains(out, st.mark) {
		return "", errors.New("a block was not found again in what was printed")
	}
	return out, nil
}

// marked gives the word of the block that an if clause stands for.
func (st *standing) marked(ic *syntax.IfClause) string {
	if len(ic.Cond) != 1 {
		return ""
	}
	call, ok := ic.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	word, ok := strings.CutPrefix(call.Args[0].Lit(), st.mark)
	if !ok {
		return ""
	}
	return word
}

// blockOf gives the edits that make a block of an if clause.
func (st *standing) blockOf(text string, ic *syntax.IfClause, word string) []edit {
	first := ic.Cond[0].Cmd.(*syntax.CallExpr).Args[0]
	at := int(ic.Position.Offset())
	edits := []edit{{at, int(first.End().Offset()) - at, word}}
	then := func(ic *syntax.IfClause) {
		end := int(ic.Cond[0].Cmd.End().Offset())
		behind := int(ic.ThenPos.Offset()) + len("then")
		edits = append(edits, edit{end, behind - end, separates(text, behind)})
	}
	then(ic)
	for el := ic.Else; el != nil; el = el.Else {
		at := int(el.Position.Offset())
		edits = append(edits, separated(text, at)...)
		if !el.ThenPos.IsValid() {
			edits = append(edits, edit{at, len("else"), "catch" + separates(text, at+len("else"))})
			continue
		}
		first := el.Cond[0].Cmd.(*syntax.CallExpr).Args[0]
		edits = append(edits, edit{at, int(first.End().Offset()) - at, st.marked(el)})
		then(el)
	}
	at = int(ic.FiPos.Offset())
	edits = append(edits, separated(text, at)...)
	return append(edits, edit{at, len("fi"), "end"})
}

// separated gives the edit that puts a ; before a word which ends a list, where the printer knows that it can
// do without: behind the end of a compound command a reserved word is one, and so is end in a block; but it reads better, and
// a shell that knows no blocks needs it.
func separated(text string, at int) []edit {
	before := strings.TrimRight(text[:at], " \t")
	if before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "&") {
		return nil
	}
	return []edit{{len(before), 0, ";"}}
}

// separates gives the ; that a header needs if a command is behind it on its line.
func separates(text string, i int) string {
	rest := strings.TrimLeft(text[i:], " \t")
	if rest == "" || rest[0] == '\n' || rest[0] == '#' {
		return ""
	}
	return ";"
}
