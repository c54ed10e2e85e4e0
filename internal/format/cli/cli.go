// Package cli is the command line of ftsh-fmt: options, files, exit status. Package format does the
// formatting.
//
// Invariants: a file is read whole, and replaced by a whole one or left as it is. The status is 0
// if all is well, and 1 if a script was left as it is, or -d shows a difference. It is 2 for a
// wrong option, or a file that cannot be read or written; 2 wins over 1. Each file is handled by
// itself: errors in one do not keep others from being formatted.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"ftsh/internal/format"
	"ftsh/internal/version"
)

// The exit statuses.
const (
	done      = 0
	different = 1 // or left as it is
	trouble   = 2
)

const usage = `usage: ftsh-fmt [-w] [-d] [-i N] [-o bash] [file ...]

Formats shell scripts, the blocks of ftsh included. Without files it formats
standard input. Text that it cannot format safely stays as it is, and it says why.

  -w    write the result to the file, if it changed
  -d    print the changes as a diff; status 1 if there are any
  -i N  indent by N blanks (0: by tabs); default 4
  -o bash  read text in the dialect of bash, also without bash in its first line
  -version  print the version
`

// maxIndent is far above any indentation in use.
const maxIndent = 16

// A command is one run of ftsh-fmt.
type command struct {
	write, diff bool
	indent      uint
	bash        bool
	in          io.Reader
	out, errs   io.Writer
}

// Main runs ftsh-fmt and returns its exit status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	c := &command{in: in, out: out, errs: errs}
	flags := flag.NewFlagSet("ftsh-fmt", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&c.write, "w", false, "")
	flags.BoolVar(&c.diff, "d", false, "")
	flags.UintVar(&c.indent, "i", 4, "")
	option := flags.String("o", "", "")
	showVersion := flags.Bool("version", false, "")
	files, err := parse(flags, args)
	c.bash = *option == "bash"
	switch {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(out, usage)
		return done
	case err == nil && *showVersion:
		fmt.Fprintln(out, version.Of("ftsh-fmt"))
		return done
	case err != nil:
	case c.indent > maxIndent:
		err = fmt.Errorf("-i %d: at most %d", c.indent, maxIndent)
	case *option != "" && !c.bash:
		err = fmt.Errorf("-o %s: expected bash", *option)
	case c.write && len(files) == 0:
		err = errors.New("-w needs files: it cannot write to standard input")
	}
	if err != nil {
		fmt.Fprintf(errs, "ftsh-fmt: %v\n%s", err, usage)
		return trouble
	}
	if len(files) == 0 {
		return c.stdin()
	}
	status := done
	for _, name := range files {
		status = max(status, c.file(name))
	}
	return status
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

// stdin formats standard input.
func (c *command) stdin() int {
	text, err := io.ReadAll(io.LimitReader(c.in, maxSize+1))
	if err == nil && len(text) > maxSize {
		err = errTooLarge
	}
	if err != nil {
		return c.fail(fmt.Errorf("<standard input>: %w", err))
	}
	out, status := c.format("<standard input>", string(text))
	if s := c.show("<standard input>", string(text), out); s != done {
		status = max(status, s)
	}
	return status
}

// file formats one file.
func (c *command) file(name string) int {
	f, err := open(name)
	if err != nil {
		return c.fail(err)
	}
	out, status := c.format(name, f.text)
	if c.write && out != f.text {
		if err := f.replace(out); err != nil {
			return c.fail(err)
		}
	}
	if c.write && !c.diff {
		return status
	}
	return max(status, c.show(name, f.text, out))
}

// format formats a text. It returns the unchanged text if it cannot.
func (c *command) format(name, text string) (string, int) {
	out, err := format.Script(text, format.Options{Name: name, Indent: c.indent, Bash: c.bash})
	if err != nil {
		fmt.Fprintln(c.errs, err)
		return text, different
	}
	return out, done
}

// show writes the result, or the differences.
func (c *command) show(name, before, after string) int {
	status := done
	if c.diff {
		if before == after {
			return done
		}
		after = string(diff.Diff(name+".orig", []byte(before), name, []byte(after)))
		status = different
		if c.write {
			status = done
		}
	}
	if _, err := io.WriteString(c.out, after); err != nil {
		return c.fail(fmt.Errorf("standard output: %w", err))
	}
	return status
}

func (c *command) fail(err error) int {
	fmt.Fprintf(c.errs, "ftsh-fmt: %v\n", err)
	return trouble
}
