package lint

import (
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/foreign"
	"ftsh/parser/ast"
)

// shebang looks at the first line.
func (l *linter) shebang() {
	line, _, _ := strings.Cut(l.text, "\n")
	if bashism.Interpreter(l.text) {
		at := ast.Pos{Line: 1, Col: 1}
		end := ast.Pos{Offset: uint32(len(line)), Line: 1, Col: uint32(len(line)) + 1}
		l.reportAt(Bashism, at, end,
			"the first line names bash: started by its name, the script runs in bash and "+
				"not in ftsh")
	}
}

// foreign reports the constructs of other languages. Those of bash are at home in its dialect.
func (l *linter) foreign() {
	original := foreign.Original(l.text, l.script)
	all := append([]dialect{{bash: l.bash}}, dialects(l.script)...)
	for _, f := range foreign.Bash(l.text, l.script, false) {
		if slices.ContainsFunc(original, func(o foreign.Finding) bool {
			return o.From.Offset <= f.From.Offset && f.From.Offset < o.To.Offset
		}) {
			continue // of both languages
		}
		if inBash(all, f.From) {
			continue
		}
		l.reportAt(Bashism, f.From, f.To, "%s", f.Message)
	}
	for _, f := range original {
		l.reportAt(Original, f.From, f.To, "%s", f.Message)
	}
}

// A dialect is the place from where a script is read in the dialect of bash, or no more.
type dialect struct {
	from ast.Pos
	bash bool
}

// dialects returns the calls of `set -o bash` and `set +o bash` in a script, in order.
func dialects(script []*ast.List) (found []dialect) {
	for _, list := range script {
		ast.Walk(list, func(n ast.Node) bool {
			if s, ok := n.(*ast.Simple); ok && len(s.Args) == 3 {
				name, _ := s.Args[0].Literal()
				flag, _ := s.Args[1].Literal()
				option, _ := s.Args[2].Literal()
				if name == "set" && option == "bash" && (flag == "-o" || flag == "+o") {
					found = append(found, dialect{s.To, flag == "-o"})
				}
			}
			return true
		})
	}
	return found
}

// inBash reports whether the dialect of bash holds at a place.
func inBash(all []dialect, at ast.Pos) (bash bool) {
	for _, d := range all {
		if d.from.Offset <= at.Offset {
			bash = d.bash
		}
	}
	return bash
}
