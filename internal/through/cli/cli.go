// Package cli is the command line of ftsh-state: it shows and resets the state shared by a host's
// processes.
//
// Invariants: list, show and watch take no lock, and delay no process. Their output may be a moment
// old. The status is 0, or 1 for a name without a state or with one that cannot be read or reset.
// It is 2 for a wrong command line or an unusable directory.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"text/tabwriter"

	"ftsh/internal/through"
	"ftsh/internal/version"
)

const usage = `usage: ftsh-state [list]
       ftsh-state show NAME...
       ftsh-state watch [NAME...]
       ftsh-state reset NAME...
       ftsh-state journal ...
       ftsh-state known [PROGRAM...]

Shows and resets the state that all processes of this host share for a
resource (try ... through NAME).

  list       print a line for each name: the breaker, attempts that hold a
             slot, and attempts that wait (default)
  show       print the whole state of names
  watch      print the line of a name whenever it changes, until interrupted
  reset      forget failures, delays and the budget, and close the breaker;
             attempts that hold a slot keep it
  journal    show and change the journals of blocks: see journal --help
  known      show what failures of programs mean (try ... known): see known --help

  --help     print this
  --version  print the version

The directory is FTSH_STATE_DIR, or /run/ftsh for root and /tmp/ftsh-UID for
others.
`

// The exit statuses.
const (
	fine    = 0
	failed  = 1
	trouble = 2
)

// Main runs ftsh-state and returns its exit status.
func Main(args []string, getenv func(string) string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM,
		syscall.SIGHUP)
	defer stop()
	return run(ctx, args, getenv, out, errs)
}

func run(ctx context.Context, args []string, getenv func(string) string, out, errs io.Writer) int {
	command := "list"
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	complain := func(status int, format string, a ...any) int {
		fmt.Fprintf(errs, "ftsh-state: "+format+"\n", a...)
		return status
	}
	switch command {
	case "-h", "-help", "--help":
		return written(io.WriteString(out, usage))(complain)
	case "-version", "--version":
		return written(fmt.Fprintln(out, version.Of("ftsh-state")))(complain)
	case "list", "watch", "show", "reset":
	default:
		return complain(trouble, "%s: no such command\n%s", command, usage[:len(usage)-1])
	}
	if few := command == "show" || command == "reset"; few && len(args) == 0 || command == "list" &&
		len(args) > 0 {
		return complain(trouble, "%s: wrong number of names\n%s", command, usage[:len(usage)-1])
	}
	dir, err := through.OpenDir(getenv(through.DirVariable))
	if err != nil {
		return complain(trouble, "%v", err)
	}
	switch command {
	case "list":
		return list(dir, out, complain)
	case "watch":
		return watch(ctx, dir, args, out, complain)
	}
	known, err := dir.Names()
	if err != nil {
		return complain(trouble, "%v", err)
	}
	status := fine
	for _, name := range args {
		if !slices.Contains(known, name) {
			status = complain(failed, "%s: nothing is known about it", name)
			continue
		}
		err := withFile(dir, name, func(f *through.File) error {
			if command == "reset" {
				return reset(ctx, f)
			}
			return show(name, f, out)
		})
		if err != nil {
			status = complain(failed, "%s: %v", name, err)
		}
	}
	return status
}

// written returns the status of a run after a write of its output.
func written(_ int, err error) func(complain func(int, string, ...any) int) int {
	return func(complain func(int, string, ...any) int) int {
		if err != nil {
			return complain(trouble, "standard output: %v", err)
		}
		return fine
	}
}

// withFile opens the state of a name.
func withFile(dir *through.Dir, name string, do func(f *through.File) error) error {
	encoded, err := through.Encode(name)
	if err != nil {
		return err
	}
	f, err := dir.Open(encoded)
	if err != nil {
		return err
	}
	defer f.Close()
	return do(f)
}

// reset resets the state. The terminal must not stop it while it has the lock of the state.
func reset(ctx context.Context, f *through.File) error {
	stops := []os.Signal{syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU}
	signal.Ignore(stops...)
	defer signal.Reset(stops...)
	return f.Reset(ctx)
}

func list(dir *through.Dir, out io.Writer, complain func(int, string, ...any) int) int {
	names, err := dir.Names()
	if err != nil {
		return complain(trouble, "%v", err)
	}
	if len(names) == 0 {
		return fine
	}
	status := fine
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tBREAKER\tHELD\tWAITING")
	for _, name := range names {
		err := withFile(dir, name, func(f *through.File) error {
			l, err := lineOf(f)
			if err == nil {
				fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", visible(name), l.phase, l.held, l.waiting)
			}
			return err
		})
		if err != nil {
			status = complain(failed, "%s: %v", visible(name), err)
		}
	}
	return max(status, written(0, table.Flush())(complain))
}
