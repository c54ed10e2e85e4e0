package interp

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// In the list of processes (ps, /proc/PID/cmdline) a re-executed shell shows the list that it runs:
// its place and the name of its first command. Its real arguments are therefore in its environment.
// Programs run by the list do not get the variable, since their environment comes from the state.

// argumentsVariable holds the arguments of a re-executed shell.
const argumentsVariable = "FTSH_ARGUMENTS"

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
				name, _ = syntax.Static(n.Args[0])
				found = true
			}
		}
		return !found
	})
	return name
}

// hideArguments returns the arguments and environment of a process that shows title and is passed
// argv in its environment.
func hideArguments(title string, argv, env []string) ([]string, []string) {
	var all strings.Builder
	for _, a := range argv {
		all.WriteString(strconv.Itoa(len(a)) + ":" + a)
	}
	// Put first, it precedes any variable of the script with that name.
	return []string{title}, append([]string{argumentsVariable + "=" + all.String()}, env...)
}

// Arguments returns the arguments and environment of this program, from os.Args and os.Environ. For
// a program started by Options.Reexec they differ: its arguments are in the environment, and the
// list of processes shows the list that it runs.
func Arguments(args, env []string) ([]string, []string) {
	if len(args) > 1 {
		return args, env
	}
	for i, e := range env {
		text, ok := strings.CutPrefix(e, argumentsVariable+"=")
		if !ok {
			continue
		}
		if hidden := hiddenArguments(text); hidden != nil {
			return hidden, slices.Delete(slices.Clone(env), i, i+1)
		}
	}
	return args, env
}

// hiddenArguments decodes the value of argumentsVariable. It returns nil if the value is not from a
// shell starting another.
func hiddenArguments(text string) (argv []string) {
	for text != "" {
		size, rest, _ := strings.Cut(text, ":")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n > len(rest) {
			return nil
		}
		argv, text = append(argv, rest[:n]), rest[n:]
	}
	if len(argv) < 2 || !strings.HasPrefix(argv[len(argv)-1], HandoverOption+"=") {
		return nil
	}
	return argv
}
