package expand

import (
	"strconv"
	"strings"

	"ftsh/internal/quote"
	"ftsh/internal/vars"
)

// declared adds ${x@a}, the letters of the attributes, or ${x@A}, a command that makes the variable.
func (p *bashPart) declared(x *expansion, src *source, s string, set bool) error {
	letters := ""
	if src.kind == variable {
		letters = x.sh.Vars().Attrs(src.ref).Letters()
	}
	if !set && letters == "" {
		if err := src.needed(x.sh); err != nil {
			return err
		}
	}
	if p.letter == 'a' {
		return x.value(letters, p.quoted)
	}
	text := ""
	if set && src.kind == variable {
		text = src.name + "=" + quote.Single(s)
	} else if letters != "" {
		text = src.name
	}
	if letters != "" {
		text = "declare -" + letters + " " + text
	}
	return x.value(text, p.quoted)
}

// described adds ${a[@]@a} and ${a[@]@A} as declared does, and ${a[@]@K} and ${a[@]@k}: keys with
// their values, in one word or in many.
func (p *bashPart) described(x *expansion, src *source, values []string) error {
	v := x.sh.Vars()
	isArray := src.isArray(x.sh)
	switch {
	case p.letter == 'a':
		letters := ""
		if src.kind == variable {
			letters = v.Attrs(src.ref).Letters()
		}
		values = p.letters(x.sh, src, letters, len(values))
	case p.letter == 'A' && len(values) == 0 &&
		(src.kind != variable || !isArray && v.Attrs(src.ref).Letters() == ""): // nothing to declare
	case p.letter == 'A' && src.kind != variable:
		quoted := []string{"set", "--"}
		for _, s := range values {
			quoted = append(quoted, quote.Single(s))
		}
		values = quoted
	case p.letter == 'A' && !isArray:
		s, set, err := "", len(values) > 0, error(nil)
		if set {
			s = values[0]
		}
		if err = p.declared(x, src, s, set); err != nil {
			return err
		}
		return nil
	case p.letter == 'A':
		attrs := v.Attrs(src.ref)
		values = []string{"declare", "-" + attrs.Letters(), src.name}
		if attrs&vars.IsSet != 0 {
			values[2] += "=(" + p.pairs(x.sh, src, true) + ")"
		}
	case !isArray:
		quoted := make([]string, len(values))
		for i, s := range values {
			quoted[i] = quote.Single(s)
		}
		values = quoted
	case p.letter == 'K':
		if len(values) > 0 {
			values = []string{p.pairs(x.sh, src, false)}
		}
	default:
		keys := src.keys(x.sh)
		both := make([]string, 0, 2*len(keys))
		for i, k := range keys {
			both = append(both, k, values[i])
		}
		values = both
	}
	return p.all(x, src.list, values)
}

// letters returns the values of ${a[@]@a}: letters for each of n values, or once for an array that is
// not set. As in bash there are none for a variable without attributes.
func (p *bashPart) letters(sh Shell, src *source, letters string, n int) []string {
	if src.kind == variable {
		switch {
		case letters == "":
			n = 0
		case sh.Vars().Attrs(src.ref)&vars.IsSet == 0:
			n = 1
		}
	}
	values := make([]string, n)
	for i := range values {
		values[i] = letters
	}
	return values
}

// pairs returns the elements of an array as text: [key]="value" or key "value", as bash writes them.
func (p *bashPart) pairs(sh Shell, src *source, brackets bool) string {
	var b strings.Builder
	pair := func(key, value string) {
		if brackets {
			key = "[" + key + "]="
		} else {
			key += " "
		}
		b.WriteString(key + quote.Double(value))
	}
	if a := sh.Vars().Assoc(src.ref); a != nil {
		for k, v := range a.All() {
			pair(quote.Key(k), v)
			b.WriteByte(' ')
		}
		return b.String()
	}
	for i, v := range sh.Vars().Indexed(src.ref).All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		pair(strconv.Itoa(i), v)
	}
	return b.String()
}
