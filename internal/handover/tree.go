package handover

import (
	"ftsh/parser/ast"
)

// position codes a place relative to the last one: most take three bytes.
func (c *coder) position(p *ast.Pos) {
	offset, line := int64(p.Offset)-int64(c.offset), int64(p.Line)-int64(c.line)
	number(c, &offset)
	number(c, &line)
	number(c, &p.Col)
	if !c.encoding {
		p.Offset, p.Line = uint32(int64(c.offset)+offset), uint32(int64(c.line)+line)
	}
	c.offset, c.line = p.Offset, p.Line
}

func (c *coder) span(s *ast.Span) {
	c.position(&s.From)
	c.position(&s.To)
}

func listNode(c *coder, n *ast.List) {
	c.span(&n.Span)
	nodes(c, &n.AndOrs, andOr)
}

func andOr(c *coder, n *ast.AndOr) {
	c.span(&n.Span)
	nodes(c, &n.Pipelines, pipeline)
	list(c, &n.Ops, func(c *coder, o *ast.AndOrOp) { enum(c, o, ast.Or) })
	if c.err == nil && len(n.Ops) != len(n.Pipelines)-1 {
		c.malformed("and-or list: operators", len(n.Ops))
	}
	flag(c, &n.Background)
}

func pipeline(c *coder, n *ast.Pipeline) {
	c.span(&n.Span)
	flag(c, &n.Negated)
	flag(c, &n.Timed)
	flag(c, &n.TimeP)
	list(c, &n.Commands, command)
}

// The tags of the commands in the stream.
const (
	tagSimple = 1 + iota
	tagRedirected
	tagBrace
	tagSubshell
	tagIf
	tagLoop
	tagFor
	tagCase
	tagFuncDecl
	tagTry
	tagForany
	tagForall
)

// as codes the tag of a node and the node, where the interface value in p says
// that it has type T, or the tag in the stream does.
func as[I any, T any](c *coder, p *I, fields func(*coder, *T)) {
	n, _ := any(*p).(*T)
	node(c, &n, fields)
	if !c.encoding && c.err == nil {
		*p = any(n).(I)
	}
}

func command(c *coder, p *ast.Command) {
	switch tag := c.uvarint(commandTag(*p)); tag {
	case tagSimple:
		as(c, p, simple)
	case tagRedirected:
		as(c, p, redirected)
	case tagBrace:
		as(c, p, func(c *coder, n *ast.Brace) { c.span(&n.Span); node(c, &n.Body, listNode) })
	case tagSubshell:
		as(c, p, func(c *coder, n *ast.Subshell) { c.span(&n.Span); node(c, &n.Body, listNode) })
	case tagIf:
		as(c, p, ifNode)
	case tagLoop:
		as(c, p, loop)
	case tagFor:
		as(c, p, forNode)
	case tagCase:
		as(c, p, caseNode)
	case tagFuncDecl:
		as(c, p, funcDecl)
	case tagTry:
		as(c, p, try)
	case tagForany:
		as(c, p, forany)
	case tagForall:
		as(c, p, forall)
	default:
		c.malformed("command of kind", tag)
	}
}

func commandTag(n ast.Command) uint64 {
	switch n.(type) {
	case *ast.Simple:
		return tagSimple
	case *ast.Redirected:
		return tagRedirected
	case *ast.Brace:
		return tagBrace
	case *ast.Subshell:
		return tagSubshell
	case *ast.If:
		return tagIf
	case *ast.Loop:
		return tagLoop
	case *ast.For:
		return tagFor
	case *ast.Case:
		return tagCase
	case *ast.FuncDecl:
		return tagFuncDecl
	case *ast.Try:
		return tagTry
	case *ast.Forany:
		return tagForany
	case *ast.Forall:
		return tagForall
	}
	return 0
}

func simple(c *coder, n *ast.Simple) {
	c.span(&n.Span)
	nodes(c, &n.Assigns, func(c *coder, n *ast.Assign) {
		c.span(&n.Span)
		text(c, &n.Name)
		node(c, &n.Value, word)
	})
	nodes(c, &n.Args, word)
	nodes(c, &n.Redirs, redirect)
}

func redirected(c *coder, n *ast.Redirected) {
	c.span(&n.Span)
	command(c, &n.Inner)
	nodes(c, &n.Redirs, redirect)
}

func redirect(c *coder, n *ast.Redirect) {
	c.span(&n.Span)
	number(c, &n.N)
	enum(c, &n.Op, ast.RedirHere)
	node(c, &n.Target, word)
	optional(c, &n.Here, word)
	flag(c, &n.HereQuoted)
	flag(c, &n.HereTabs)
}

func ifNode(c *coder, n *ast.If) {
	c.span(&n.Span)
	node(c, &n.Cond, listNode)
	node(c, &n.Then, listNode)
	nodes(c, &n.Elifs, func(c *coder, n *ast.Elif) {
		c.span(&n.Span)
		node(c, &n.Cond, listNode)
		node(c, &n.Then, listNode)
	})
	optional(c, &n.Else, listNode)
}

