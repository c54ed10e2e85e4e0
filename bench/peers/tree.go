//go:build linux

package main

import "strings"

// A kind is a kind of node. A node may be replaced by another of its kind.
type kind uint8

const (
	list    kind = iota // commands, each on lines of its own
	command             // an element of a list
	word
	pattern
	test   // an expression of [[ ]]
	number // an arithmetic expression
	redirs // redirections after a command, perhaps none
	piece  // of a word
)

// A node is a part of a script: kids with text around them; text has one element more than kids. A
// list has no text.
type node struct {
	kind kind
	text []string
	kids []*node
	// here is the body, a word, of a here-document for the node's operator.
	here *node
	end  string
}

// leaf returns a node without kids.
func leaf(k kind, text string) *node { return &node{kind: k, text: []string{text}} }

// build makes a node of a template. Each % in it stands for one kid.
func build(k kind, template string, kids ...*node) *node {
	text := strings.Split(template, "%")
	if len(text) != len(kids)+1 {
		panic("template " + template)
	}
	return &node{kind: k, text: text, kids: kids}
}

// String returns the script.
func (n *node) String() string {
	var w writer
	w.node(n)
	w.text("\n")
	return w.b.String()
}

// A writer writes a tree, and here-documents after the next newline.
type writer struct {
	b       strings.Builder
	pending []*node
}

func (w *writer) node(n *node) {
	if n.kind == list {
		for i, kid := range n.kids {
			if i > 0 {
				w.text("\n")
			}
			w.node(kid)
		}
		return
	}
	for i, text := range n.text {
		w.text(text)
		if i < len(n.kids) {
			w.node(n.kids[i])
		}
	}
	if n.here != nil {
		w.pending = append(w.pending, n)
	}
}

func (w *writer) text(s string) {
	line, rest, ok := strings.Cut(s, "\n")
	if !ok || len(w.pending) == 0 {
		w.b.WriteString(s)
		return
	}
	w.b.WriteString(line + "\n")
	pending := w.pending
	w.pending = nil
	for _, n := range pending {
		w.node(n.here)
		w.b.WriteString("\n" + n.end + "\n")
	}
	w.text(rest)
}

// copy returns a copy of the tree.
func (n *node) copy() *node {
	if n == nil {
		return nil
	}
	c := *n
	c.here = n.here.copy()
	c.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		c.kids[i] = kid.copy()
	}
	return &c
}

// each calls fn for every place of a node in the tree.
func (n *node) each(fn func(at **node)) {
	for i := range n.kids {
		fn(&n.kids[i])
		n.kids[i].each(fn)
	}
	if n.here != nil {
		fn(&n.here)
		n.here.each(fn)
	}
}
