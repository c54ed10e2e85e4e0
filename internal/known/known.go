// Package known says what failures of programs mean: whether another attempt can help, and when.
//
// The model: a table has the entries of one program, in a file that people can read. An entry has
// exit statuses, patterns of standard error, or both, and a verdict. The first entry that fits a
// failure decides. A failure without one is unknown.
//
// The tables are part of the program. A user's file of the same name comes before them (Dir).
//
// Invariants: a table that cannot be read or parsed never hides the one of the program. Text is
// matched line by line, and as a whole; see [Text].
//
// Not here: who asks (package interp), and which command failed.
package known

import (
	"embed"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/pattern"
)

//go:embed tables
var tables embed.FS

// A Verdict is what a failure means.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota // nothing is known
	Permanent                // another attempt would fail as well
	Transient                // another attempt may work
)

// An Entry is what is known of one kind of failure.
type Entry struct {
	Verdict  Verdict
	Delay    time.Duration // before the next attempt; 0: the caller's
	Said     bool          // the text says the delay; Delay is the one if it does not
	Statuses flow.Statuses // empty: any
	Patterns []string      // none: any text
	Meaning  string
	Source   string // the document that says so; "": a test provokes it
	Place    string // file:line

	statuses string // as written
	compiled []*pattern.Pattern
}

// A Table is the entries of a program, in their order.
type Table struct {
	Program string
	Entries []Entry
}

// A Finding is the entry for a failure.
type Finding struct {
	*Entry
	Program string
	Asked   bool          // there is a delay
	After   time.Duration // the delay, perhaps 0
}

// Look returns the finding on a failure with a status and a text; false if nothing is known.
func (t *Table) Look(status int, text *Text, now time.Time) (Finding, bool) {
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.statuses != "" && !e.Statuses.Has(status) ||
			len(e.compiled) > 0 && !slices.ContainsFunc(e.compiled, text.Matches) {
			continue
		}
		f := Finding{Entry: e, Program: t.Program, Asked: e.Delay > 0, After: e.Delay}
		if e.Said {
			if d, ok := text.delay(now); ok {
				f.Asked, f.After = true, min(d, maxDelay)
			}
		}
		return f, e.Verdict != Unknown
	}
	return Finding{}, false
}

// Programs returns the names of the programs with a table, sorted.
func Programs() []string {
	files, err := fs.ReadDir(tables, "tables")
	if err != nil {
		return nil
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name()
	}
	return names
}

// Has reports whether the program has a table.
func Has(program string) bool {
	_, err := fs.Stat(tables, "tables/"+program)
	return err == nil && program != ""
}

// A Library reads tables, and returns each error once. It is safe for concurrent use. A table is
// read again for each failure, so that a shell that runs for long, such as a prompt, sees changes.
type Library struct {
	mu       sync.Mutex
	returned map[string]bool // the errors
}

// Table returns the table of a program, with the entries of the user's file in dir first; nil if
// nothing is known of it. The error is about the user's file, which is left out then.
func (l *Library) Table(program, dir string) (*Table, error) {
	if program == "" || strings.ContainsRune(program, '/') || program[0] == '.' {
		return nil, nil
	}
	t, err := Read(program, dir)
	if err != nil && !l.first(err.Error()) {
		err = nil
	}
	return t, err
}

// first reports whether an error was not returned before.
func (l *Library) first(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.returned == nil {
		l.returned = make(map[string]bool)
	}
	first := !l.returned[text]
	l.returned[text] = true
	return first
}

// Read reads the table of a program; see [Library.Table].
func Read(program, dir string) (*Table, error) {
	t := &Table{Program: program}
	own, err := readUsers(program, dir)
	t.Entries = own
	built, wrong := embedded(program)
	if wrong != nil {
		return nil, wrong // a test reads them all
	}
	t.Entries = append(t.Entries, built...)
	if len(t.Entries) == 0 {
		return nil, err
	}
	return t, err
}

// embedded returns the entries of the program's own table; none if it has none.
func embedded(program string) ([]Entry, error) {
	text, err := tables.ReadFile("tables/" + program)
	if err != nil {
		return nil, nil
	}
	return parse(program, string(text), embedded)
}

// ProgramOf returns the program whose table is asked for a command: its name without directories.
// Of a command that runs another one (sudo, env, timeout) it is the other one.
func ProgramOf(args []string) string {
	words := Unwrap(args, func(word string) string { return word })
	if len(words) == 0 || words[0] == "" {
		return ""
	}
	return filepath.Base(words[0])
}
