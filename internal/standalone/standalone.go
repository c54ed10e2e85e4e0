// Package standalone has the settings of a shell that is the program itself: ftsh and ftry. A
// program with an embedded shell has no use for them (package interp).
//
// The model: a main program passes an [Options] to interp.New, in Options.Standalone of that
// package. A shell that reads its commands at a prompt asks for each line with a [Prompt].
//
// Not here: reading the command line (package cli) and editing a line (package repl).
package standalone

import (
	"errors"
	"io"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/compspec"
	"ftsh/interp/event"
)

// BashVersion is the version of bash whose language the dialect is.
const BashVersion = "5.2.15(1)-release"

// Options are the settings of a standalone shell. The zero value is an embedded shell. Each field
// is independent of the others.
type Options struct {
	// OwnProcess declares the process to be this shell. The shell may then change the process's
	// working directory, umask, limits and signal dispositions, replaces it at exec, and reaps
	// orphans. Its descriptors are those of the process; a Stdout or Stderr of the options replaces
	// one of them.
	OwnProcess bool
	// Reexec is the command (program and arguments) for running this program as an ftsh. An empty
	// program name means the running program. It is used for asynchronous lists, and under set -m
	// for subshells and pipeline elements outside of blocks; each needs a process of its own. The
	// list is handed over in a descriptor (handover.Option, handover.Arguments, Resume). If the
	// shell owns its process, it also uses Reexec for subshells setting a signal's trap, and for
	// the watchdog of its blocks (watchdog.Option); else these subshells run in its process.
	//
	// With a nil Reexec, an asynchronous list runs in this process, as in an embedded shell.
	Reexec []string
	// Resume has a list handed over by the shell that started this process (package handover):
	// an asynchronous list or a subshell. New reads it, and RunInput runs it and ends the shell.
	// Env, Dir, Name, Args, Set, Posix and Interactive then come from the other shell. nil means
	// an ordinary shell.
	Resume io.Reader

	// CommandString says that the script is the argument of -c, for the dialect of bash.
	CommandString bool
	// AsBash is the path of this program under the name bash, for the variable BASH; "" if it was
	// started by another name.
	AsBash string
	// FirstLine makes RunInput turn on the dialect of bash if the first line of its commands, read
	// from descriptor 0, names bash.
	FirstLine bool

	// Interactive makes the shell behave as at a prompt: it survives errors and reports jobs.
	Interactive bool
	// Login makes it a login shell: the first Run begins by reading /etc/profile and
	// $HOME/.profile. An error in them does not end the shell.
	Login bool
	// Start says which startup files are read, as options of bash do.
	Start Start
	// Read reads a line for RunInput of an interactive shell; nil means that RunInput reads
	// descriptor 0. Read returns a line with its newline, or several lines for a command of the
	// history. Its error is io.EOF at the end, ErrInterrupted, ErrQuit or an EditCommand. It may
	// be set until RunInput is called. If a context or a signal ends the shell during a read,
	// RunInput returns without waiting for Read.
	Read func(Prompt) (string, error)

	// ProgramsOnly makes every command the name of a program. No builtin is found, neither the
	// shell's own nor the host's. A script without a #! line is run by /bin/sh, as execvp(3) does.
	ProgramsOnly bool
	// Piped treats the shell's initial standard input and output as if a pipeline had given them to
	// its block. A pipe or a regular file is then kept as input or held as output
	// (docs/language.md, section 4); inherited ones would be passed through. It is for a script
	// consisting of a single block: the input left over by it goes to an unspecified reader. Of
	// a shell that owns its process, the Stdout of the options passes through.
	Piped bool

	// StopTimeout is for a shell that owns its process and is the first one in its PID namespace,
	// as in a container. When an untrapped signal ends the shell, all other processes of the
	// namespace get SIGTERM, and those left after this time SIGKILL. 0 means DefaultStopTimeout.
	StopTimeout time.Duration
	// AtLeast makes the receiver of events get all events of a script's text up to this level,
	// whatever the log level is. Events sent only for this reason are marked Unasked.
	AtLeast event.Level
	// AddTrace adds the spans of a branch on another machine to the trace; the reader is the file
	// written there. nil: they are left out.
	AddTrace func(io.Reader)
	// Clock is the time of the shell: of its deadlines, delays and records. nil means the real one.
	Clock clock.Clock
}

// Start says which startup files a shell reads. The zero value means the usual ones.
type Start struct {
	// File is read by an interactive shell instead of the file that ENV names, if it is not "".
	File string
	// NoFile: an interactive shell reads neither. NoProfile: a login shell reads no profile.
	NoFile, NoProfile bool
	// Calls are calls of set and shopt before any startup file, in the dialect of bash: its options
	// of the command line that are not among Options.Set of package interp.
	Calls [][]string
}

// DefaultStopTimeout is the default of Options.StopTimeout. It is under 10 s, because docker then
// kills a container.
const DefaultStopTimeout = 8 * time.Second

// A Prompt is a request for a line.
type Prompt struct {
	Text    string   // PS1, or PS2 while a command is unfinished; expanded
	Vi      bool     // set -o vi: edit the line as in vi
	Typed   string   // keys typed already, to be read before the terminal's
	History []string // the commands so far, oldest first; some have several lines

	// Resized receives a value when the terminal's size changes.
	Resized <-chan struct{}

	// Names returns the shell's names of a kind and Value a variable's value, for completion. Alias
	// returns the value of an alias, for macros. The reader may call them until it returns;
	// afterwards they return nothing.
	Names func(NameKind) []string
	Value func(name string) (string, bool)
	Alias func(name string) (string, bool)
	// Program makes candidates by a specification of bash's complete, within a short time. ok is
	// false if there is none, or if it failed.
	Program func(compspec.Request) (result compspec.Result, ok bool)
}

// A NameKind is a kind of name known to a shell.
type NameKind int

// The kinds of names. Builtins include the host's own. A job's name is %1, a blank and its command
// line.
const (
	AliasNames NameKind = iota
	FunctionNames
	BuiltinNames
	VariableNames
	JobNames
)

// ErrInterrupted is returned by Options.Read if the user gave up the line (Ctrl-C).
var ErrInterrupted = errors.New("interrupted")

// ErrQuit is returned by Options.Read if the user gave up the line with Ctrl-\.
var ErrQuit = errors.New("quit")

// EditCommand is an error returned by Options.Read, with the unfinished line, if the user wants to
// edit a command in a program (VISUAL, EDITOR, vi) and then run it. Number identifies the command
// in the history. 0 means the line itself, after the lines of the command that it continues.
type EditCommand struct{ Number int }

// Error returns a fixed text.
func (EditCommand) Error() string { return "the user wants to edit a command" }
