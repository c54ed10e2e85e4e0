// Package cli is `ftsh-state journal`: it lists, shows, removes and adopts journals. Package
// journal describes their content.
//
// Invariants: the status is 0, 1 after a failure, or 2 for a wrong word. Each journal named is
// treated by itself. Listing and showing take no lock, and disturb no run.
package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"ftsh/internal/journal"
	"ftsh/internal/statedir"
)

const usage = `usage: ftsh-state journal [--journal-dir DIR] list
       ftsh-state journal [--journal-dir DIR] show NAME...
       ftsh-state journal [--journal-dir DIR] remove NAME...
       ftsh-state journal [--journal-dir DIR] adopt NAME...

Shows and changes the journals of blocks (docs/guides/durable.md).

  list    print the journals of the directory: block, state, attempts, last change
  show    print the records of a journal, one per line
  remove  delete a journal: the next run starts the block from the beginning, without a check
          first; branches on a batch system are cancelled
  adopt   let the next run continue the journal with the changed text of the block

NAME is as in the clause; one that begins with /, ./ or ../ is a path. DIR defaults
to $FTSH_JOURNAL_DIR, else $FTSH_STATE_DIR, else /var/lib/ftsh for root, and
$XDG_STATE_HOME/ftsh or ~/.local/state/ftsh for others.
`

// The exit statuses.
const (
	done    = 0
	trouble = 1
	misuse  = 2
)

// Main runs the command; args follow the word journal.
func Main(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("journal", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	dir := flags.String("journal-dir", "", "")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(out, usage)
		return done
	}
	if rest := flags.Args(); err == nil {
		switch {
		case len(rest) == 0:
			err = errors.New("expected list, show, remove or adopt, found nothing")
		case verbs(rest[0]) == nil && rest[0] != "list":
			err = fmt.Errorf("expected list, show, remove or adopt, found %q", rest[0])
		case rest[0] == "list" && len(rest) > 1:
			err = errors.New("list takes no names")
		case rest[0] != "list" && len(rest) == 1:
			err = fmt.Errorf("%s: expected the name of a journal, found nothing", rest[0])
		}
	}
	if err != nil {
		fmt.Fprintf(errs, "ftsh-state journal: %v\n%s", err, usage)
		return misuse
	}
	s := &session{out: out, errs: errs}
	if s.pwd, err = os.Getwd(); err == nil {
		s.dir, err = journal.Dir(func(name string) string {
			if name == "FTSH_JOURNAL_DIR" && *dir != "" {
				return *dir
			}
			return os.Getenv(name)
		}, os.Geteuid() == 0, s.pwd)
	}
	if err != nil {
		s.fail(err)
		return s.status
	}
	if verb := flags.Arg(0); verb == "list" {
		s.list()
	} else {
		for _, name := range flags.Args()[1:] {
			s.each(name, verbs(verb))
		}
	}
	return s.status
}

// A session is one call.
type session struct {
	out, errs io.Writer
	dir, pwd  string
	status    int
}

func (s *session) fail(err error) {
	fmt.Fprintf(s.errs, "ftsh-state journal: %v\n", err)
	s.status = trouble
}

// A verb does something with a journal.
type verb func(s *session, name, path string) error

func verbs(word string) verb {
	switch word {
	case "show":
		return (*session).show
	case "remove":
		return (*session).remove
	case "adopt":
		return (*session).adopt
	}
	return nil
}

// each runs do on the journal of a name.
func (s *session) each(name string, do verb) {
	path, err := journal.Path(name, s.dir, s.pwd)
	if err == nil {
		if _, err = os.Lstat(path); err == nil {
			err = do(s, name, path)
		}
	}
	if err != nil {
		if e := new(fs.PathError); errors.As(err, &e) {
			err = e.Err
		}
		s.fail(fmt.Errorf("%s: %w", name, err))
	}
}

func (s *session) remove(_, path string) error {
	return journal.Erase(journal.System(), path, cancelAway)
}

// cancelAway cancels the branches submitted to a batch system through the directory dir (package
// via), which is then removed. The program named in it can cancel them.
func cancelAway(dir string) error {
	if _, err := os.Lstat(dir); err != nil {
		return nil // there is none, or no longer
	}
	if err := statedir.PrivateDir(dir); err != nil { // it names a program
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "cancel"), nil, 0o600); err != nil {
		return err
	}
	out, err := exec.Command(filepath.Join(dir, "ftsh"), "--via-cancel", dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("the branches that were submitted cannot be cancelled: %w: %s", err,
			bytes.TrimSpace(out))
	}
	return nil
}

func (s *session) adopt(_, path string) error {
	return journal.Adopt(journal.System(), path, journal.Now(time.Now()))
}

func (s *session) list() {
	names, err := journal.Names(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.fail(err)
	}
	t := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
	for _, name := range names {
		path, err := journal.Path(name, s.dir, s.pwd)
		if err != nil {
			continue
		}
		_, st, err := journal.Peek(journal.System(), path)
		var damage *journal.DamageError
		switch {
		case errors.As(err, &damage):
			fmt.Fprintf(t, "%s\t%v\n", visible(name), damage)
		case err != nil:
			s.fail(err)
		default:
			last := ""
			if !st.Last.At.IsZero() {
				last = st.Last.At.Local().Format("2006-01-02 15:04:05")
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", visible(name), st.Block,
				st.Describe(journal.Used(path)), st.Counts(), last)
		}
	}
	if err := t.Flush(); err != nil {
		s.fail(err)
	}
}

func (s *session) show(_, path string) error {
	all, _, err := journal.Peek(journal.System(), path)
	for i := range all {
		if _, err := fmt.Fprintln(s.out, visible(describe(&all[i]))); err != nil {
			return err
		}
	}
	return err
}

// visible writes control characters and invalid bytes as \n, \x1b or \xff. So a name or an error is
// on one line, and has no effect on a terminal.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			_, n := utf8.DecodeRuneInString(s[i:])
			q := strconv.Quote(s[i : i+n])
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// describe formats a record as a line.
func describe(r *journal.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", r.At.Local().Format("2006-01-02 15:04:05.000"), r.Kind)
	add := func(there bool, format string, args ...any) {
		if there {
			fmt.Fprintf(&b, " "+format, args...)
		}
	}
	add(r.Name != "", "%q", string(r.Name))
	add(r.Block != "", "%s", r.Block)
	add(r.ID != "", "%s", r.ID)
	add(r.Attempt > 0, "attempt %d", r.Attempt)
	add(r.Word != "", "%q", string(r.Word))
	add(r.Times > 0, "%d times", r.Times)
	add(r.Limit > 0, "for %s", r.Limit)
	add(r.Kind == journal.Failed || r.Kind == journal.Succeeded || r.Kind == journal.Ended,
		"status %d", r.Status)
	add(r.Reason != "", "(%s)", r.Reason)
	add(r.Unsure, "outcome unknown")
	add(r.Divert != "", "by %s", r.Divert)
	add(r.Duration > 0, "in %s", r.Duration.Round(time.Millisecond))
	add(r.Delay > 0, "next in %s", r.Delay.Round(time.Millisecond))
	if r.Output != nil {
		add(true, "output of %s", strconv.FormatInt(r.Output.Size, 10)+" bytes")
	}
	add(r.Pid > 0, "process %d", r.Pid)
	add(r.Place != "", "at %s", string(r.Place))
	add(r.Error != "", "%s", string(r.Error))
	return b.String()
}
