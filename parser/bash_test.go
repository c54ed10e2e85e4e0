package parser_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// The nodes of the dialect of bash, and the fields of others that only it sets.
func TestBash(t *testing.T) {
	const text = `function f { [[ -f $1 && ( $1 == a* || ! b ) ]]; } # no ()
((x == 1))
for ((i = 0; i < 3; i += 1)); do a; done
for ((;;)) { b; }
select c in d e; do g; done
coproc NAME { h; }
j+=k l <<<m {n}>o &>p &>>q |& r ${a[i]} ${a[@]/#b/c} ${!d:e:f} ${g^^} ${@@Q}
b[i]=d c+=(e [f]+=g)
case s in t) u ;;& v) w ;& x) y ;; esac
`
	script, err := parser.Parse(text, parser.Options{Bash: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Walk(script.List, func(n ast.Node) bool {
		say := func(args ...any) { got = append(got, fmt.Sprintln(args...)) }
		switch n := n.(type) {
		case *ast.FuncDecl:
			say("function", n.Name, n.Bash)
		case *ast.Test:
			say("test", n.Expr.Kind == ast.TestAnd)
		case *ast.TestExpr:
			say(n.Kind, n.Op, n.X != nil, n.Y != nil, n.Left != nil, n.Right != nil)
		case *ast.ArithCommand:
			say("arith", len(n.Expr.Parts))
		case *ast.ForArith:
			say("for", n.Init != nil, n.Cond != nil, n.Step != nil, len(n.Body.AndOrs))
		case *ast.Select:
			say("select", n.Name, n.In, len(n.Words), len(n.Body.AndOrs))
		case *ast.Coproc:
			_, brace := n.Body.(*ast.Brace)
			say("coproc", n.Name, brace)
		case *ast.Assign:
			say("assign", n.Name, n.Bash != nil)
		case *ast.BashAssign:
			say("bash", n.Append, n.Index != nil, n.Array != nil)
		case *ast.ArrayValue:
			say("array", len(n.Elements))
		case *ast.ArrayElement:
			say("element", n.Append, n.Index != nil, len(n.Value.Parts))
		case *ast.Redirect:
			say("redirect", n.Op == ast.RedirHereString, n.Op == ast.RedirBoth,
				n.Op == ast.RedirBothAppend, n.Var, n.Piped)
		case *ast.BashExp:
			say("expansion", n.Name, n.Subscript != nil, n.Indirect, n.Op, n.All,
				string(rune(n.Letter)), n.Arg != nil, n.With != nil, n.Offset != nil, n.Length != nil)
		case *ast.Subscript:
			say("subscript", string(rune(n.All)), n.Index != nil)
		case *ast.CaseItem:
			say("item", n.Continue, n.FallThrough)
		}
		return true
	})
	want := []string{
		"function f true\n",
		"test true\n",
		fmt.Sprintln(ast.TestAnd, "", false, false, true, true),
		fmt.Sprintln(ast.TestUnary, "-f", true, false, false, false),
		fmt.Sprintln(ast.TestGroup, "", false, false, true, false),
		fmt.Sprintln(ast.TestOr, "", false, false, true, true),
		fmt.Sprintln(ast.TestBinary, "==", true, true, false, false),
		fmt.Sprintln(ast.TestNot, "", false, false, true, false),
		fmt.Sprintln(ast.TestUnary, "", true, false, false, false),
		"arith 1\n",
		"for true true true 1\n",
		"for false false false 1\n",
		"select c true 2 1\n",
		"coproc NAME true\n",
		"assign j true\n",
		"bash true false false\n",
		"redirect true false false  false\n",
		"redirect false false false n false\n",
		"redirect false true false  false\n",
		"redirect false false true  false\n",
		"redirect false false false  true\n",
		fmt.Sprintln("expansion", "a", true, false, ast.ParamPlain, false, "\x00", false, false,
			false, false),
		"subscript \x00 true\n",
		fmt.Sprintln("expansion", "a", true, false, ast.ParamReplacePrefix, false, "\x00", true, true,
			false, false),
		"subscript @ false\n",
		fmt.Sprintln("expansion", "d", false, true, ast.ParamSlice, false, "\x00", false, false, true,
			true),
		fmt.Sprintln("expansion", "g", false, false, ast.ParamUpper, true, "\x00", true, false, false,
			false),
		fmt.Sprintln("expansion", "@", false, false, ast.ParamTransform, false, "Q", false, false, false,
			false),
		"assign b true\n",
		"bash false true false\n",
		"subscript \x00 true\n",
		"assign c true\n",
		"bash true false true\n",
		"array 2\n",
		"element false false 1\n",
		"element true true 1\n",
		"subscript \x00 true\n",
		"item true false\n",
		"item false true\n",
		"item false false\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// Without the dialect these are words, and other errors.
func TestWithoutBash(t *testing.T) {
	for _, text := range []string{"function f", "[[ a ]]", "select a", "coproc a", "j+=k"} {
		script, err := parser.Parse(text, parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		cmd := script.List.AndOrs[0].Pipelines[0].Commands[0]
		if _, ok := cmd.(*ast.Simple); !ok {
			t.Errorf("%s is a %T", text, cmd)
		}
	}
}

func TestSetBash(t *testing.T) {
	p := parser.New("[[ a ]]\n[[ a ]]\n[[ a ]]\n", parser.Options{})
	var got []bool
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		_, ok := list.AndOrs[0].Pipelines[0].Commands[0].(*ast.Test)
		got = append(got, ok)
		p.SetBash(len(got) == 1)
	}
	if !slices.Equal(got, []bool{false, true, false}) {
		t.Error(got)
	}
}

// The operators of expansions that POSIX lacks.
func TestBashExpansions(t *testing.T) {
	for text, want := range map[string]ast.BashExp{
		"${!a[@]}": {Name: "a", Op: ast.ParamKeys},
		"${!a@}":   {Name: "a", Op: ast.ParamNames, Letter: '@'},
		"${a/b}":   {Name: "a", Op: ast.ParamReplace},
		"${a//b}":  {Name: "a", Op: ast.ParamReplace, All: true},
		"${a/%b}":  {Name: "a", Op: ast.ParamReplaceSuffix},
		"${a,b}":   {Name: "a", Op: ast.ParamLower},
		"${a~}":    {Name: "a", Op: ast.ParamToggle},
		"${!a:-b}": {Name: "a", Op: ast.ParamDefault, Colon: true, Indirect: true},
		"${a!}":    {Name: "a", Op: ast.ParamBad},
	} {
		script, err := parser.Parse(text, parser.Options{Bash: true})
		if err != nil {
			t.Fatal(err)
		}
		cmd := script.List.AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
		got := *cmd.Args[0].Parts[0].(*ast.BashExp)
		got.Span, got.Subscript, got.Arg = ast.Span{}, nil, nil
		if got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// A function remembers whether extglob was on where it was read.
func TestExtglob(t *testing.T) {
	p := parser.New("f() { :; }\ng() { :; }\n", parser.Options{Bash: true, Extglob: true})
	var got []bool
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, list.AndOrs[0].Pipelines[0].Commands[0].(*ast.FuncDecl).Extglob)
		p.SetExtglob(false)
	}
	if !slices.Equal(got, []bool{true, false}) {
		t.Error(got)
	}
}

func TestProcSubst(t *testing.T) {
	script, err := parser.Parse("a <(b) e=f<(g) > >(c; d)", parser.Options{Bash: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Walk(script.List, func(n ast.Node) bool {
		if n, ok := n.(*ast.ProcSubst); ok {
			got = append(got, fmt.Sprint(n.Out, len(n.Body.AndOrs)))
		}
		return true
	})
	if want := []string{"false 1", "false 1", "true 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
