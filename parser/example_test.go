package parser_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// A script's commands, with their places and their text.
func ExampleParse() {
	const text = `try for 1 hour
    condor_submit job.file
catch
    echo "gave up" >&2
end | tee log
`
	script, err := parser.Parse(text, parser.Options{Name: "submit", Blocks: true})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	ast.Walk(script.List, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Try:
			fmt.Printf("%s:%d: a try with a time limit: %t\n", script.Name, n.Pos().Line,
				n.Limit.For != nil)
		case *ast.Simple:
			fmt.Printf("%s:%d: %s\n", script.Name, n.Pos().Line,
				script.Text[n.Pos().Offset:n.End().Offset])
		}
		return true
	})
	// Output:
	// submit:1: a try with a time limit: true
	// submit:2: condor_submit job.file
	// submit:4: echo "gave up" >&2
	// submit:5: tee log
}

// Comments are listed separately from the tree.
func ExampleOptions_comments() {
	script, err := parser.Parse("a # first\n# second\nb\n", parser.Options{Comments: true})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	for _, c := range script.Comments {
		fmt.Printf("%d:%d: %s\n", c.From.Line, c.From.Col, script.Text[c.From.Offset:c.To.Offset])
	}
	// Output:
	// 1:3: # first
	// 2:1: # second
}

// An error names the place, the expected token and the one found.
func ExampleReport() {
	_, err := parser.Parse("a\ntry for 5 parsecs\n\tb\nend\n",
		parser.Options{Name: "script", Blocks: true})
	fmt.Print(parser.Report(err))
	// Output:
	// script:2:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 2)
	//     try for 5 parsecs
	//               ^
}

// Unfinished text is distinguished from wrong text.
func ExampleError() {
	for _, text := range []string{"if true; then", "if true; fi"} {
		_, err := parser.Parse(text, parser.Options{})
		if e := (*parser.Error)(nil); errors.As(err, &e) {
			fmt.Println(e.Incomplete, e)
		}
	}
	// Output:
	// true 1:14: syntax error: expected a command, found end of file ("if" opened at line 1)
	// false 1:10: syntax error: expected "then", found "fi" ("if" opened at line 1)
}

// Each command is parsed after the previous one ran, so it can change how the next is read.
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

// NewLines asks for lines as needed, and the callback chooses the prompt.
func ExampleNewLines() {
	lines := []string{"a\n", "b |\n", "c\n"}
	var p *parser.Parser
	p = parser.NewLines(func() (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		prompt := "$"
		if p.Started() {
			prompt = ">"
		}
		line := lines[0]
		lines = lines[1:]
		fmt.Print(prompt, " ", line)
		return line, nil
	}, parser.Options{Blocks: true})
	for {
		list, err := p.Next()
		if err != nil {
			break // io.EOF
		}
		fmt.Println("commands:", len(list.AndOrs[0].Pipelines[0].Commands))
	}
	// Output:
	// $ a
	// commands: 1
	// $ b |
	// > c
	// commands: 2
}

// The text of a prompt is expanded, but is no command.
func ExampleText() {
	w, err := parser.Text(`$PWD> `, parser.Options{})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	fmt.Println(w.Parts[0].(*ast.ParamExp).Name, w.Parts[1].(*ast.Lit).Value == "> ")
	// Output:
	// PWD true
}

// An error has its parts as fields.
func ExampleError_fields() {
	_, err := parser.Parse("if true\nthen\n\techo a &&\nfi\n", parser.Options{Name: "job"})
	e := err.(*parser.Error)
	fmt.Printf("%s, line %d, column %d: %q\n", e.Name, e.Pos.Line, e.Pos.Col, e.Line)
	fmt.Printf("expected %s, found %s\n", e.Expected, e.Found)
	fmt.Printf("%s opened in line %d; incomplete: %t\n", e.Opened, e.OpenedPos.Line, e.Incomplete)
	_, err = parser.Parse("function f { :; }", parser.Options{Line: 9})
	e = err.(*parser.Error)
	fmt.Printf("line %d: %s\n", e.Pos.Line, e.Instead)
	// Output:
	// job, line 4, column 1: "fi"
	// expected a command, found "fi"
	// "if" opened in line 1; incomplete: false
	// line 9: bash's function: write name() { ...; }
}

// A parser of commands lists the comments up to the last command read. SetBlocks decides for the
// following commands whether try is a word of the grammar or a command's name.
func ExampleParser_SetBlocks() {
	p := parser.New("try 2 times # twice\n\tfalse\nend\ntry # a command\n",
		parser.Options{Blocks: true, Comments: true})
	for _, blocks := range []bool{true, false} {
		p.SetBlocks(blocks)
		list, err := p.Next()
		if err != nil {
			fmt.Print(parser.Report(err))
			return
		}
		fmt.Printf("%T, %d comments\n", list.AndOrs[0].Pipelines[0].Commands[0], len(p.Comments()))
	}
	// Output:
	// *ast.Try, 1 comments
	// *ast.Simple, 2 comments
}

// The host of an interactive shell tells the parser about its aliases and functions.
func ExampleOptions() {
	opts := parser.Options{
		Alias: func(name string) (string, bool) {
			return "ls -l", name == "ll"
		},
		Blocks: true, ByCommand: true,
		HasFunc: func(name string) bool { return name == "try" },
	}
	p := parser.New("ll /tmp\ntry\n", opts)
	for {
		list, err := p.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Print(parser.Report(err))
			return
		}
		c := list.AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
		var words []string
		for _, w := range c.Args {
			text, _ := w.Literal()
			words = append(words, text)
		}
		fmt.Println(strings.Join(words, " "))
	}
	// Output:
	// ls -l /tmp
	// try
}

// Text nested too deeply is an error, and no crash.
func ExampleMaxDepth() {
	depth := parser.MaxDepth + 1
	_, err := parser.Parse(strings.Repeat("(", depth)+strings.Repeat(")", depth), parser.Options{})
	fmt.Println(parser.MaxDepth, err != nil)
	// Output: 4000 true
}
