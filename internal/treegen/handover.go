package main

import (
	"bytes"
	"fmt"
	"go/format"
	"hash/crc32"
)

// printHandover writes the codec of the tree. It uses the names of handover/coder.go.
func printHandover(s *schema) ([]byte, error) {
	var b bytes.Buffer
	for _, u := range s.unions {
		codeUnion(&b, u)
	}
	for _, n := range s.nodes {
		fmt.Fprintf(&b, "\nfunc code%s(c *coder, n *ast.%s) {\n", n.name, n.name)
		for _, f := range n.fields {
			codeField(&b, f)
		}
		b.WriteString("}\n")
	}
	sum := crc32.ChecksumIEEE(b.Bytes())
	head := fmt.Sprintf(`package handover

import "ftsh/parser/ast"

// treeVersion differs when what follows does.
const treeVersion = %#08x
`, sum)
	return format.Source([]byte(notice + head + b.String()))
}

// codeUnion writes the functions for a value that is one of several nodes: its tag, a number among
// them from 1 on; a new node for a tag; and the value itself.
func codeUnion(b *bytes.Buffer, u *union) {
	fmt.Fprintf(b, "\nfunc tag%s(n ast.%s) uint64 {\nswitch n.(type) {\n", u.name, u.name)
	for i, m := range u.members {
		fmt.Fprintf(b, "case *ast.%s:\nreturn %d\n", m, i+1)
	}
	fmt.Fprintf(b, "}\nreturn 0\n}\n\nfunc new%s(tag uint64) ast.%s {\nswitch tag {\n", u.name,
		u.name)
	for i, m := range u.members {
		fmt.Fprintf(b, "case %d:\nreturn new(ast.%s)\n", i+1, m)
	}
	fmt.Fprintf(b, `}
return nil
}

func code%s(c *coder, p *ast.%s) {
	tag := c.uvarint(tag%s(*p))
	if !c.encoding {
		*p = new%s(tag)
	}
	switch n := (*p).(type) {
`, u.name, u.name, u.name, u.name)
	for _, m := range u.members {
		fmt.Fprintf(b, "case *ast.%s:\ninside(c, n, code%s)\n", m, m)
	}
	fmt.Fprintf(b, "default:\nc.malformed(%q, tag)\n}\n}\n", "ast."+u.name+" of kind")
}

func codeField(b *bytes.Buffer, f field) {
	if f.slice {
		codeSlice(b, f)
		return
	}
	switch at := "n." + f.path; f.kind {
	case isNode:
		switch {
		case f.tag.optional:
			fmt.Fprintf(b, "optional(c, &%s, code%s)\n", at, f.name)
		case f.tag.when != "":
			fmt.Fprintf(b, "conditional(c, %s, &%s, code%s)\n", f.tag.when, at, f.name)
		default:
			fmt.Fprintf(b, "required(c, &%s, code%s)\n", at, f.name)
		}
	case isEnum:
		fmt.Fprintf(b, "enum(c, &%s, ast.%s)\n", at, f.last)
	default:
		fmt.Fprintf(b, "%s(c, &%s)\n", coderOf(f), at)
	}
}

func codeSlice(b *bytes.Buffer, f field) {
	at := "n." + f.path
	switch f.kind {
	case isNode:
		fmt.Fprintf(b, "nodes(c, &%s, code%s)\n", at, f.name)
	case isEnum:
		fmt.Fprintf(b, "list(c, &%s, func(c *coder, e *ast.%s) { enum(c, e, ast.%s) })\n", at,
			f.name, f.last)
	default:
		fmt.Fprintf(b, "list(c, &%s, %s)\n", at, coderOf(f))
	}
	if f.tag.length != "" {
		fmt.Fprintf(b, "c.length(%q, len(%s), %s)\n", f.path, at, f.tag.length)
	}
}

// coderOf returns the function for a value, complete by itself.
func coderOf(f field) string {
	switch f.kind {
	case isFlag:
		return "flag"
	case isText:
		return "text"
	case isNumber:
		return "number"
	case isPos:
		return "position"
	case isSpan:
		return "span"
	}
	return "code" + f.name
}
