package lint

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// loopInput looks for a command in a loop over the lines of a file that reads the rest of them,
// such as ssh: the loop then ends after its first line.
func (w walker) loopInput(c *ast.Simple, in around) {
	words := utility(c.Args)
	if !in.lines || len(words) == 0 || w.facts.functions[text(words, 0)] {
		return
	}
	for _, r := range c.Redirs {
		if isInput(r) {
			return
		}
	}
	remedy := ""
	switch name := text(words, 0); name {
	case "ssh":
		if hasFlag(words, "n", "") || hasFlag(words, "f", "") {
			return
		}
		remedy = "ssh -n"
	case "ffmpeg":
		if hasWord(words, "-nostdin") {
			return
		}
		remedy = "ffmpeg -nostdin"
	case "mplayer":
		remedy = "mplayer … </dev/null"
	default:
		return
	}
	w.report(LoopInput, c, "%s reads the lines that are meant for the read of the loop, which then "+
		"ends: write %s", text(words, 0), remedy)
}

// readsLines reports whether a loop's condition reads a line of its standard input.
func readsLines(l *ast.Loop) bool {
	reads := false
	eachSimple(l.Cond, func(cmd *ast.Simple) {
		own := false
		for _, r := range cmd.Redirs {
			own = own || isInput(r)
		}
		reads = reads || name(cmd) == "read" && !own
	})
	return reads
}

// isInput reports whether a redirection is one of standard input.
func isInput(r *ast.Redirect) bool {
	switch r.Op {
	case ast.RedirIn, ast.RedirInOut, ast.RedirDupIn, ast.RedirHere, ast.RedirHereString:
		return r.N == 0 || r.N == -1
	}
	return r.N == 0
}

func hasWord(words []*ast.Word, want string) bool {
	for _, w := range words {
		if t, ok := syntax.Static(w); ok && t == want {
			return true
		}
	}
	return false
}
