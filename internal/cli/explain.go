package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"ftsh/internal/explain"
	"ftsh/internal/flow"
	"ftsh/internal/foreign"
	"ftsh/internal/journal"
	"ftsh/internal/syntax"
)

// explainScript explains the future actions of the script's blocks, and runs nothing.
func (inv *invocation) explainScript(name string, env []string) int {
	script, text, status := inv.script(name)
	if status != 0 {
		return status
	}
	if inv.fromStdin() {
		data, err := io.ReadAll(os.Stdin)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			return flow.StatusUsage
		}
		text = string(data)
	}
	if err := inv.followFirstLine(script, text, env); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n", err)
		return flow.StatusUsage
	}
	lookup := func(name string) (string, bool) {
		for i := len(env) - 1; i >= 0; i-- {
			if value, ok := strings.CutPrefix(env[i], name+"="); ok {
				return value, true
			}
		}
		return "", false
	}
	said, err := explain.Script(text, explain.Options{
		Name: script, Posix: inv.dialect.posix, Bash: slices.Contains(inv.set, "bash"),
		KillTimeout: inv.killTimeout, Lookup: lookup,
		Program: func(name string) bool {
			path, _ := lookup("PATH")
			return programIn(path, name)
		},
		Journal: func(name string) string { return howFar(name, inv.withJournals(env)) },
	})
	if err != nil {
		fmt.Fprint(os.Stderr, report(name, err))
		return flow.StatusUsage
	}
	if _, err := io.WriteString(os.Stdout, said); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return 1
	}
	return 0
}

// programIn reports whether a program is in the directories of path.
func programIn(path, name string) bool {
	for _, dir := range strings.Split(path, ":") {
		if dir == "" {
			dir = "."
		}
		if st, err := os.Stat(dir + "/" + name); err == nil && st.Mode().IsRegular() &&
			st.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}

// howFar describes the progress of a journal.
func howFar(name string, env []string) string {
	pwd, err := os.Getwd()
	if err != nil {
		return err.Error()
	}
	dir := ""
	if !journal.IsPath(name) {
		dir, err = journal.Dir(func(name string) (value string) {
			for _, e := range env {
				if v, ok := strings.CutPrefix(e, name+"="); ok {
					value = v
				}
			}
			return value
		}, os.Geteuid() == 0, pwd)
		if err != nil {
			return err.Error()
		}
	}
	path, err := journal.Path(name, dir, pwd)
	if err != nil {
		return err.Error()
	}
	_, st, err := journal.Peek(journal.System(), path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "new"
	case err != nil:
		return err.Error()
	}
	return st.Describe(journal.Used(path)) + ", " + st.Counts()
}

// report formats an error: one in the script's text as the shell prints it, another as a message of
// the program.
func report(name string, err error) string {
	switch err.(type) {
	case *syntax.Error, *foreign.Error:
		return syntax.Report(err)
	}
	return name + ": " + err.Error() + "\n"
}
