package ast_test

import (
	"fmt"
	"slices"
	"testing"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// nodes returns the nodes of one type in a script, in the order of the text.
func nodes[N ast.Node](t *testing.T, text string) (found []N) {
	t.Helper()
	script, err := parser.Parse(text, parser.Options{Blocks: true})
	if err != nil {
		t.Fatal(parser.Report(err))
	}
	ast.Walk(script.List, func(n ast.Node) bool {
		if n, ok := n.(N); ok {
			found = append(found, n)
		}
		return true
	})
	return found
}

func TestOperatorsOfAndOrLists(t *testing.T) {
	var ops []ast.AndOrOp = nodes[*ast.AndOr](t, "a && b || c")[0].Ops
	if !slices.Equal(ops, []ast.AndOrOp{ast.And, ast.Or}) {
		t.Errorf("%v", ops)
	}
}

func TestOperatorsOfRedirections(t *testing.T) {
	var ops []ast.RedirOp
	redirects := nodes[*ast.Redirect](t, "a <f >f >|f >>f <>f <&1 >&2 <<E <<-'E'\nx\nE\n\ty\nE\n")
	for _, r := range redirects {
		ops = append(ops, r.Op)
	}
	if !slices.Equal(ops, []ast.RedirOp{ast.RedirIn, ast.RedirOut, ast.RedirClobber,
		ast.RedirAppend, ast.RedirInOut, ast.RedirDupIn, ast.RedirDupOut, ast.RedirHere,
		ast.RedirHere}) {
		t.Errorf("%v", ops)
	}
	for i, quoted := range []bool{false, true} {
		if r := redirects[7+i]; r.HereQuoted != quoted || r.HereTabs != quoted {
			t.Errorf("here-document %d: quoted %t, tabs %t", i, r.HereQuoted, r.HereTabs)
		}
	}
}

func TestOperatorsOfParameterExpansions(t *testing.T) {
	type expansion struct {
		op           ast.ParamOp
		braces, with bool
	}
	var got []expansion
	for _, p := range nodes[*ast.ParamExp](t,
		": $x ${x} ${#x} ${x-w} ${x:=w} ${x?w} ${x+w} ${x%w} ${x%%w} ${x#w} ${x##w} ${x!w}") {
		got = append(got, expansion{p.Op, p.Brace, p.Arg != nil})
	}
	if want := []expansion{
		{ast.ParamPlain, false, false}, {ast.ParamPlain, true, false},
		{ast.ParamLength, true, false}, {ast.ParamDefault, true, true},
		{ast.ParamAssign, true, true}, {ast.ParamError, true, true},
		{ast.ParamAlternate, true, true}, {ast.ParamSmallSuffix, true, true},
		{ast.ParamLargeSuffix, true, true}, {ast.ParamSmallPrefix, true, true},
		{ast.ParamLargePrefix, true, true}, {ast.ParamBad, true, true},
	}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestPartsOfConstructs(t *testing.T) {
	var elif *ast.Elif = nodes[*ast.If](t, "if a; then b; elif c; then d; fi")[0].Elifs[0]
	if elif.Pos().Line != 1 || elif.Cond == nil || elif.Then == nil {
		t.Errorf("elif at %v", elif.Pos())
	}
	var item *ast.CaseItem = nodes[*ast.Case](t, "case w in a|b) c;& esac")[0].Items[0]
	if len(item.Patterns) != 2 || !item.FallThrough {
		t.Errorf("%d patterns, fall through %t", len(item.Patterns), item.FallThrough)
	}
	try := nodes[*ast.Try](t, "try 3 times backoff full through x jobs 2 scratch file f; a; end")[0]
	var limit ast.Limit = try.Limit
	var delays *ast.Backoff = try.Backoff
	var shared *ast.Through = try.Through
	var place *ast.Scratch = try.Scratch
	times, _ := limit.Times.Literal()
	policy, _ := delays.Words[0].Literal()
	resource, _ := shared.Name.Literal()
	file, _ := place.Name.Literal()
	if got := fmt.Sprint(times, " ", policy, " ", resource, " ", file, " ", place.File); got != "3 full x f true" {
		t.Error(got)
	}
	if pos := nodes[*ast.Forany](t, "forany x in 1; a; end")[0].NamePos; pos.Col != 8 {
		t.Errorf("the name of the forany is at %v", pos)
	}
	if pos := nodes[*ast.Forall](t, "\n forall x in 1; a; end")[0].NamePos; pos !=
		(ast.Pos{Offset: 9, Line: 2, Col: 9}) {
		t.Errorf("the name of the forall is at %v", pos)
	}
}

// A word is literal if it is one piece of unquoted text.
func TestLiteral(t *testing.T) {
	for i, w := range nodes[*ast.Word](t, "a 'a' a\\b $a a$b") {
		text, ok := w.Literal()
		if ok != (i == 0) || ok && text != "a" {
			t.Errorf("word %d: %q, %t", i, text, ok)
		}
	}
}

// The positions of a node mark its text.
func ExampleSpan() {
	const text = "a=1 ls 'b c'\n"
	script, err := parser.Parse(text, parser.Options{})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	command := script.List.AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
	var assign *ast.Assign = command.Assigns[0]
	for _, s := range []ast.Span{assign.Span, command.Args[1].Span} {
		fmt.Println(s.From.Line, s.From.Col, text[s.From.Offset:s.To.Offset], s.From.IsValid())
	}
	// Output:
	// 1 1 a=1 true
	// 1 8 'b c' true
}

func TestSimpleCommandOfAList(t *testing.T) {
	for src, want := range map[string][2]bool{ // simple, a file
		"echo x": {true, false}, "<f": {true, true}, "! <f": {true, false}, "<f &": {false, false},
		"<f; <g": {false, false}, "<f && <g": {false, false}, "<f | <g": {false, false},
		"0<f": {true, true}, "3<f": {true, false}, "<f >g": {true, false}, "x=1 <f": {true, false},
		">f": {true, false}, "(<f)": {false, false}, "": {false, false}, "time <f": {true, false},
	} {
		script, err := parser.Parse(src, parser.Options{})
		if err != nil {
			t.Fatal(parser.Report(err))
		}
		list := script.List
		n, p := list.Simple()
		file := (&ast.CmdSubst{Body: list}).File()
		if got := [2]bool{n != nil, file != nil}; got != want || (p != nil) != want[0] {
			t.Errorf("%q: simple and a file are %v, want %v", src, got, want)
		}
	}
}

func TestOnlyCommandOfAList(t *testing.T) {
	for src, want := range map[string]bool{
		"echo x": true, "! (<f)": true, "f() { :; }": true, "if a; then b; fi": true, "a &": false,
		"a; b": false, "a && b": false, "a | b": false, "": false,
	} {
		script, err := parser.Parse(src, parser.Options{})
		if err != nil {
			t.Fatal(parser.Report(err))
		}
		if c, p := script.List.Command(); (c != nil) != want || (p != nil) != want {
			t.Errorf("%q: the only command is %v, want one: %t", src, c, want)
		}
	}
}
