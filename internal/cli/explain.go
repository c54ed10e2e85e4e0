package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"ftsh/internal/explain"
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
)

// explainScript says what the blocks of the script will do, and runs nothing.
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
	said, err := explain.Script(text, explain.Options{
		Name: script, Posix: inv.posix, KillTimeout: inv.killTimeout,
		Lookup: func(name string) (string, bool) {
			for i := len(env) - 1; i >= 0; i-- {
				if value, ok := strings.CutPrefix(env[i], name+"="); ok {
					return value, true
				}
			}
			return "", false
		},
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

// report is a syntax error as the shell prints it, or another error as a message of the program.
func report(name string, err error) string {
	if _, ok := err.(*syntax.Error); ok {
		return syntax.Report(err)
	}
	return name + ": " + err.Error() + "\n"
}
