package handover

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ftsh/parser/ast"
)

//go:generate go run ftsh/internal/treegen -handover tree.go ../../parser/ast

// A coder writes or reads one stream. Every type has one function for both, so the two cannot
// disagree: it takes a pointer to a value, and writes the value or fills it. After the first error
// nothing more happens.
type coder struct {
	encoding bool
	out      []byte // written so far
	in       string // to be read
	at       int    // read so far
	err      error
	depth    int // nesting of the tree
	line     uint32
	offset   uint32
}

// maxDepth bounds the nesting of a tree, as a guard for the stack. A level counted by the parser
// (syntax.MaxDepth) has at most six nodes, one inside the other: a Redirected, a Case, its
// CaseItem, a List, an AndOr and a Pipeline.
const maxDepth = 25000

var (
	errShort = errors.New("handover: stream ends early")
	errDeep  = errors.New("handover: tree is nested too deep")
)

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *coder) malformed(what string, v any) {
	c.fail(fmt.Errorf("handover: malformed stream at byte %d: %s %v", c.at, what, v))
}

// uvarint codes an unsigned number.
func (c *coder) uvarint(v uint64) uint64 {
	if c.encoding {
		c.out = binary.AppendUvarint(c.out, v)
		return v
	}
	if c.err != nil {
		return 0
	}
	// Most numbers take one byte.
	if c.at < len(c.in) && c.in[c.at] < 0x80 {
		c.at++
		return uint64(c.in[c.at-1])
	}
	return c.longUvarint()
}

func (c *coder) longUvarint() uint64 {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		if c.at >= len(c.in) {
			c.fail(errShort)
			return 0
		}
		b := c.in[c.at]
		c.at++
		if shift == 63 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	c.malformed("number", "too large")
	return 0
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// number codes a number of any type; small ones of either sign take a byte.
func number[T integer](c *coder, p *T) {
	v := int64(*p)
	u := c.uvarint(uint64(v)<<1 ^ uint64(v>>63))
	if c.encoding || c.err != nil {
		return
	}
	v = int64(u>>1) ^ -int64(u&1)
	if *p = T(v); int64(*p) != v {
		c.malformed("number out of range:", v)
	}
}

// enum codes a value of an enumeration with the last value last.
func enum[T ~uint8](c *coder, p *T, last T) {
	number(c, p)
	if *p > last {
		c.malformed("enumeration value", uint8(*p))
	}
}

func flag(c *coder, p *bool) {
	v := uint64(0)
	if *p {
		v = 1
	}
	v = c.uvarint(v)
	if c.encoding {
		return // several branches may encode the tree at once
	}
	switch v {
	case 0:
		*p = false
	case 1:
		*p = true
	default:
		c.malformed("flag", "neither 0 nor 1")
	}
}

func text(c *coder, p *string) {
	n := c.uvarint(uint64(len(*p)))
	if c.encoding {
		c.out = append(c.out, *p...)
		return
	}
	if n > uint64(len(c.in)-c.at) {
		c.fail(errShort)
		return
	}
	*p = c.in[c.at : c.at+int(n)]
	c.at += int(n)
}

// list codes a slice. A length is trusted only as far as elements follow, so a malformed stream
// cannot take more memory than its own size allows.
func list[T any](c *coder, p *[]T, element func(*coder, *T)) {
	n := c.uvarint(uint64(len(*p)))
	if c.encoding {
		for i := range *p {
			element(c, &(*p)[i])
		}
		return
	}
	if n > uint64(len(c.in)-c.at) { // every element takes a byte at least
		c.fail(errShort)
		return
	}
	if n == 0 || c.err != nil {
		return
	}
	s := make([]T, 0, min(n, 8))
	for range n {
		var e T
		element(c, &e)
		if c.err != nil {
			return
		}
		s = append(s, e)
	}
	*p = s
}

// table codes a map, in the order of its keys, to give equal states equal streams.
func table[K cmp.Ordered, V any](c *coder, p *map[K]V, key func(*coder, *K),
	value func(*coder, *V)) {
	n := c.uvarint(uint64(len(*p)))
	if c.encoding {
		for _, k := range slices.Sorted(maps.Keys(*p)) {
			v := (*p)[k]
			key(c, &k)
			value(c, &v)
		}
		return
	}
	if n == 0 || c.err != nil {
		return
	}
	m := make(map[K]V)
	for range n {
		var k K
		var v V
		key(c, &k)
		value(c, &v)
		if c.err != nil {
			return
		}
		m[k] = v
	}
	*p = m
}

// inside codes the fields of a node.
func inside[T any](c *coder, n *T, fields func(*coder, *T)) {
	if c.depth++; c.depth > maxDepth {
		c.fail(errDeep)
	}
	if c.err == nil {
		if n == nil {
			c.fail(fmt.Errorf("handover: the tree lacks a node of type %T", n))
		} else {
			fields(c, n)
		}
	}
	c.depth--
}

// required codes the value at p, never nil.
func required[T any](c *coder, p **T, fields func(*coder, *T)) {
	if !c.encoding {
		*p = new(T)
	}
	inside(c, *p, fields)
}

// optional codes the value at p, if any.
func optional[T any](c *coder, p **T, fields func(*coder, *T)) {
	present := *p != nil
	if flag(c, &present); present && c.err == nil {
		required(c, p, fields)
	}
}

// conditional codes the value at p, present if the condition holds.
func conditional[T any](c *coder, condition bool, p **T, fields func(*coder, *T)) {
	switch {
	case condition:
		required(c, p, fields)
	case *p != nil:
		c.fail(fmt.Errorf("handover: the tree has a node of type %T where none may be", *p))
	}
}

// nodes codes a slice of nodes.
func nodes[T any](c *coder, p *[]*T, fields func(*coder, *T)) {
	list(c, p, func(c *coder, n **T) { required(c, n, fields) })
}

// length fails unless a slice has the required number of elements.
func (c *coder) length(name string, got, want int) {
	if c.err == nil && got != want {
		c.malformed("elements of "+name+":", got)
	}
}

// position codes a place relative to the last one: most take three bytes.
func position(c *coder, p *ast.Pos) {
	offset, line := int64(p.Offset)-int64(c.offset), int64(p.Line)-int64(c.line)
	number(c, &offset)
	number(c, &line)
	number(c, &p.Col)
	if !c.encoding {
		p.Offset, p.Line = uint32(int64(c.offset)+offset), uint32(int64(c.line)+line)
	}
	c.offset, c.line = p.Offset, p.Line
}

func span(c *coder, s *ast.Span) {
	position(c, &s.From)
	position(c, &s.To)
}
