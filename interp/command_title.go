package interp

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// In the list of processes (ps, /proc/PID/cmdline) a re-executed shell shows the list that it runs:
// its place and the name of its first command. Its real arguments are therefore in its environment
// (handover.Hide).

// maxTitle is the length, in bytes, to which a script's and a command's name are cut.
const maxTitle = 64

// titleOf returns the title of a shell running n in fr. Of a command it shows only the name, and
// only if that is a literal.
func titleOf(fr *frame, n ast.Node) string {
	title := "ftsh: " + titlePart(path.Base(fr.context.script)) + ":" +
		strconv.Itoa(int(n.Pos().Line))
	if name := firstCommand(n); name != "" && fr.context.shown == "" {
		title += " " + titlePart(name)
	}
	return title
}

// titlePart returns text as a part of a title: short and on one line.
func titlePart(text string) string {
	if len(text) > maxTitle {
		text = strings.ToValidUTF8(text[:maxTitle], "") + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, text)
}

// firstCommand returns the name of the first simple command in n, or "" if it is no literal.
func firstCommand(n ast.Node) string {
	name, found := "", false
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl: // its body does not run here
			return false
		case *ast.Simple:
			if !found && len(n.Args) > 0 {
				name, _ = syntax.Known(n.Args[0])
				found = true
			}
		}
		return !found
	})
	return name
}
