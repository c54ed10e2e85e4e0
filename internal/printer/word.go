package printer

import (
	"strings"

	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

func (p *printer) word(w *ast.Word) {
	if w == nil {
		return
	}
	if p.src != nil {
		to := w.To
		if strings.HasSuffix(p.src.text[w.From.Offset:to.Offset], "\\\n") {
			to.Offset -= uint32(len("\\\n")) // the line goes on without it
		}
		if n := len(w.Parts); n > 0 {
			if a, ok := w.Parts[n-1].(*ast.ArrayValue); ok {
				p.forgetComments(a)
			}
		}
		p.spelled(w.From, to, w)
		return
	}
	for i := 0; i < len(w.Parts); i++ {
		if _, ok := w.Parts[i].(*ast.Quoted); !ok {
			p.wordPart(w.Parts[i], false)
			continue
		}
		// Pieces quoted by backslashes stand next to each other.
		var text strings.Builder
		for ; i < len(w.Parts); i++ {
			q, ok := w.Parts[i].(*ast.Quoted)
			if !ok {
				break
			}
			text.WriteString(q.Value)
		}
		i--
		p.add(quote.Shell(text.String()))
	}
}

// wordPart writes a piece of a word, in double quotes or not.
func (p *printer) wordPart(part ast.WordPart, quoted bool) {
	switch n := part.(type) {
	case *ast.Lit:
		if quoted {
			p.add(inQuotes(n.Value))
		} else {
			p.add(n.Value)
		}
	case *ast.Quoted:
		if quoted {
			p.add(inQuotes(n.Value))
		} else {
			p.add(quote.Shell(n.Value))
		}
	case *ast.DblQuoted:
		p.add(`"`)
		p.quoted(n.Parts)
		p.add(`"`)
	case *ast.Tilde:
		p.add("~", n.User)
	case *ast.ParamExp:
		p.parameter(n, quoted)
	case *ast.BashExp:
		p.bashExp(n, quoted)
	case *ast.CmdSubst:
		p.substitution(n)
	case *ast.ProcSubst:
		p.process(n)
	case *ast.ArithExp:
		p.add("$((")
		p.quoted(n.Parts)
		p.add("))")
	case *ast.ArrayValue:
		p.array(n)
	}
}

// quoted writes pieces in double quotes, or as if in them.
func (p *printer) quoted(parts []ast.WordPart) {
	for _, part := range parts {
		p.wordPart(part, true)
	}
}

// inQuotes returns text in its form within double quotes (XCU 2.2.3).
func inQuotes(text string) string {
	if !strings.ContainsAny(text, "\\\"$`") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '$' || c == '`', c == '\\' &&
			(i+1 == len(text) || strings.IndexByte("\\\"$`\n", text[i+1]) >= 0):
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func (p *printer) parameter(n *ast.ParamExp, quoted bool) {
	if n.Op == ast.ParamPlain {
		if n.Brace {
			p.add("${", n.Name, "}")
		} else {
			p.add("$", n.Name)
		}
		return
	}
	if n.Op == ast.ParamLength {
		p.add("${#", n.Name, "}")
		return
	}
	p.add("${", n.Name)
	if n.Colon {
		p.add(":")
	}
	p.operator(n.Op, n.Arg, quoted)
	p.add("}")
}

// operator writes an operator of POSIX with its word.
func (p *printer) operator(op ast.ParamOp, arg *ast.Word, quoted bool) {
	switch op {
	case ast.ParamDefault:
		p.add("-")
	case ast.ParamAssign:
		p.add("=")
	case ast.ParamError:
		p.add("?")
	case ast.ParamAlternate:
		p.add("+")
	case ast.ParamSmallSuffix:
		p.add("%")
	case ast.ParamLargeSuffix:
		p.add("%%")
	case ast.ParamSmallPrefix:
		p.add("#")
	case ast.ParamLargePrefix:
		p.add("##")
	case ast.ParamBad:
		p.add("!")
	}
	switch {
	case arg == nil:
	case quoted:
		p.quoted(arg.Parts)
	default:
		p.word(arg)
	}
}
