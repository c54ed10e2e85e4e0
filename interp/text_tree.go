package interp

import (
	"io"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/syntax"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// runTree runs a script that has been parsed.
func (s *source) runTree(fr *frame, script *parser.Script) flow.Outcome {
	s.c.source, s.file = script.Text, script.Text
	s.p = &treeCommands{script: script}
	return s.run(fr)
}

// treeCommands are the complete commands of a tree. What they are was decided when it
// was made.
type treeCommands struct {
	script *parser.Script
	next   int // of its and-or lists
	end    int // of the text of those before
}

func (*treeCommands) SetBlocks(bool)      {}
func (*treeCommands) Skip(syntax.Checked) {}

func (t *treeCommands) Offset() uint32 { return uint32(t.end) }

// Next takes the and-or lists that begin on the line where the first one ends.
func (t *treeCommands) Next() (*ast.List, error) {
	all := t.script.List.AndOrs
	if t.next == len(all) {
		t.end = len(t.script.Text)
		return nil, io.EOF
	}
	first := t.next
	for t.next < len(all) && (t.next == first || int(all[t.next].Pos().Offset) < t.end) {
		t.end = max(t.end, t.lineEnd(all[t.next]))
		t.next++
	}
	list := &ast.List{AndOrs: all[first:t.next]}
	list.From, list.To = all[first].Pos(), all[t.next-1].End()
	return list, nil
}

// lineEnd is where the line ends that a command ends in, with the here-documents that
// follow it.
func (t *treeCommands) lineEnd(a *ast.AndOr) int {
	end := int(a.End().Offset)
	ast.Walk(a, func(n ast.Node) bool {
		if r, ok := n.(*ast.Redirect); ok && r.Here != nil {
			end = max(end, int(r.Here.End().Offset)) // its delimiter's line follows
		}
		return true
	})
	if end >= len(t.script.Text) {
		return len(t.script.Text)
	}
	n := strings.IndexByte(t.script.Text[end:], '\n')
	if n < 0 {
		return len(t.script.Text)
	}
	return end + n + 1
}
