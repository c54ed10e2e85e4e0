// Package cli is the command line of ftsh-view: options, files, exit status. Package view does the
// drawing.
//
// Invariants: the status is 0, 1 if the file is no trace, and 2 for a wrong command line or a
// failed read or write.
package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"ftsh/internal/tracefile"
	"ftsh/internal/version"
	"ftsh/internal/view"
)

// The exit statuses.
const (
	done    = 0
	noTrace = 1
	trouble = 2
)

const usage = `usage: ftsh-view [--all] [-o PAGE] TRACE
       ftsh-view --text [--all] TRACE

Draws what a run did and when: the file that ftsh --trace TRACE has written, or
standard input for -. It writes one page of HTML for a browser, which needs
nothing else, to standard output:

    ftsh-view job.trace > job.html
    ftsh-view -o job.html job.trace

At a terminal, and with --text, it draws for a terminal.

  -o, --output PAGE  write the page to a file
      --text         draw with the characters of a terminal, COLUMNS wide
      --html         write the page, even to a terminal
      --all          unfold everything, and fold no equal attempts
      --help         print this
      --version      print the version

NO_COLOR turns colours off; only a terminal has them.
`

// An invocation is the command line.
type invocation struct {
	output          string
	text, html, all bool
	file            string
}

// Main runs ftsh-view and returns its exit status.
func Main(args []string, getenv func(string) string, in io.Reader, out, errs io.Writer) int {
	inv, more, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(out, usage)
		return done
	case err == nil && more:
		fmt.Fprintln(out, version.Of("ftsh-view"))
		return done
	case err != nil:
		fmt.Fprintf(errs, "ftsh-view: %v\n%s", err, usage)
		return trouble
	}
	complain := func(status int, err error) int {
		fmt.Fprintf(errs, "ftsh-view: %v\n", err)
		return status
	}
	run, err := read(inv.file, in)
	if err != nil {
		if errors.Is(err, tracefile.ErrNoTrace) {
			return complain(noTrace, fmt.Errorf("%s: %w", inv.file, err))
		}
		return complain(trouble, err)
	}
	v := view.Of(run, inv.all)
	if inv.output != "" {
		err = save(inv.output, v, inv, getenv)
	} else {
		err = inv.draw(v, out, getenv)
	}
	if err != nil {
		return complain(trouble, err)
	}
	return done
}

// parse reads the command line. more: the version is asked for.
func parse(args []string) (inv *invocation, more bool, err error) {
	inv = &invocation{}
	flags := flag.NewFlagSet("ftsh-view", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&inv.output, "o", "", "")
	flags.StringVar(&inv.output, "output", "", "")
	flags.BoolVar(&inv.text, "text", false, "")
	flags.BoolVar(&inv.html, "html", false, "")
	flags.BoolVar(&inv.all, "all", false, "")
	flags.BoolVar(&more, "version", false, "")
	var files []string
	for {
		if err := flags.Parse(args); err != nil {
			return nil, false, err
		}
		rest := flags.Args()
		if n := len(args) - len(rest); len(rest) == 0 || n > 0 && args[n-1] == "--" {
			files = append(files, rest...)
			break
		}
		files, args = append(files, rest[0]), rest[1:]
	}
	switch {
	case more:
	case inv.text && inv.html:
		return nil, false, errors.New("--text and --html: expected one of them")
	case len(files) != 1:
		return nil, false, fmt.Errorf("expected one trace, found %d", len(files))
	default:
		inv.file = files[0]
	}
	return inv, more, nil
}

// read reads the trace.
func read(name string, in io.Reader) (*tracefile.Run, error) {
	if name == "-" {
		return tracefile.Read(in)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return tracefile.Read(f)
}

// save writes the drawing to a file.
func save(name string, v *view.View, inv *invocation, getenv func(string) string) error {
	var page bytes.Buffer
	inv.html = !inv.text
	if err := inv.draw(v, &page, getenv); err != nil {
		return err
	}
	if a, err := os.Stat(name); err == nil {
		if b, err := os.Stat(inv.file); err == nil && os.SameFile(a, b) {
			return fmt.Errorf("%s is the trace: it stays as it is", name)
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(page.Bytes())
	return errors.Join(err, f.Close())
}

// draw writes the page, or the text if asked for or if out is a terminal.
func (inv *invocation) draw(v *view.View, out io.Writer, getenv func(string) string) error {
	f, isFile := out.(*os.File)
	terminal := isFile && term.IsTerminal(int(f.Fd()))
	if inv.html || !inv.text && !terminal {
		return v.Page(out)
	}
	t := view.Terminal{Width: 80, Colour: terminal && getenv("NO_COLOR") == "" &&
		getenv("TERM") != "dumb"}
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		t.Width = n
	} else if terminal {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			t.Width = n
		}
	}
	return v.Text(out, t)
}
