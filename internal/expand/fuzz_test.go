package expand_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ftsh/internal/expand"
	"ftsh/internal/option"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// splitSlowly is field splitting in the words of XCU 2.6.5.
func splitSlowly(s, ifs string) []string {
	if ifs == "" {
		if s == "" {
			return nil
		}
		return []string{s}
	}
	in, separators := chars(s), chars(ifs)
	isIFS := func(i int) bool { return i < len(in) && slices.Contains(separators, in[i]) }
	isSpace := func(i int) bool { return isIFS(i) && strings.Contains(" \t\n", in[i]) }
	var fields []string
	i := 0
	for isSpace(i) {
		i++
	}
	for i < len(in) {
		field := ""
		for ; i < len(in) && !isIFS(i); i++ {
			field += in[i]
		}
		fields = append(fields, field)
		for isSpace(i) {
			i++
		}
		if isIFS(i) {
			i++
		}
		for isSpace(i) {
			i++
		}
	}
	return fields
}

func chars(s string) []string {
	var cs []string
	for s != "" {
		_, n := utf8.DecodeRuneInString(s)
		cs = append(cs, s[:n])
		s = s[n:]
	}
	return cs
}

func FuzzSplit(f *testing.F) {
	f.Add("a b  c ", "", " \t\n")
	f.Add(" a : b::c", ": ", " :")
	f.Add("aébü", "éc", "éü ")
	f.Add("a\xffb", "\xff", "\xff")
	f.Add("x", ": y", ": ")
	f.Fuzz(func(t *testing.T, x, y, ifs string) {
		if len(x)+len(y)+len(ifs) > 300 {
			return
		}
		if !slices.Equal(chars(x+y), append(chars(x), chars(y)...)) {
			y = "" // a character must not be made of two values
		}
		fr := newFrame()
		for name, value := range map[string]string{"x": x, "y": y, "IFS": ifs} {
			if err := fr.vars.Assign(name, value); err != nil {
				t.Fatal(err)
			}
		}
		fr.opts = fr.opts.With(option.NoGlob)
		c := fr.compiler()
		for _, k := range []struct{ script, value string }{{"p $x$y", x + y}, {"p $x", x}} {
			got, err := c.Word(parse(k.script)[0].Args[1]).Fields(fr, nil)
			if want := splitSlowly(k.value, ifs); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: x=%q y=%q IFS=%q: %q, %v; want %q", k.script, x, y, ifs, got,
					err, want)
			}
		}
	})
}

// A grower makes a tree out of bytes.
type grower struct {
	data  []byte
	depth int
}

func (g *grower) next() byte {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return b
}

func (g *grower) text() string {
	n := min(int(g.next()%5), len(g.data))
	s := string(g.data[:n])
	g.data = g.data[n:]
	return s
}

func (g *grower) parts() []ast.WordPart {
	var ps []ast.WordPart
	if g.depth++; g.depth < 6 {
		for n := g.next() % 4; n > 0; n-- {
			ps = append(ps, g.part())
		}
	}
	g.depth--
	return ps
}

func (g *grower) part() ast.WordPart {
	switch g.next() % 8 {
	case 0:
		return &ast.Quoted{Value: g.text()}
	case 1:
		return &ast.DblQuoted{Parts: g.parts()}
	case 2:
		return &ast.Tilde{User: strings.Repeat("u", int(g.next()%2))}
	case 3, 4:
		names := []string{"x", "y", "@", "*", "#", "1", "2", "10", "?", "!", "-", "$", "0", "IFS"}
		e := &ast.ParamExp{Name: names[int(g.next())%len(names)], Op: ast.ParamOp(g.next() % 11)}
		e.Colon = g.next()%2 == 0
		if e.Op > ast.ParamLength {
			e.Arg = &ast.Word{Parts: g.parts()}
		}
		return e
	case 5:
		return &ast.ArithExp{Parts: append([]ast.WordPart{&ast.Lit{Value: g.text()}}, g.parts()...)}
	}
	return &ast.Lit{Value: strings.ReplaceAll(g.text(), "\\", "*")}
}

// FuzzWord checks that no word makes the expansion panic, and that its three forms agree.
func FuzzWord(f *testing.F) {
	f.Add([]byte("\x02\x03\x00\x01"), "a b", "*")
	f.Add([]byte("\x03\x03\x02\x04\x00\x01\x01\x03\x02\x00"), "[a", ":-")
	f.Fuzz(func(t *testing.T, data []byte, x, p string) {
		if len(data)+len(x)+len(p) > 500 {
			return
		}
		for _, unset := range []bool{false, true} {
			fr := newFrame()
			fr.dir = -1
			fr.opts = fr.opts.Put(option.NoUnset, unset).With(option.NoGlob)
			fr.params = []string{x, p}
			if err := fr.vars.Assign("x", x); err != nil {
				t.Fatal(err)
			}
			g := &grower{data: data}
			w := &ast.Word{Parts: g.parts()}
			word := fr.compiler().Word(w)
			fields, err := word.Fields(fr, []string{"first"})
			if len(fields) == 0 || fields[0] != "first" || err != nil && len(fields) > 1 {
				t.Errorf("%q, %v", fields, err)
			}
			lit, ok := word.Field()
			if ok && (err != nil || len(fields) != 2 || fields[1] != lit) {
				t.Errorf("literal %q: %q, %v", lit, fields, err)
			}
			if _, err := word.Text(fr); err == nil && ok {
				pat, err := word.Pattern(fr)
				if err != nil || !pat.Match(lit) {
					t.Errorf("literal %q does not match itself (%v)", lit, err)
				}
			}
		}
	})
}

// FuzzSource expands the words of everything accepted by the parser.
func FuzzSource(f *testing.F) {
	for _, c := range wordCases(f) {
		f.Add(c.script)
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := parser.Parse(src, parser.Options{})
		if err != nil || len(src) > 500 {
			return
		}
		fr := newFrame()
		fr.opts = fr.opts.With(option.NoGlob)
		fr.params = []string{"a b", "", "*"}
		c := fr.compiler()
		c.Subst = func(*ast.CmdSubst, int) expand.Subst {
			return func(expand.Shell) (string, error) { return " x:\\y*", nil }
		}
		for _, a := range s.List.AndOrs {
			for _, p := range a.Pipelines {
				for _, cmd := range p.Commands {
					if s, ok := cmd.(*ast.Simple); ok {
						for _, w := range s.Args {
							_, _ = c.Word(w).Fields(fr, nil)
							_, _ = c.Word(w).Text(fr)
							_, _ = c.Word(w).Pattern(fr)
						}
					}
				}
			}
		}
	})
}
