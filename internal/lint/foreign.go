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

// foreign reports the constructs of other languages. It is an error if the shell refuses the script
// for them.
func (l *linter) foreign() {
	bash := bashism.Interpreter(l.text)
	original := foreign.Original(l.text, l.script)
	for _, f := range foreign.Bash(l.text, l.script, bash) {
		if slices.ContainsFunc(original, func(o foreign.Finding) bool {
			return o.From.Offset <= f.From.Offset && f.From.Offset < o.To.Offset
		}) {
			continue // of both languages
		}
		level := levelOf(Bashism)
		if bash {
			level = Error
		}
		l.found = append(l.found, Finding{Bashism, level, f.From, f.To, f.Message})
	}
	for _, f := range original {
		l.reportAt(Original, f.From, f.To, "%s", f.Message)
	}
}
