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

// A shell that goes on with a list shows in the list of processes (ps, /proc/PID/cmdline) what list that is: its
// place, and the name of its first command. So its arguments are not among those of the process, but in
// its environment; no program that the list runs gets that variable, for the environment of these is in the state.

// argumentsVariable has the arguments of such a shell.
const argumentsVariable = "FTSH_ARGUMENTS"

// maxTitle is how much of a script's name, and of a command's, is shown, in bytes.
const maxTitle = 64

// titleOf is what a shell shows that goes on with n in fr: never a word of a command but its name, if that
// is written out.
func titleOf(fr *frame, n ast.Node) string {
	title := "ftsh: " + titlePart(path.Base(fr.context.script)) + ":" +
		strconv.Itoa(int(n.Pos().Line))
	if name := firstCommand(n); name != "" && fr.context.shown == "" {
		title += " " + titlePart(name)
	}
	return title
}

// titlePart is text as a part of it, on one line.
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

// firstCommand is the name of the first simple command in n, "" if it is not written out.
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

// hideArguments makes of the arguments argv and the environment those of a process that shows title.
func hideArguments(title string, argv, env []string) ([]string, []string) {
	var all strings.Builder
	for _, a := range argv {
		all.WriteString(strconv.Itoa(len(a)) + ":" + a)
	}
	return []string{title}, append([]string{argumentsVariable + "=" + all.String()}, env...) // before any of the script's
}

// Arguments returns the arguments and the environment that a program was started with (os.Args and os.Environ),
// also one that Options.Reexec has started again. Of that the arguments are in the environment, since
// it shows in the list of processes which list it runs.
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

// hiddenArguments are those in the value of the variable; nil: it is not from a shell that starts another.
func hiddenArguments(text string) (argv []string) {
	for text != "" {
		size, behind, _ := strings.Cut(text, ":")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n > len(behind) {
			return nil
		}
		argv, text = append(argv, behind[:n]), behind[n:]
	}
	if len(argv) < 2 || !strings.HasPrefix(argv[len(argv)-1], HandoverOption+"=") {
		return nil
	}
	return argv
}
