package pattern

import (
	"strings"
	"unicode/utf8"
)

// Compile compiles src. A backslash in it quotes the next character. Every text is a pattern: there
// is no error.
func Compile(src string) *Pattern { return compile(src, false) }

// CompileBytes is Compile with bytes as characters, as in the POSIX locale: bytes from 128 on are
// in order, and in no class.
func CompileBytes(src string) *Pattern { return compile(src, true) }

func compile(src string, bytes bool) *Pattern { return compileIn(src, Options{Bytes: bytes}) }

// compileIn compiles a pattern without groups and folding.
func compileIn(src string, o Options) *Pattern {
	p := &Pattern{bytes: o.Bytes, ragged: !o.Bytes && !utf8.ValidString(src), caret: o.Caret}
	p.segs = p.buf[:0]
	if !strings.ContainsAny(src, `*?[\`) {
		p.segs = append(p.segs, seg{lit: src})
		return p
	}
	c := compiler{p: p, src: src, close: strings.LastIndexByte(src, ']')}
	c.run()
	return p
}

// A compiler collects the current segment. Its literal text is src[from:to] while that is in one
// piece, else lit.
type compiler struct {
	p     *Pattern
	src   string
	close int // index of the last ]

	ops      []op
	lit      []byte
	from, to int
	starred  bool // a star was just read
}

func (c *compiler) run() {
	src := c.src
	for i := 0; i < len(src); {
		switch src[i] {
		case '*':
			if !c.starred {
				c.endSegment()
			}
			c.starred = true
			i++
			continue
		case '?':
			c.endLiteral()
			if n := len(c.ops); n > 0 && c.ops[n-1].any > 0 {
				c.ops[n-1].any++
			} else {
				c.ops = append(c.ops, op{any: 1})
			}
			i++
		case '[':
			if set, n := c.p.bracket(src, i, c.close); n > 0 {
				c.endLiteral()
				c.ops = append(c.ops, op{set: set})
				i += n
			} else {
				c.text(i)
				i++
			}
		case '\\':
			if i+1 < len(src) {
				i++
			}
			c.text(i)
			i++
		default:
			c.text(i)
			i++
		}
		c.starred = false
	}
	c.endSegment()
}

// text adds the byte src[i] to the literal.
func (c *compiler) text(i int) {
	switch {
	case c.lit != nil:
		c.lit = append(c.lit, c.src[i])
	case c.from == c.to:
		c.from, c.to = i, i+1
	case c.to == i:
		c.to++
	default:
		c.lit = append(append(make([]byte, 0, len(c.src)-c.from), c.src[c.from:c.to]...), c.src[i])
	}
}

func (c *compiler) takeLiteral() string {
	s := c.src[c.from:c.to]
	if c.lit != nil {
		s = string(c.lit)
	}
	c.lit, c.from, c.to = nil, 0, 0
	return s
}

func (c *compiler) endLiteral() {
	if s := c.takeLiteral(); s != "" {
		c.ops = append(c.ops, op{lit: s})
	}
}

func (c *compiler) endSegment() {
	if c.ops == nil {
		c.p.segs = append(c.p.segs, seg{lit: c.takeLiteral()})
		return
	}
	c.endLiteral()
	g := seg{ops: c.ops}
	for _, o := range c.ops {
		switch {
		case o.set != nil:
			g.chars++
		case o.any > 0:
			g.chars += o.any
		default:
			g.chars += c.p.count(o.lit)
		}
	}
	c.p.segs = append(c.p.segs, g)
	c.ops = nil
}
