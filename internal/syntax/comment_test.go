package syntax

import (
	"slices"
	"testing"

	"ftsh/parser/ast"
)

func TestComments(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"# a\nb # c \n\n  # d", []string{"# a", "# c ", "# d"}},
		{"a#b \"# c\" '# d' \\# e ${x#y} $#\n", nil},
		{"cat <<E # a\n# no comment $(b # c\n)\nE\n# d\n", []string{"# a", "# c", "# d"}},
		{"try $n times # a\n b # c\nend # d\n", []string{"# a", "# c", "# d"}},
		{"try # a\n b # c\n", []string{"# a", "# c"}},
		{"x=$(( a) # b\n(c # d\n))\n", []string{"# b", "# d"}},
		{"x=`a # b\n` y=\"$(c # d\n)\"\n", []string{"# b", "# d"}},
		{"case x in # a\n# b\ny) # c\n;; # d\nesac # e\n",
			[]string{"# a", "# b", "# c", "# d", "# e"}},
		{"f() # a\n{ # b\n}\n", nil}, // an error: comments before it count
		{"a && # b\nc | # d\ne\n", []string{"# b", "# d"}},
		{"time # a\nb # c\n", []string{"# a", "# c"}},
	} {
		p := New(c.src, Options{Blocks: true, Comments: true})
		_, err := p.All()
		var got []string
		for _, s := range p.Comments() {
			got = append(got, c.src[s.From.Offset:s.To.Offset])
		}
		if err == nil && !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
	p := New("a # b\n", Options{})
	if _, err := p.All(); err != nil || len(p.Comments()) != 0 {
		t.Error("they were not asked for")
	}
}

// The places of the words of blocks.
func TestPlaces(t *testing.T) {
	const src = "try 3 times \\\n  every 1s  # a\n b\ncheck; c\ncatch\n d\nend\nforany x in a, " +
		"b,; c; end\nforall y; c; end\ntry; a; end\ntry forever; a\nsense # b\nc; end\n"
	list, err := Parse(src, Options{Blocks: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Walk(list, func(n ast.Node) bool {
		var p ast.Places
		switch n := n.(type) {
		case *ast.Try:
			p = n.Places
		case *ast.Forany:
			p = n.Places
		case *ast.Forall:
			p = n.Places
		default:
			return true
		}
		got = append(got, src[n.Pos().Offset:p.HeadEnd.Offset])
		if p.SensePos.IsValid() {
			got = append(got, src[p.SensePos.Offset:][:5])
		}
		if p.CheckPos.IsValid() {
			got = append(got, src[p.CheckPos.Offset:][:5], src[p.CatchPos.Offset:][:5])
		}
		if end := src[n.End().Offset-3 : n.End().Offset]; end != "end" {
			t.Errorf("ends in %q", end)
		}
		return true
	})
	want := []string{"try 3 times \\\n  every 1s", "check", "catch", "forany x in a, b,",
		"forall y", "try", "try forever", "sense"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
