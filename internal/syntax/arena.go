package syntax

import "ftsh/parser/ast"

// A slab hands out elements from blocks, so that a tree costs few allocations.
type slab[T any] struct {
	block    []T
	n        int
	recycled bool // blocks are used again, and may be big
}

func (s *slab[T]) get() *T {
	if s.n == len(s.block) {
		s.block, s.n = make([]T, s.size(1)), 0
	}
	s.n++
	return &s.block[s.n-1]
}

// keep copies the elements gathered on a stack.
func (s *slab[T]) keep(from []T) []T {
	if len(from) == 0 {
		return nil
	}
	if len(s.block)-s.n < len(from) {
		s.block, s.n = make([]T, s.size(len(from))), 0
	}
	out := s.block[s.n : s.n+len(from) : s.n+len(from)]
	s.n += len(from)
	if len(from) == 1 { // most are, and copy of pointers has a price
		out[0] = from[0]
	} else {
		copy(out, from)
	}
	return out
}

// recycle frees all elements of the newest block. Blocks double in size, so after a while there is
// only one.
func (s *slab[T]) recycle() {
	if s.n > 0 {
		clear(s.block[:s.n])
	}
	s.n, s.recycled = 0, true
}

// size returns the size of the next block. The first blocks are small, for the texts of eval and of
// traps. Later ones are bounded, so a function kept in memory does not keep much of its neighbours.
func (s *slab[T]) size(need int) int {
	limit := 64
	if s.recycled {
		limit = 4096
	}
	return max(4, need, min(2*len(s.block), limit))
}

// arena holds the nodes of a tree.
//
// Large: it has a slab for each type of node.
type arena struct {
	list     slab[ast.List]
	andOr    slab[ast.AndOr]
	pipeline slab[ast.Pipeline]
	simple   slab[ast.Simple]
	assign   slab[ast.Assign]
	redirect slab[ast.Redirect]
	word     slab[ast.Word]
	lit      slab[ast.Lit]
	quoted   slab[ast.Quoted]
	dbl      slab[ast.DblQuoted]
	param    slab[ast.ParamExp]
	subst    slab[ast.CmdSubst]
	item     slab[ast.CaseItem]
	arith    slab[ast.ArithExp]
	brace    slab[ast.Brace]
	subshell slab[ast.Subshell]
	ifs      slab[ast.If]
	loop     slab[ast.Loop]
	fors     slab[ast.For]
	cases    slab[ast.Case]
	function slab[ast.FuncDecl]
	unread   slab[Unread]
	redir    slab[ast.Redirected]

	andOrs    slab[*ast.AndOr]
	pipelines slab[*ast.Pipeline]
	ops       slab[ast.AndOrOp]
	commands  slab[ast.Command]
	assigns   slab[*ast.Assign]
	redirects slab[*ast.Redirect]
	words     slab[*ast.Word]
	parts     slab[ast.WordPart]
	items     slab[*ast.CaseItem]
}

// recycle frees every node. The trees handed out so far must not be used any more.
func (a *arena) recycle() {
	a.list.recycle()
	a.andOr.recycle()
	a.pipeline.recycle()
	a.simple.recycle()
	a.assign.recycle()
	a.redirect.recycle()
	a.word.recycle()
	a.lit.recycle()
	a.quoted.recycle()
	a.dbl.recycle()
	a.param.recycle()
	a.subst.recycle()
	a.item.recycle()
	a.arith.recycle()
	a.brace.recycle()
	a.subshell.recycle()
	a.ifs.recycle()
	a.loop.recycle()
	a.fors.recycle()
	a.cases.recycle()
	a.function.recycle()
	a.unread.recycle()
	a.redir.recycle()
	a.andOrs.recycle()
	a.pipelines.recycle()
	a.ops.recycle()
	a.commands.recycle()
	a.assigns.recycle()
	a.redirects.recycle()
	a.words.recycle()
	a.parts.recycle()
	a.items.recycle()
}

// stacks gather the elements of lists of a length not yet known.
type stacks struct {
	andOrs    []*ast.AndOr
	pipelines []*ast.Pipeline
	ops       []ast.AndOrOp
	commands  []ast.Command
	assigns   []*ast.Assign
	redirects []*ast.Redirect
	words     []*ast.Word
	parts     []ast.WordPart
	items     []*ast.CaseItem
	text      []byte
}

// A small is room for the tree of a short text, in one piece. Most texts of eval and of traps are
// short, and a parser for one should cost little.
type small struct {
	list      [2]ast.List
	andOr     [4]ast.AndOr
	pipeline  [4]ast.Pipeline
	simple    [4]ast.Simple
	assign    [2]ast.Assign
	word      [8]ast.Word
	lit       [8]ast.Lit
	dbl       [2]ast.DblQuoted
	param     [2]ast.ParamExp
	andOrs    [4]*ast.AndOr
	pipelines [4]*ast.Pipeline
	commands  [4]ast.Command
	words     [8]*ast.Word
	parts     [12]ast.WordPart
}

// begin gives the arena its first room.
func (a *arena) begin() {
	s := new(small)
	a.list.block = s.list[:]
	a.andOr.block = s.andOr[:]
	a.pipeline.block = s.pipeline[:]
	a.simple.block = s.simple[:]
	a.assign.block = s.assign[:]
	a.word.block = s.word[:]
	a.lit.block = s.lit[:]
	a.dbl.block = s.dbl[:]
	a.param.block = s.param[:]
	a.andOrs.block = s.andOrs[:]
	a.pipelines.block = s.pipelines[:]
	a.commands.block = s.commands[:]
	a.words.block = s.words[:]
	a.parts.block = s.parts[:]
}

// room holds the stacks of a short text.
type room struct {
	andOrs    [8]*ast.AndOr
	pipelines [8]*ast.Pipeline
	commands  [8]ast.Command
	words     [16]*ast.Word
	parts     [16]ast.WordPart
	starts    [8]uint32
}

// begin gives the stacks their first room.
func (s *stacks) begin(r *room) {
	s.andOrs, s.pipelines, s.commands = r.andOrs[:0], r.pipelines[:0], r.commands[:0]
	s.words, s.parts = r.words[:0], r.parts[:0]
}
