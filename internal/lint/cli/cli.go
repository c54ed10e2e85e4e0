// Package cli is the command line of ftsh-lint: options, files, output, exit status. Package lint
// has the rules.
//
// Invariants: the status is 0 for no findings, and 1 for findings, including syntax errors. It is 2
// for a wrong option, or for an error in reading or writing; 2 wins over 1. Each file is looked at
// by itself: an unreadable one neither stops the others nor cuts the output short.
package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"ftsh/internal/lint"
	"ftsh/internal/syntax"
	"ftsh/internal/version"
)

// The exit statuses.
const (
	clean   = 0
	found   = 1
	trouble = 2
)

const usage = `usage: ftsh-lint [-f gcc|json|sarif] [-o bash] [file ...]
       ftsh-lint -rules

Finds likely mistakes in scripts. Without files it reads standard input.
docs/reference/lint.md describes each rule.

  -f FORMAT  gcc (default): file:line:column: level: message [rule]
             json: an array with an object for each finding
             sarif: SARIF 2.1.0
  -o bash    read text in the dialect of bash, also without bash in its first line
  -rules     list the rules
  -version   print the version

A comment # ftsh-lint disable=RULE[,RULE...] turns rules off for the next
command. The status is 1 if there are findings, and 2 for a wrong option or a file
that cannot be read.
`

// maxSize is the maximum size of a script.
const maxSize = 16 << 20

// stdin is the name of standard input.
const stdin = "<standard input>"

// A result holds the findings of one file.
type result struct {
	file     string
	text     string // the text to which positions refer
	findings []lint.Finding
}

// Main runs ftsh-lint and returns its exit status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("ftsh-lint", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	format := flags.String("f", "gcc", "")
	option := flags.String("o", "", "")
	rules := flags.Bool("rules", false, "")
	showVersion := flags.Bool("version", false, "")
	files, err := parse(flags, args)
	write := formats(*format)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return written(io.WriteString(out, usage))(errs, clean)
	case err == nil && *showVersion:
		return written(fmt.Fprintln(out, version.Of("ftsh-lint")))(errs, clean)
	case err == nil && write == nil:
		err = fmt.Errorf("-f %s: expected gcc, json or sarif", *format)
	case err == nil && *option != "" && *option != "bash":
		err = fmt.Errorf("-o %s: expected bash", *option)
	case err == nil && *rules && len(files) > 0:
		err = errors.New("-rules takes no files")
	}
	if err != nil {
		fmt.Fprintf(errs, "ftsh-lint: %v\n%s", err, usage)
		return trouble
	}
	if *rules {
		return written(io.WriteString(out, ruleList()))(errs, clean)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	var results []result
	status := clean
	for _, name := range files {
		text, err := read(name, in)
		if err != nil {
			fmt.Fprintf(errs, "ftsh-lint: %v\n", err)
			status = trouble
			continue
		}
		if name == "-" {
			name = stdin
		}
		look := lint.Script
		if *option == "bash" {
			look = lint.Bash
		}
		r := result{name, syntax.WithoutNUL(string(text)), look(string(text))}
		if len(r.findings) > 0 {
			status = max(status, found)
		}
		results = append(results, r)
	}
	var b bytes.Buffer
	write(&b, results)
	return written(out.Write(b.Bytes()))(errs, status)
}

// written adjusts the status of a run by whether its output was written.
func written(_ int, err error) func(errs io.Writer, status int) int {
	return func(errs io.Writer, status int) int {
		if err == nil {
			return status
		}
		fmt.Fprintf(errs, "ftsh-lint: standard output: %v\n", err)
		return trouble
	}
}

// parse reads options, also after files.
func parse(flags *flag.FlagSet, args []string) (files []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(files, rest...), nil
		}
		if len(rest) == 0 {
			return files, nil
		}
		files, args = append(files, rest[0]), rest[1:]
	}
}

// read reads a script.
func read(name string, in io.Reader) ([]byte, error) {
	shown := stdin
	if name != "-" {
		shown = name
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s: a directory", name)
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSize+1))
	switch other, ok := lint.IsScript(text); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", shown, err)
	case len(text) > maxSize:
		return nil, fmt.Errorf("%s: more than %d MiB is no script", shown, maxSize>>20)
	case !ok && other != "":
		return nil, fmt.Errorf("%s: no shell script: its first line names %s", shown, other)
	case !ok:
		return nil, fmt.Errorf("%s: no script: there are NUL bytes in its first line", shown)
	}
	return text, nil
}

// ruleList returns the output of -rules.
func ruleList() string {
	var b bytes.Buffer
	for _, r := range lint.Rules() {
		fmt.Fprintf(&b, "%-20s  %s\n", r.Name, r.Summary)
	}
	return b.String()
}
