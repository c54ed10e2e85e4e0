// Package cli is `ftsh-state known`: it shows what is known of the failures of programs. Package
// known describes the tables.
//
// Invariants: nothing is changed. The status is 0; 1 for a program of which nothing is known, or a
// user's table with a mistake; 2 for a wrong word.
package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/internal/known"
)

const usage = `usage: ftsh-state known [PROGRAM...]

Shows what try ... known makes of the failures of programs: a line for each
kind, with its verdict, exit statuses, patterns of standard error, and meaning.
The first line that fits a failure decides. Without a PROGRAM, lists the
programs.

Tables of your own come first. They are files named like the program, in
FTSH_KNOWN_DIR, or $XDG_CONFIG_HOME/ftsh/known, or ~/.config/ftsh/known.

  --help     print this
`

// Main runs `ftsh-state known` with the words after it, and returns its exit status.
func Main(args []string, getenv func(string) string, out, errs io.Writer) int {
	pwd, err := os.Getwd()
	if err != nil {
		pwd = "/"
	}
	dir := known.Dir(getenv, pwd)
	var text strings.Builder
	status := 0
	for _, program := range args {
		if program == "-h" || program == "-help" || program == "--help" {
			return write(out, errs, usage, 0)
		}
		if strings.HasPrefix(program, "-") {
			fmt.Fprintf(errs, "ftsh-state known: unknown option %s\n%s", program, usage)
			return 2
		}
	}
	for _, program := range args {
		table, err := known.Read(filepath.Base(program), dir)
		if err != nil {
			fmt.Fprintf(errs, "ftsh-state known: %v\n", err)
			status = 1
		}
		if table == nil {
			if err == nil {
				fmt.Fprintf(errs, "ftsh-state known: %s: nothing is known of it\n", program)
			}
			status = 1
			continue
		}
		show(&text, table)
	}
	if len(args) == 0 {
		for _, p := range programs(dir) {
			fmt.Fprintln(&text, p)
		}
	}
	return write(out, errs, text.String(), status)
}

func write(out, errs io.Writer, text string, status int) int {
	if _, err := io.WriteString(out, text); err != nil {
		fmt.Fprintf(errs, "ftsh-state known: %v\n", err)
		return 1
	}
	return status
}

// show writes a table in the form of its file, with the place of each kind of source before it.
func show(b *strings.Builder, t *known.Table) {
	fmt.Fprintf(b, "# %s\n", t.Program)
	source := "none yet"
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Source != source {
			source = e.Source
			if source == "" {
				fmt.Fprintln(b, "provoked")
			} else {
				fmt.Fprintf(b, "source %s\n", source)
			}
		}
		fmt.Fprintln(b, e)
	}
}

// programs returns the names of all programs with a table, those of the user's included.
func programs(dir string) []string {
	names := known.Programs()
	if entries, err := os.ReadDir(dir); err == nil && dir != "" {
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") && e.Type().IsRegular() {
				names = append(names, e.Name())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
