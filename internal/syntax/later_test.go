package syntax

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"ftsh/parser/ast"
)

// Bodies passed over or forgotten, and read later, equal those of a parser reading everything,
// positions included.
func TestUnreadBodies(t *testing.T) {
	const src = `a() { echo one; }
b() ( cat <<E
text $x
E
)   # a comment
  c ()
{ d() { nested; }; d; } >out
e() { cat <<E; }; echo between
outside
E
f() try 3 times; get; end
if x; then g() { in_if; }; fi
h() { loop; }; i() ( sub ) && j() if k; then l; fi
`
	opts := Options{Name: "s", Blocks: true}
	checked := Check(src, opts)
	if checked.Err != nil {
		t.Fatal(checked.Err)
	}
	whole, err := Parse(src, opts)
	if err != nil {
		t.Fatal(err)
	}
	var pool Pool
	for what, begin := range map[string]func() *Parser{
		"passed over": func() *Parser {
			p := New(src, opts)
			p.Skip(checked)
			return p
		},
		"forgotten": func() *Parser {
			p := New(src, opts)
			p.Forget()
			return p
		},
		"forgotten by a parser used before": func() *Parser {
			p := pool.New("x() { a; b && c; }; y <<E\n$z\nE\n", opts)
			p.Forget()
			if _, err := p.All(); err != nil {
				t.Fatal(err)
			}
			pool.Release(p)
			p = pool.New(src, opts)
			p.Forget()
			return p
		},
	} {
		andOrs, unread := readAll(t, src, opts, begin())
		if want := []string{"a", "b", "c", "f", "h", "i", "j"}; !reflect.DeepEqual(unread, want) {
			t.Errorf("%s: the bodies of %q, want %q", what, unread, want)
		}
		if got, want := dump(&ast.List{AndOrs: andOrs}), dump(whole); got != want {
			t.Errorf("%s: the trees differ:\n%s\n%s", what, got, want)
		}
		if !reflect.DeepEqual(andOrs, whole.AndOrs) {
			t.Errorf("%s: the positions differ", what)
		}
	}
}

// readAll reads all commands, and then the bodies that the parser has left out. unread has the
// names of their functions.
func readAll(t *testing.T, src string, opts Options, p *Parser) (andOrs []*ast.AndOr,
	unread []string) {
	t.Helper()
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		andOrs = append(andOrs, list.AndOrs...)
	}
	ast.Walk(&ast.List{AndOrs: andOrs}, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			if _, ok := f.Body.(*Unread); ok {
				unread = append(unread, f.Name)
			}
			f.Body = Body(src, opts, f)
		}
		return true
	})
	return andOrs, unread
}

// The text around a body can allow words in it. It is missing when the body is read again.
func TestBodyKnownToBeRight(t *testing.T) {
	const src = "try() { :; }\nf() { try 2 times; break; end; }\n" +
		"g() { try up to 3 times; x; end; }\n"
	p := New(src, Options{Blocks: true})
	p.SetInLoop(true)
	p.Forget()
	if _, unread := readAll(t, src, Options{Blocks: true}, p); len(unread) != 3 {
		t.Errorf("the bodies of %q are left out, want all 3", unread)
	}
}

// A tree stays as it is when its parser reads other texts.
func TestPooledParserKeepsTrees(t *testing.T) {
	var pool Pool
	opts := Options{Blocks: true}
	texts := []string{"a=1 b $c \"d $e\"", "f() { g; }; h | i && j", "k <<E\n$l\nE\n",
		"for m in n o; do p; done", "case q in r) s;; esac"}
	var trees []*ast.List
	for range 20 {
		for _, src := range texts {
			p := pool.New(src, opts)
			list, err := p.All()
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, list)
			pool.Release(p)
		}
		p := pool.New("t; if", opts)
		if _, err := p.All(); err == nil {
			t.Fatal("no error for an if without an end")
		}
		pool.Release(p)
	}
	for i, tree := range trees {
		fresh, err := Parse(texts[i%len(texts)], opts)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(tree, fresh) {
			t.Fatalf("tree %d of %q has become %s", i, texts[i%len(texts)], dump(tree))
		}
	}
}

// The parts of a long here-document, read some lines at a time, are those of the whole tree.
func TestUnreadText(t *testing.T) {
	const line = "\ttext $x ${y}z \\$q $1a ${2} $ $% \\\\ `b $c` ${d-\"e $f\"} $((g + 1)) $(h <<F\n" +
		"in $i\nF\n) a \\\n\tb $j\\\n${k}l\\\n\nE \n $E\n\n"
	const tabs = "\tt $x ${y#`z`}\\\n\t\tu\n\tE2\n"
	long := func(line string) string { return strings.Repeat(line, longDocument/len(line)+1) }
	body, plain := long(line), long("n $o and some more text\n")
	src := "a <<E; b\n" + plain + "E\nc <<E >f\n" + body + "E\nd <<-E\n" + long(tabs) +
		"\tE\nif e; then f <<E; fi\n" + plain + "E\ng <<'E'\n" + plain + "E\nh <<E &\n" + plain +
		"E\ni <<E\nshort $x\nE\nj\nk <<E\n" + plain
	opts := Options{Name: "s", Blocks: true, Line: 5}
	checked := Check(src, opts)
	if checked.Err != nil {
		t.Fatal(checked.Err)
	}
	whole, err := Parse(src, opts)
	if err != nil {
		t.Fatal(err)
	}
	p := New(src, opts)
	p.Skip(checked)
	andOrs, _ := readAll(t, src, opts, p)
	var unread []string
	ast.Walk(&ast.List{AndOrs: andOrs}, func(n ast.Node) bool {
		s, ok := n.(*ast.Simple)
		if !ok || len(s.Redirs) == 0 || len(s.Redirs[0].Here.Parts) == 0 {
			return true
		}
		here := s.Redirs[0].Here
		u, ok := here.Parts[0].(*UnreadText)
		if !ok {
			return true
		}
		unread = append(unread, literal(s.Args[0]))
		here.Parts = keepParts(u)
		return true
	})
	if want := []string{"c", "d", "k"}; !reflect.DeepEqual(unread, want) {
		t.Errorf("long documents of %q, want %q", unread, want)
	}
	if !reflect.DeepEqual(andOrs, whole.AndOrs) {
		t.Error("the trees differ")
	}
}

// keepParts returns copies of all parts of a body. A text cut between two lines is joined again.
func keepParts(u *UnreadText) (all []ast.WordPart) {
	for parts := range u.Parts() {
		for i, part := range parts {
			switch n := part.(type) {
			case *ast.Lit:
				if i == 0 && len(all) > 0 {
					if last, ok := all[len(all)-1].(*ast.Lit); ok {
						last.Value, last.To = last.Value+n.Value, n.To
						continue
					}
				}
				c := *n
				part = &c
			case *ast.Quoted:
				c := *n
				part = &c
			case *ast.ParamExp:
				c := *n
				part = &c
			}
			all = append(all, part)
		}
	}
	return all
}