func loop(c *coder, n *ast.Loop) {
	c.span(&n.Span)
	flag(c, &n.Until)
	node(c, &n.Cond, listNode)
	node(c, &n.Body, listNode)
}

func forNode(c *coder, n *ast.For) {
	c.span(&n.Span)
	text(c, &n.Name)
	flag(c, &n.In)
	nodes(c, &n.Words, word)
	node(c, &n.Body, listNode)
}

func caseNode(c *coder, n *ast.Case) {
	c.span(&n.Span)
	node(c, &n.Word, word)
	nodes(c, &n.Items, func(c *coder, n *ast.CaseItem) {
		c.span(&n.Span)
		nodes(c, &n.Patterns, word)
		optional(c, &n.Body, listNode)
		flag(c, &n.FallThrough)
	})
}

func funcDecl(c *coder, n *ast.FuncDecl) {
	c.span(&n.Span)
	text(c, &n.Name)
	c.position(&n.BodyAt) // of no use: the body is there
	command(c, &n.Body)
}

func try(c *coder, n *ast.Try) {
	c.span(&n.Span)
	optional(c, &n.Limit.Times, word)
	optional(c, &n.Limit.For, duration)
	flag(c, &n.Limit.Forever)
	optional(c, &n.Every, duration)
	optional(c, &n.Timeout, duration)
	optional(c, &n.Backoff, func(c *coder, n *ast.Backoff) { c.span(&n.Span); nodes(c, &n.Words, word) })
	optional(c, &n.On, word)
	optional(c, &n.Except, word)
	flag(c, &n.Streaming)
	node(c, &n.Body, listNode)
	optional(c, &n.Check, listNode)
	optional(c, &n.Catch, listNode)
}

func duration(c *coder, n *ast.Duration) {
	c.span(&n.Span)
	nodes(c, &n.Words, word)
}

func forany(c *coder, n *ast.Forany) {
	c.span(&n.Span)
	text(c, &n.Name)
	c.position(&n.NamePos)
	flag(c, &n.Ordered)
	optional(c, &n.Timeout, duration)
	optional(c, &n.Hedge, duration)
	flag(c, &n.Streaming)
	flag(c, &n.In)
	nodes(c, &n.Words, word)
	node(c, &n.Body, listNode)
	optional(c, &n.Catch, listNode)
}

func forall(c *coder, n *ast.Forall) {
	c.span(&n.Span)
	text(c, &n.Name)
	c.position(&n.NamePos)
	optional(c, &n.Jobs, word)
	optional(c, &n.Timeout, duration)
	flag(c, &n.Keepgoing)
	flag(c, &n.Grouped)
	flag(c, &n.Tagged)
	flag(c, &n.In)
	nodes(c, &n.Words, word)
	node(c, &n.Body, listNode)
	optional(c, &n.Catch, listNode)
}

func word(c *coder, n *ast.Word) {
	c.span(&n.Span)
	list(c, &n.Parts, part)
	flag(c, &n.Assign)
}

// The tags of the parts of words in the stream.
const (
	tagLit = 1 + iota
	tagQuoted
	tagDblQuoted
	tagTilde
	tagParamExp
	tagCmdSubst
	tagArithExp
)

func part(c *coder, p *ast.WordPart) {
	switch tag := c.uvarint(partTag(*p)); tag {
	case tagLit:
		as(c, p, func(c *coder, n *ast.Lit) { c.span(&n.Span); text(c, &n.Value) })
	case tagQuoted:
		as(c, p, func(c *coder, n *ast.Quoted) { c.span(&n.Span); text(c, &n.Value) })
	case tagDblQuoted:
		as(c, p, func(c *coder, n *ast.DblQuoted) { c.span(&n.Span); list(c, &n.Parts, part) })
	case tagTilde:
		as(c, p, func(c *coder, n *ast.Tilde) { c.span(&n.Span); text(c, &n.User) })
	case tagParamExp:
		as(c, p, paramExp)
	case tagCmdSubst:
		as(c, p, func(c *coder, n *ast.CmdSubst) {
			c.span(&n.Span)
			flag(c, &n.Backquote)
			node(c, &n.Body, listNode)
		})
	case tagArithExp:
		as(c, p, func(c *coder, n *ast.ArithExp) { c.span(&n.Span); list(c, &n.Parts, part) })
	default:
		c.malformed("word part of kind", tag)
	}
}

func partTag(n ast.WordPart) uint64 {
	switch n.(type) {
	case *ast.Lit:
		return tagLit
	case *ast.Quoted:
		return tagQuoted
	case *ast.DblQuoted:
		return tagDblQuoted
	case *ast.Tilde:
		return tagTilde
	case *ast.ParamExp:
		return tagParamExp
	case *ast.CmdSubst:
		return tagCmdSubst
	case *ast.ArithExp:
		return tagArithExp
	}
	return 0
}

func paramExp(c *coder, n *ast.ParamExp) {
	c.span(&n.Span)
	text(c, &n.Name)
	enum(c, &n.Op, ast.ParamBad)
	flag(c, &n.Colon)
	flag(c, &n.Brace)
	optional(c, &n.Arg, word)
}
