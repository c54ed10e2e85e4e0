package printer

import (
	"strings"

	"ftsh/parser/ast"
)

// bashExp writes a parameter expansion of bash.
func (p *printer) bashExp(n *ast.BashExp, quoted bool) {
	p.add("${")
	switch {
	case n.Op == ast.ParamLength:
		p.add("#")
	case n.Indirect, n.Op == ast.ParamKeys, n.Op == ast.ParamNames:
		p.add("!")
	}
	p.add(n.Name)
	if n.Subscript != nil {
		p.subscript(n.Subscript)
	}
	if n.Colon {
		p.add(":")
	}
	switch n.Op {
	case ast.ParamPlain, ast.ParamLength, ast.ParamKeys:
	case ast.ParamNames:
		p.add(string(rune(n.Letter)))
	case ast.ParamTransform:
		p.add("@", string(rune(n.Letter)))
	case ast.ParamReplace, ast.ParamReplacePrefix, ast.ParamReplaceSuffix:
		p.replacement(n)
	case ast.ParamUpper, ast.ParamLower, ast.ParamToggle:
		sign := map[ast.ParamOp]string{ast.ParamUpper: "^", ast.ParamLower: ",",
			ast.ParamToggle: "~"}[n.Op]
		if n.All {
			sign += sign
		}
		p.add(sign)
		p.word(n.Arg)
	case ast.ParamSlice:
		p.add(":")
		if startsLikeOperator(n.Offset.Parts) {
			p.add(" ") // -1 is not the word of :-
		}
		p.arith(n.Offset)
		if n.Length != nil {
			p.add(":")
			p.arith(n.Length)
		}
	case ast.ParamBad:
		p.word(n.Arg)
	default:
		p.operator(n.Op, n.Arg, quoted)
	}
	p.add("}")
}

// startsLikeOperator reports whether the text of an expression would make another operator of a
// colon.
func startsLikeOperator(parts []ast.WordPart) bool {
	if len(parts) == 0 {
		return false
	}
	l, ok := parts[0].(*ast.Lit)
	return ok && l.Value != "" && strings.IndexByte("-=?+", l.Value[0]) >= 0
}

// replacement writes /pattern/text.
func (p *printer) replacement(n *ast.BashExp) {
	p.add("/")
	switch {
	case n.All:
		p.add("/")
	case n.Op == ast.ParamReplacePrefix:
		p.add("#")
	case n.Op == ast.ParamReplaceSuffix:
		p.add("%")
	}
	p.word(n.Arg)
	if n.With != nil {
		p.add("/")
		p.word(n.With)
	}
}
