package parser_test

import (
	"fmt"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// A script's commands, with their places.
func Example() {
	const script = `try for 1 hour
    condor_submit job.file
catch
    echo "gave up" >&2
end | tee log
`
	list, err := parser.Parse(script, parser.Options{Name: "submit", Blocks: true})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	ast.Walk(list, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Try:
			fmt.Printf("%d:%d: a try with a time limit: %t\n", n.Pos().Line, n.Pos().Col, n.Limit.For != nil)
		case *ast.Simple:
			name, _ := n.Args[0].Literal()
			fmt.Printf("%d:%d: %s\n", n.Pos().Line, n.Pos().Col, name)
		}
		return true
	})
	// Output:
	// 1:1: a try with a time limit: true
	// 2:5: condor_submit
	// 4:5: echo
	// 5:7: tee
}

// An error names the place, what was expected and what was found.
func ExampleReport() {
	_, err := parser.Parse("a\ntry for 5 parsecs\n\tb\nend\n", parser.Options{Name: "script", Blocks: true})
	fmt.Print(parser.Report(err))
	// Output:
	// script:2:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 2)
	//     try for 5 parsecs
	//               ^
}

// Command by command: what one changes holds for the next.
func ExampleParser_Next() {
	p := parser.New("a\nb &&\nc\n", parser.Options{})
	for {
		list, err := p.Next()
		if err != nil {
			break // io.EOF
		}
		fmt.Println(list.Pos().Line, len(list.AndOrs[0].Pipelines), p.Offset())
	}
	// Output:
	// 1 1 2
	// 2 2 9
}
