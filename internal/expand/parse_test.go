package expand_test

import (
	"ftsh/parser"
	"ftsh/parser/ast"
)

// parse returns the simple commands of a script.
func parse(src string) []*ast.Simple {
	s, err := parser.Parse(src, parser.Options{})
	if err != nil {
		panic(err)
	}
	var cmds []*ast.Simple
	for _, a := range s.List.AndOrs {
		cmds = append(cmds, a.Pipelines[0].Commands[0].(*ast.Simple))
	}
	return cmds
}
