package interp

import (
	"io"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/syntax"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// runTree runs a parsed script.
func (s *source) runTree(fr *frame, script *parser.Script) flow.Outcome {
	s.c.source, s.c.bodies, s.file = script.Text, script.Text, script.Text
	s.p = &treeCommands{script: script}
	return s.run(fr)
}

// treeCommands yields the complete commands of a tree, as decided by its parser.
type treeCommands struct {
	script *parser.Script
	next   int // the index of the next AND-OR list
	end    int // the end of the text before it
}

func (*treeCommands) SetBlocks(bool)      {}
func (*treeCommands) SetBash(bool)        {}
func (*treeCommands) SetExtglob(bool)     {}
func (*treeCommands) Skip(syntax.Checked) {}

func (*treeCommands) SetAlias(func(string) (string, bool)) {}

func (t *treeCommands) Offset() uint32 { return uint32(t.end) }

// Next returns the AND-OR lists beginning on the line where the first one ends.
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

// lineEnd returns the end of the command's last line, including its here-documents.
func (t *treeCommands) lineEnd(a *ast.AndOr) int {
	end := int(a.End().Offset)
	ast.Walk(a, func(n ast.Node) bool {
		if r, ok := n.(*ast.Redirect); ok && r.Here != nil {
			end = max(end, int(r.Here.End().Offset)) // the delimiter's line follows
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
