package ere

import "unicode"

// An inst is a step of an automaton.
type inst struct {
	op   op
	kind kind // of opAssert
	char rune
	set  *set
	next int32
	alt  int32 // of opSplit: the choice after next; of opSave: the number of the place
}

type op uint8

const (
	opMatch op = iota
	opChar
	opAny
	opSet
	opSplit
	opSave
	opAssert
)

const (
	// maxProgram bounds a program: nested intervals multiply.
	maxProgram = 1 << 17
	// maxPlaces bounds the memory of a match: each thread has the places of all groups.
	maxPlaces = 1 << 20
)

type compiler struct {
	code []inst
	fold bool
	full bool
}

func compile(n *node, groups int, fold bool) (*Regexp, error) {
	c := compiler{fold: fold}
	end := c.add(inst{op: opMatch})
	start := c.node(n, end)
	if c.full || len(c.code)*(groups+1) > maxPlaces {
		return nil, &Error{0, "the expression is too big: its intervals and groups multiply"}
	}
	re := &Regexp{code: c.code, start: start, groups: groups, fold: fold}
	if !fold {
		re.prefix = re.literal()
	}
	return re, nil
}

// literal returns the text at the start of every match.
func (re *Regexp) literal() string {
	var b []rune
	for i := re.start; ; i = re.code[i].next {
		switch in := &re.code[i]; {
		case in.op == opSave:
		case in.op == opChar && in.char < badByte:
			b = append(b, in.char)
		default:
			return string(b)
		}
	}
}

func (c *compiler) add(in inst) int32 {
	if len(c.code) >= maxProgram {
		c.full = true
		return 0
	}
	c.code = append(c.code, in)
	return int32(len(c.code) - 1)
}

// node compiles n before the instruction next and returns the first of its own.
func (c *compiler) node(n *node, next int32) int32 {
	if c.full {
		return 0
	}
	switch n.kind {
	case emptyNode:
		return next
	case charNode:
		r := n.char
		if c.fold {
			r = folded(r)
		}
		return c.add(inst{op: opChar, char: r, next: next})
	case anyNode:
		return c.add(inst{op: opAny, next: next})
	case bracketNode:
		return c.add(inst{op: opSet, set: n.set, next: next})
	case concatNode:
		for i := len(n.subs) - 1; i >= 0; i-- {
			next = c.node(n.subs[i], next)
		}
		return next
	case choiceNode:
		last := len(n.subs) - 1
		first := c.node(n.subs[last], next)
		for i := last - 1; i >= 0; i-- {
			first = c.add(inst{op: opSplit, next: c.node(n.subs[i], next), alt: first})
		}
		return first
	case groupNode:
		next = c.add(inst{op: opSave, alt: int32(2*n.group + 1), next: next})
		next = c.node(n.subs[0], next)
		return c.add(inst{op: opSave, alt: int32(2 * n.group), next: next})
	case repeatNode:
		return c.repeat(n, next)
	}
	return c.add(inst{op: opAssert, kind: n.kind, next: next})
}

// repeat compiles n as copies: x{2,4} is xx(x(x)?)?, and x{2,} is xx+.
func (c *compiler) repeat(n *node, next int32) int32 {
	sub, least := n.subs[0], n.min
	switch {
	case n.max < 0 && least == 0 && sub.nullable:
		// (x+)? prefers the right match where x* would not.
		return c.add(inst{op: opSplit, next: c.plus(sub, next), alt: next})
	case n.max < 0 && least == 0:
		loop := c.add(inst{op: opSplit, alt: next})
		first := c.node(sub, loop)
		if !c.full {
			c.code[loop].next = first
		}
		return loop
	case n.max < 0:
		next = c.plus(sub, next)
		least--
	default:
		first := next
		for range n.max - least {
			if c.full {
				return 0
			}
			first = c.add(inst{op: opSplit, next: c.node(sub, first), alt: next})
		}
		next = first
	}
	for range least {
		if c.full {
			return 0
		}
		next = c.node(sub, next)
	}
	return next
}

func (c *compiler) plus(sub *node, next int32) int32 {
	loop := c.add(inst{op: opSplit, alt: next})
	first := c.node(sub, loop)
	if !c.full {
		c.code[loop].next = first
	}
	return first
}

// folded returns the one character for all cases of r.
func folded(r rune) rune {
	switch {
	case r >= badByte:
		return r
	case r < 128:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}
