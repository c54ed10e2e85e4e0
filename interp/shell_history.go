package interp

import (
	"path/filepath"
	"strconv"
	"strings"

	"ftsh/internal/history"
	"ftsh/parser/ast"
)

// openHistory opens a shell's history before the first prompt. Later changes to HISTSIZE and the
// file's name have no effect (XCU sh permits this).
func openHistory(fr *frame) {
	if fr.sh.prompt.history != nil {
		return
	}
	size, err := strconv.ParseUint(fr.env.vars.Value("HISTSIZE"), 10, 24)
	if err != nil {
		size = history.DefaultSize
	}
	fr.sh.prompt.history = history.New(int(size))
	path := historyFile(fr)
	if path == "" || !fr.sh.opts.Standalone.OwnProcess {
		return
	}
	if err := fr.sh.prompt.history.Open(path); err != nil {
		fr.writeErr("cannot read the history " + path + ": " + errorText(err) + "\n")
	}
}

// historyFile returns the absolute path of the history file, or "" for none.
func historyFile(fr *frame) string {
	path, ok := fr.env.vars.Lookup("FTSH_HISTFILE")
	if !ok {
		path, ok = fr.env.vars.Lookup("HISTFILE")
	}
	if !ok {
		home := fr.env.vars.Value("HOME")
		if home == "" {
			return ""
		}
		path = filepath.Join(home, ".ftsh_history")
	}
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(fr.env.pwd, path)
	}
	return path
}

// isDefinition reports whether a command line only defines functions.
func isDefinition(list *ast.List) bool {
	for _, a := range list.AndOrs {
		for _, p := range a.Pipelines {
			for _, c := range p.Commands {
				if _, ok := c.(*ast.FuncDecl); !ok {
					return false
				}
			}
		}
	}
	return len(list.AndOrs) > 0
}

// numbered replaces ! in PS1 by the number of the next command, and !! by ! (XCU sh, PS1).
func numbered(prompt string, next int) string {
	if strings.IndexByte(prompt, '!') < 0 {
		return prompt
	}
	var b strings.Builder
	for i := 0; i < len(prompt); i++ {
		switch {
		case prompt[i] != '!':
			b.WriteByte(prompt[i])
		case i+1 < len(prompt) && prompt[i+1] == '!':
			b.WriteByte('!')
			i++
		default:
			b.WriteString(strconv.Itoa(next))
		}
	}
	return b.String()
}
