package expand

import (
	"fmt"
	"strings"

	"ftsh/internal/arith"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// maxHoles is how many expansions a template may have.
const maxHoles = 4

// A template is an arithmetic expression like $(($x + $1)), parsed with a variable in the place of
// each expansion. If all of them yield decimal numbers, as they mostly do, its value is the value
// of the expanded text, without parsing it.
type template struct {
	expr  *arith.Expr
	holes []*plainPart
}

// holePrefix starts the name of a variable in place of an expansion.
const holePrefix = "__ftsh_hole_"

// template returns the template of an expression. nil: it has an expansion other than a parameter's
// value, or one that touches a name or number, or is assigned to.
func (c *Compiler) template(parts []part) *template {
	var src strings.Builder
	t := new(template)
	bound := false // an expansion is the last thing in src
	for _, p := range parts {
		switch p := p.(type) {
		case *textPart:
			if strings.Contains(p.text, holePrefix) || bound &&
				(startsWithWord(p.text) || startsWithAssignment(p.text)) {
				return nil
			}
			src.WriteString(p.text)
			bound = bound && p.text == ""
		case *plainPart:
			if s := src.String(); len(t.holes) == maxHoles || bound || s != "" &&
				isWordByte(s[len(s)-1]) {
				return nil
			}
			fmt.Fprintf(&src, "%s%d", holePrefix, len(t.holes))
			t.holes = append(t.holes, p)
			bound = true
		default:
			return nil
		}
	}
	expr, err := arith.Parse(src.String(), func(name string) int {
		if n, ok := strings.CutPrefix(name, holePrefix); ok {
			return -1 - int(n[0]-'0')
		}
		return int(c.Names.Ref(name))
	})
	if err != nil {
		return nil
	}
	t.expr = expr
	return t
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

func startsWithWord(s string) bool { return s != "" && isWordByte(s[0]) }

// startsWithAssignment reports whether s continues with = or an operator like +=.
func startsWithAssignment(s string) bool {
	s = strings.TrimLeft(s, " \t\n\v\f\r\\")
	i := 0
	for i < len(s) && strings.IndexByte("+-*/%<>&^|", s[i]) >= 0 {
		i++
	}
	switch {
	case i == len(s) || s[i] != '=':
		return false
	case i == 0:
		return !strings.HasPrefix(s, "==")
	}
	return s[:i+1] != "<=" && s[:i+1] != ">="
}

// eval evaluates t; ok is false if a value is no plain number.
func (t *template) eval(c *Compiler, sh Shell) (n int64, ok bool, err error) {
	x := c.begin(sh, modeText, nil)
	defer c.release(x)
	x.holes = x.holes[:0]
	x.strict = sh.Options().Has(option.NoUnset)
	for _, h := range t.holes {
		s, err := h.value(sh)
		if err != nil {
			return 0, true, err
		}
		if !isDecimal(s) {
			return 0, false, nil
		}
		x.holes = append(x.holes, s)
	}
	env := (*holeSlots)(x)
	n, err = t.expr.Eval(env)
	return n, true, err
}

// isDecimal reports whether s is a number in the form of expressions: not octal, not near the
// limits.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || len(s) > 18 || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// holeSlots is an expansion as an arith.Env: negative slots are its holes.
type holeSlots expansion

func (h *holeSlots) Get(slot int) (string, bool, error) {
	if slot < 0 {
		return h.holes[-1-slot], true, nil
	}
	if h.strict {
		return (*strictSlots)(h.sh.Vars()).Get(slot)
	}
	return (*slots)(h.sh.Vars()).Get(slot)
}

func (h *holeSlots) Set(slot int, value string) error {
	return h.sh.Vars().Set(vars.Ref(slot), value)
}
