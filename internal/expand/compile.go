package expand

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A quoting is the context of a part.
type quoting uint8

const (
	unquoted quoting = iota // literal text is neither quoted nor split
	operand                 // in an unquoted ${x-word}: literal text is split, too
	quoted                  // in double quotes or a here-document
)

// compile appends the compiled form of the parts ps.
func (c *Compiler) compile(dst []part, ps []ast.WordPart, at quoting) []part {
	c.depth++
	defer func() { c.depth-- }()
	if len(ps) > 8 { // perhaps a long here-document
		dst = slices.Grow(dst, len(ps))
	}
	for i, p := range ps {
		switch p := p.(type) {
		case *ast.Lit:
			dst = appendText(dst, p.Value, at)
		case *ast.Quoted:
			dst = appendText(dst, p.Value, quoted)
		case *ast.DblQuoted:
			if len(p.Parts) == 0 {
				dst = appendText(dst, "", quoted)
			}
			dst = c.together(dst, p.Parts)
		case *ast.Tilde:
			dst = append(dst, &tildePart{user: p.User, slash: startsWithSlash(ps[i+1:]),
				operand: at == operand, dir: c.bashDir(p.User)})
		case *ast.ParamExp:
			dst = append(dst, c.param(p, at))
		case *ast.BashExp:
			dst = append(dst, c.bashExp(p, at))
		case *ast.CmdSubst:
			dst = append(dst, &substPart{run: c.subst(p), quoted: at == quoted})
		case *ast.ProcSubst:
			dst = append(dst, &substPart{run: c.Process(p), quoted: true})
		case *ast.ArithExp:
			dst = append(dst, c.arith(p, at == quoted))
		case *ast.ArrayValue:
			dst = append(dst, &substPart{run: c.Array(p), quoted: true})
		}
	}
	return dst
}

func (c *Compiler) subst(n *ast.CmdSubst) Subst {
	depth := c.depth
	c.depth = 0
	s := c.Subst(n, depth)
	c.depth = depth
	return s
}

func startsWithSlash(ps []ast.WordPart) bool {
	if len(ps) == 0 {
		return false
	}
	l, ok := ps[0].(*ast.Lit)
	return ok && strings.HasPrefix(l.Value, "/")
}

// appendText appends literal text, joined to preceding text with the same quoting.
func appendText(dst []part, s string, at quoting) []part {
	if at == operand {
		return append(dst, operandPart(s))
	}
	isQuoted := at == quoted
	meta := !isQuoted && hasMeta(s)
	if len(dst) > 0 {
		if last, ok := dst[len(dst)-1].(*textPart); ok && last.quoted == isQuoted {
			last.join(s)
			last.meta = last.meta || meta
			return dst
		}
	}
	return append(dst, &textPart{text: s, quoted: isQuoted, meta: meta})
}

// A textPart is literal text.
type textPart struct {
	text   string
	quoted bool
	meta   bool // has an unquoted * ? or [

	joined *strings.Builder // text if joined: many pieces take linear time
}

func (p *textPart) join(s string) {
	if p.joined == nil {
		p.joined = new(strings.Builder)
		p.joined.WriteString(p.text)
	}
	p.joined.WriteString(s)
	p.text = p.joined.String()
}

func (p *textPart) emit(x *expansion) error {
	x.meta = x.meta || p.meta
	x.add(p.text, p.quoted)
	return nil
}

// An operandPart is literal text in the word of an unquoted ${x-word}: the result of an expansion,
// and split like one.
type operandPart string

func (p operandPart) emit(x *expansion) error { return x.split(string(p)) }

// A tildePart is a tilde-prefix. Its result is quoted; the prefix of an unknown user stays as
// written, perhaps a pattern. A final slash of a home directory is dropped before another slash, so
// that ~/x is never //x.
type tildePart struct {
	user    string
	slash   bool
	operand bool   // in the word of an unquoted ${x-word}
	dir     string // bash's ~+ and ~-: the variable with the directory
}

func (p *tildePart) emit(x *expansion) error {
	var home string
	var ok bool
	if p.dir == "" {
		home, ok = x.sh.Home(p.user)
	} else {
		home, ok = x.sh.Vars().Lookup(p.dir)
	}
	if !ok && p.operand {
		return x.split("~" + p.user)
	}
	if !ok {
		x.meta = x.meta || hasMeta(p.user)
		x.add("~"+p.user, false)
		return nil
	}
	if p.slash {
		home = strings.TrimSuffix(home, "/")
	}
	x.add(home, true)
	return nil
}

// bashDir returns the variable that ~+ or ~- stands for in the dialect of bash, else "".
func (c *Compiler) bashDir(user string) string {
	switch {
	case !c.Bash:
	case user == "+":
		return "PWD"
	case user == "-":
		return "OLDPWD"
	}
	return ""
}

// A substPart is a command substitution.
type substPart struct {
	run    Subst
	quoted bool
}

func (p *substPart) value(sh Shell) (string, error) { return p.run(sh) }
func (p *substPart) isQuoted() bool                 { return p.quoted }

func (p *substPart) emit(x *expansion) error {
	s, err := p.run(x.sh)
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}
