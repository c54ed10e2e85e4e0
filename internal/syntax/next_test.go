package syntax

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"ftsh/parser/ast"
)

// lines makes a source of the lines of src, and counts the lines asked for.
func lines(src string) (more func() (string, error), asked *int) {
	asked = new(int)
	rest := src
	return func() (string, error) {
		line, after, found := strings.Cut(rest, "\n")
		if rest == "" {
			return "", io.EOF
		}
		*asked++
		rest = after
		if found {
			line += "\n"
		}
		return line, nil
	}, asked
}

// TestLines: no further line is read than the command needs.
func TestLines(t *testing.T) {
	src := "a\n\n# c\nb &&\nc\nif x\nthen\ny\nfi\ncat <<E; d\n1\n2\nE\ne \\\nf\n'g\nh'\ni `j\nk` " +
		"$(l\n) $((m\n)) ${n-\n}\n{ o; }; p"
	more, asked := lines(src)
	p := NewLines(more, Options{Blocks: true})
	var got []string
	for {
		l, err := p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d lines, %d bytes: %s at %d", *asked, p.Offset(), dump(l),
			l.From.Line))
	}
	want := []string{
		"1 lines, 2 bytes: [a] at 1",
		"5 lines, 14 bytes: [b] && [c] at 4",
		"9 lines, 29 bytes: (if <[x]> <[y]>) at 6",
		"13 lines, 46 bytes: [cat <<E:1⏎2⏎]; [d] at 10",
		"15 lines, 52 bytes: [e f] at 14",
		"17 lines, 58 bytes: [‹g⏎h›] at 16",
		"22 lines, 87 bytes: [i {`[j]; [k]} {$([l]} {((m⏎} {$n-⏎}] at 18",
		"23 lines, 96 bytes: ({ <[o]>); [p] at 23",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestLinesBlocks: a block is recognized from its header, and its lines are read up to end.
func TestLinesBlocks(t *testing.T) {
	more, asked := lines("try\na\nend\ntry make\nb\n")
	p := NewLines(more, Options{Blocks: true})
	for _, want := range []string{"3: (try <[a]>)", "4: [try make]", "5: [b]"} {
		l, err := p.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%d: %s", *asked, dump(l)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestLinesAfterError: at a prompt, the typed text is dropped, and reading goes on.
func TestLinesAfterError(t *testing.T) {
	more, _ := lines("a; fi; b\nc\n")
	p := NewLines(more, Options{})
	if _, err := p.Next(); err == nil ||
		err.Error() != `1:4: syntax error: expected a command, found "fi"` {
		t.Errorf("got %v", err)
	}
	l, err := p.Next()
	if err != nil || dump(l) != "[c]" || l.From.Line != 2 {
		t.Errorf("got %v, %v", l, err)
	}
	if _, err := p.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

func TestLinesReadError(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	p := NewLines(func() (string, error) {
		n++
		if n == 1 {
			return "a\n", nil
		}
		return "", broken
	}, Options{})
	if l, err := p.Next(); err != nil || dump(l) != "[a]" {
		t.Errorf("got %v, %v", l, err)
	}
	if _, err := p.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestStarted: a line source learns whether it is asked for a continuation.
func TestStarted(t *testing.T) {
	var p *Parser
	var got []bool
	more, _ := lines("\na &&\nb\ncat <<E\nE\nc \\\nd\n")
	p = NewLines(func() (string, error) {
		got = append(got, p.Started())
		return more()
	}, Options{})
	for {
		if _, err := p.Next(); err != nil {
			break
		}
	}
	if want := []bool{false, false, true, false, true, false, true, false}; !reflect.DeepEqual(got,
		want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOptionsChange: a change by a command holds for the next one.
func TestOptionsChange(t *testing.T) {
	aliases := map[string]string{}
	p := New("try 1 times; a; end\nx\nx; try 1 times; y; end",
		Options{Line: 5, Alias: func(n string) (string, bool) {
			v, ok := aliases[n]
			return v, ok
		}})
	var got []string
	for {
		l, err := p.Next()
		if err != nil {
			break
		}
		got = append(got, fmt.Sprintf("%d: %s", l.From.Line, dump(l)))
		aliases["x"] = fmt.Sprintf("alias%d", len(got))
		p.SetBlocks(len(got) > 1)
	}
	if want := []string{"5: [try 1 times]; [a]; [end]", "6: [alias1]",
		"7: [alias2]; (try times:1 <[y]>)"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestText(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{`$a "b" 'c' \$ \" ${d-'"e"'} $(f) $((g)) ~`,
			`{$a} "b" 'c' ‹$› \" {$d-'"e"'} {$([f]} {((g} ~`},
		{"", ""},
		{"a\nb `c`\\\nd", "a⏎b {`[c]}d"},
		{"$(a", `1:4: syntax error: expected ")", found end of file ("$(" opened at line 1)`},
	} {
		w, err := Text(c.src, Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = dump(w)
		}
		if got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestPositions has the extent of every node, as line:col-line:col.
func TestPositions(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"a  b\nc &", "List 1:1-2:4, AndOr 1:1-1:5, Pipeline 1:1-1:5, Simple 1:1-1:5, Word " +
			"1:1-1:2, Lit 1:1-1:2, Word 1:4-1:5, Lit 1:4-1:5, AndOr 2:1-2:4, Pipeline 2:1-2:2, " +
			"Simple 2:1-2:2, Word 2:1-2:2, Lit 2:1-2:2"},
		{"x=1 >f a$y", "List 1:1-1:11, AndOr 1:1-1:11, Pipeline 1:1-1:11, Simple 1:1-1:11, " +
			"Assign 1:1-1:4, Word 1:3-1:4, Lit 1:3-1:4, Word 1:8-1:11, Lit 1:8-1:9, ParamExp " +
			"1:9-1:11, Redirect 1:5-1:7, Word 1:6-1:7, Lit 1:6-1:7"},
		{"if a\nthen b; fi >f", "List 1:1-2:14, AndOr 1:1-2:14, Pipeline 1:1-2:14, Redirected " +
			"1:1-2:14, If 1:1-2:11, List 1:4-1:5, AndOr 1:4-1:5, Pipeline 1:4-1:5, Simple " +
			"1:4-1:5, Word 1:4-1:5, Lit 1:4-1:5, List 2:6-2:7, AndOr 2:6-2:7, Pipeline 2:6-2:7, " +
			"Simple 2:6-2:7, Word 2:6-2:7, Lit 2:6-2:7, Redirect 2:12-2:14, Word 2:13-2:14, Lit " +
			"2:13-2:14"},
		{"`a \\`b\\``", "List 1:1-1:10, AndOr 1:1-1:10, Pipeline 1:1-1:10, Simple 1:1-1:10, Word " +
			"1:1-1:10, CmdSubst 1:1-1:10, List 1:2-1:9, AndOr 1:2-1:9, Pipeline 1:2-1:9, Simple " +
			"1:2-1:9, Word 1:2-1:3, Lit 1:2-1:3, Word 1:5-1:9, CmdSubst 1:5-1:9, List 1:6-1:8, " +
			"AndOr 1:6-1:8, Pipeline 1:6-1:8, Simple 1:6-1:8, Word 1:6-1:8, Lit 1:6-1:8"},
		{"\"$(\na)${b-c}\"", "List 1:1-2:10, AndOr 1:1-2:10, Pipeline 1:1-2:10, Simple 1:1-2:10, " +
			"Word 1:1-2:10, DblQuoted 1:1-2:10, CmdSubst 1:2-2:3, List 2:1-2:2, AndOr 2:1-2:2, " +
			"Pipeline 2:1-2:2, Simple 2:1-2:2, Word 2:1-2:2, Lit 2:1-2:2, ParamExp 2:3-2:9, Word " +
			"2:7-2:8, Lit 2:7-2:8"},
		{"cat <<-E\n\ta$b\n\tc\n\tE\nd", "List 1:1-5:2, AndOr 1:1-1:9, Pipeline 1:1-1:9, Simple " +
			"1:1-1:9, Word 1:1-1:4, Lit 1:1-1:4, Redirect 1:5-1:9, Word 1:8-1:9, Lit 1:8-1:9, " +
			"Word 2:1-4:2, Lit 2:2-2:3, ParamExp 2:3-2:5, Lit 2:5-4:2, AndOr 5:1-5:2, Pipeline " +
			"5:1-5:2, Simple 5:1-5:2, Word 5:1-5:2, Lit 5:1-5:2"},
		{"try 3 times\n a\nend", "List 1:1-3:4, AndOr 1:1-3:4, Pipeline 1:1-3:4, Try 1:1-3:4, " +
			"Word 1:5-1:6, Lit 1:5-1:6, List 2:2-2:3, AndOr 2:2-2:3, Pipeline 2:2-2:3, Simple " +
			"2:2-2:3, Word 2:2-2:3, Lit 2:2-2:3"},
		{"f() { a; }", "List 1:1-1:11, AndOr 1:1-1:11, Pipeline 1:1-1:11, FuncDecl 1:1-1:11, " +
			"Brace 1:5-1:11, List 1:7-1:8, AndOr 1:7-1:8, Pipeline 1:7-1:8, Simple 1:7-1:8, Word " +
			"1:7-1:8, Lit 1:7-1:8"},
		{"ali b; c", "List 1:1-1:9, AndOr 1:1-1:1, Pipeline 1:1-1:1, Simple 1:1-1:1, Word " +
			"1:1-1:1, Lit 1:1-1:1, Word 1:1-1:1, Lit 1:1-1:1, AndOr 1:1-1:6, Pipeline 1:1-1:6, " +
			"Simple 1:1-1:6, Word 1:1-1:1, Lit 1:1-1:1, Word 1:1-1:4, CmdSubst 1:1-1:4, List " +
			"1:1-1:1, AndOr 1:1-1:1, Pipeline 1:1-1:1, Simple 1:1-1:1, Word 1:1-1:1, Lit " +
			"1:1-1:1, Word 1:5-1:6, Lit 1:5-1:6, AndOr 1:8-1:9, Pipeline 1:8-1:9, Simple " +
			"1:8-1:9, Word 1:8-1:9, Lit 1:8-1:9"},
	} {
		l, err := Parse(c.src, Options{Blocks: true,
			Alias: aliasesOf([]string{"ali", "x y; z `q`"})})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		ast.Walk(l, func(n ast.Node) bool {
			name := strings.TrimPrefix(reflect.TypeOf(n).String(), "*ast.")
			fmt.Fprintf(&b, "%s %d:%d-%d:%d, ", name, n.Pos().Line, n.Pos().Col, n.End().Line,
				n.End().Col)
			return true
		})
		if got := strings.TrimSuffix(b.String(), ", "); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestDeep: nesting as deep as MaxDepth is no danger, and deeper is an error.
func TestDeep(t *testing.T) {
	for _, c := range []struct{ open, inner, end string }{
		{"(", "a", ")"}, {"{ ", "a;", "}; "}, {"$(", "a", ")"}, {`"$(`, "a", `)"`},
		{"$((", "1", "))"}, {"${a-", "", "}"}, {"\"${a-", "", "}\""},
		{"if a; then ", "b;", " fi;"}, {"try 2 times; ", "a;", " end;"}, {"try; ", "a;", " end;"},
		{"f() { ", "a;", " };"}, {"$((a);", "b", ")"},
		{"a $(b <<E\n", "", "\nE\n)"}, {"case x in a) ", "b", ";; esac"},
		{"while ", "a;", " do b; done;"}, {"! (", "a", ")"}, {"(((", "a", ")))"},
		{"`a ", "", "`"}, {"a || (", "b", ")"}, {"try; $((a); ", "b", "); end; "},
		{"$(try; ", "a", "; end)"}, {"try\n(", "a", ")\nend\n"},
		{"$((try; ", "a", "; end) )"}, {"try; $(($((", "1", ")))); end; "},
		{"try; a $(b <<E\n", "c", "\nE\n); end; "}, {"forall x; try; ", "a;", " end; end;"},
		{"try \"$(", "a", ")\" times; b; end"}, {"try $(", "try", ")"},
	} {
		n := 300
		src := strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.end, n)
		if _, err := Parse(src, Options{Blocks: true}); err != nil {
			t.Errorf("%s × %d: %v", c.open, n, err)
		}
		n = MaxDepth + 1
		src = strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.end, n)
		Parse(src, Options{Blocks: true})                       // no panic
		Parse(strings.Repeat(c.open, n), Options{Blocks: true}) // nor here
		Parse(strings.Repeat(c.open, n), Options{Blocks: true, ByCommand: true})
	}
	src := strings.Repeat("(", MaxDepth+1)
	if got := failure(src, Options{}); got != `1:4001: syntax error: expected nesting of at most `+
		`4000 levels, found "(" ("(" opened at line 1)` {
		t.Error(got)
	}
}
