package expand

import (
	"strings"

	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A listPart is an expansion of $@ or $*. Details left open by POSIX are as in dash: both
// parameters always count as set, and as null if their joined values are (separate ones never are);
// ${#@} is the length of the joined values; a prefix is removed from the first value only, a suffix
// from the last.
type listPart struct {
	switchPart
	star bool
	bash bool // in the dialect of bash
	ifs  vars.Ref
	trim *trimmer
}

func (c *Compiler) listParam(e *ast.ParamExp, at quoting) part {
	p := &listPart{star: e.Name == "*", bash: c.Bash, ifs: c.Names.IFS()}
	p.pos, p.name, p.op, p.colon, p.quoted = e.Pos(), e.Name, e.Op, e.Colon, at == quoted
	p.kind = special
	switch e.Op {
	case ast.ParamPlain, ast.ParamLength:
	case ast.ParamSmallSuffix, ast.ParamLargeSuffix, ast.ParamSmallPrefix, ast.ParamLargePrefix:
		p.trim = c.trimmer(e)
	default:
		p.word = c.operand(e.Arg, at)
	}
	return p
}

func (p *listPart) emit(x *expansion) error {
	ps := x.sh.Params()
	switch p.op {
	case ast.ParamPlain:
		return p.all(x, ps)
	case ast.ParamLength:
		return x.value(length(x.sh, strings.Join(ps, separator(x.sh, p.ifs))), p.quoted)
	case ast.ParamSmallSuffix, ast.ParamLargeSuffix, ast.ParamSmallPrefix, ast.ParamLargePrefix:
		ps, err := p.trimmed(x, ps)
		if err != nil {
			return err
		}
		return p.all(x, ps)
	}
	return p.choose(x, !p.colon || !p.null(x, ps), func() error {
		x.started = x.started || p.quoted
		return p.all(x, ps)
	})
}

// null reports whether the values are null: as one string if they are joined, else only if there is
// at most one.
func (p *listPart) null(x *expansion, ps []string) bool {
	if len(ps) > 1 && (!p.joins(x) || separator(x.sh, p.ifs) != "") {
		return false
	}
	return strings.Join(ps, "") == ""
}

// trimmed returns ps with the pattern removed.
func (p *listPart) trimmed(x *expansion, ps []string) ([]string, error) {
	if len(ps) == 0 {
		return nil, nil
	}
	if p.joins(x) {
		ps = []string{strings.Join(ps, separator(x.sh, p.ifs))}
	} else {
		ps = append([]string(nil), ps...)
	}
	i := 0
	if p.op == ast.ParamSmallSuffix || p.op == ast.ParamLargeSuffix {
		i = len(ps) - 1
	}
	s, err := p.trim.apply(x.sh, ps[i])
	ps[i] = s
	return ps, err
}

// joins reports whether the parameters become one string.
func (p *listPart) joins(x *expansion) bool { return x.mode != modeFields || p.quoted && p.star }

// all adds the values ps.
func (p *listPart) all(x *expansion, ps []string) error {
	if p.bash && !p.star {
		x.some, x.none = x.some || len(ps) > 0, x.none || len(ps) == 0
	}
	if p.joins(x) {
		return p.joined(x, ps)
	}
	if p.bash && !p.quoted {
		if sep := separator(x.sh, p.ifs); sep != "" && strings.Trim(sep, defaultIFS) != "" {
			return x.split(strings.Join(ps, sep)) // empty values remain
		}
	}
	for i, s := range ps {
		if i > 0 {
			if err := x.cut(); err != nil {
				return err
			}
		}
		if err := x.value(s, p.quoted); err != nil {
			return err
		}
	}
	return nil
}

func (p *listPart) joined(x *expansion, ps []string) error {
	if p.star && p.quoted {
		x.started = true
	}
	sep := ""
	if len(ps) > 1 {
		sep = separator(x.sh, p.ifs)
		if p.bash && !p.star {
			sep = " "
		}
	}
	for i, s := range ps {
		if i > 0 {
			x.add(sep, p.quoted)
		}
		x.add(s, p.quoted)
	}
	return nil
}
