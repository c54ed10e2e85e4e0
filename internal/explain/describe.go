package explain

import (
	"fmt"
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// A description is the text about one block in the making.
type description struct {
	e     *explainer
	place nesting
}

func (d *description) row(label, text string) {
	if text != "" {
		fmt.Fprintf(&d.e.out, "%s    %-11s %s\n", indent(d.place.depth), label,
			strings.TrimRight(text, " "))
	}
}

func indent(depth int) string { return strings.Repeat("    ", depth) }

func line(n ast.Node) string { return strconv.Itoa(int(n.Pos().Line)) }

// begin writes the place of a block, and its header. Blocks in the header come before it.
func (e *explainer) begin(pl *plan, p nesting) *description {
	if w := clausesOf(pl.node).Journal; w != nil {
		pl.header = append(pl.header, w)
	}
	if s := clausesOf(pl.node).Scratch; s != nil {
		pl.header = append(pl.header, s)
	}
	for _, n := range pl.header {
		e.blocksIn(n, p)
	}
	e.blocks++
	fmt.Fprintf(&e.out, "\n%s%s: %s\n", indent(p.depth), e.at(pl.node), e.headerOf(pl))
	d := &description{e, p}
	d.row("where", p.how)
	return d
}

// headerOf returns the header as written: from the block's word to the separator before the body,
// after the last word with any content.
func (e *explainer) headerOf(pl *plan) string {
	from := int(pl.node.Pos().Offset)
	to := from
	for _, n := range pl.header {
		to = max(to, int(n.End().Offset))
	}
	for to < len(e.text) && e.text[to] != ';' && e.text[to] != '#' {
		if e.text[to] == '\n' && (to == 0 || e.text[to-1] != '\\') {
			break
		}
		to++
	}
	return e.cut(from, to)
}

// limits describes a block's time limits. each is the thing limited by the timeout.
func limits(pl *plan, each string) string {
	var parts []string
	for _, l := range []struct {
		b    bound
		what string
	}{{pl.limit, ""}, {pl.timeout, " for " + each}} {
		switch l.b.kind {
		case finite:
			text := human(l.b.max) + l.what
			if _, note, ok := strings.Cut(l.b.why, ", "); ok {
				text += " (" + note + ")"
			}
			parts = append(parts, text)
		case runtime:
			_, note, _ := strings.Cut(l.b.why, ", ")
			parts = append(parts, "known at run time"+l.what+": "+note)
		}
	}
	return strings.Join(parts, "; ")
}

// end writes the worst case, and the blocks in the block's lists.
func (e *explainer) end(d *description, pl *plan, body, sense, check, catch *ast.List) {
	p := d.place
	e.scratch(d, clausesOf(pl.node))
	e.journal(d, clausesOf(pl.node))
	contained(d, clausesOf(pl.node))
	d.row("worst case", tighter(pl.own, p.around).String())
	inside := p.within()
	inside.around = pl.inside(p)
	e.blocksIn(body, inside)
	if sense != nil {
		inside.how = "in the sense list of line " + line(pl.node)
		e.blocksIn(sense, inside)
	}
	if check != nil {
		inside = p.within()
		inside.how = "in the check list of line " + line(pl.node)
		e.blocksIn(check, inside)
	}
	if catch != nil {
		inside = p.within()
		inside.how = "in the catch list of line " + line(pl.node)
		e.blocksIn(catch, inside)
	}
}
