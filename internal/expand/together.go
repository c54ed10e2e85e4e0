package expand

import "ftsh/parser/ast"

// A togetherPart is the content of one pair of double quotes with "$@". Without parameters, the
// quotes make no field if the rest of them is empty, as in bash, ksh93 and yash (XCU 2.5.2 says only
// of $@ itself that it makes none).
type togetherPart struct{ parts []part }

// together compiles the parts of double quotes.
func (c *Compiler) together(dst []part, ps []ast.WordPart) []part {
	inner := c.compile(nil, ps, quoted)
	if len(inner) == 1 || !hasAt(ps) {
		return append(dst, inner...)
	}
	if c.Bash {
		return append(dst, &listsPart{inner})
	}
	return append(dst, &togetherPart{inner})
}

func hasAt(ps []ast.WordPart) bool {
	for _, p := range ps {
		if e, ok := p.(*ast.ParamExp); ok && e.Name == "@" && e.Op == ast.ParamPlain {
			return true
		}
		if _, ok := p.(*ast.BashExp); ok { // perhaps one like it
			return true
		}
	}
	return false
}

func (p *togetherPart) emit(x *expansion) error {
	if x.mode != modeFields || len(x.sh.Params()) > 0 {
		return x.emit(p.parts)
	}
	started, fields, bytes := x.started, len(x.fields), x.len()
	if err := x.emit(p.parts); err != nil {
		return err
	}
	if len(x.fields) == fields && x.len() == bytes {
		x.started = started
	}
	return nil
}

// A listsPart is a togetherPart in the dialect of bash, where there are lists beside "$@".
type listsPart struct{ parts []part }

func (p *listsPart) emit(x *expansion) error {
	started, fields, bytes := x.started, len(x.fields), x.len()
	some, none := x.some, x.none
	x.some, x.none = false, false
	if err := x.emit(p.parts); err != nil {
		return err
	}
	if x.none && !x.some && len(x.fields) == fields && x.len() == bytes && x.mode == modeFields {
		x.started = started
	}
	x.some, x.none = some, none
	return nil
}
