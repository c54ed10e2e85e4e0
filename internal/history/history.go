// Package history is the commands of an interactive shell: a numbered list, and the
// file that keeps it (XCU sh, "Command History List").
//
// The model: a [List] holds commands, each with a number that it keeps. The command that runs
// is not one of them yet: [List.Begin] notes it, [List.Commit] enters it when it has run, and
// [List.Discard] forgets it, which is what fc does to the line that it stands in. An entered
// command is appended to the file at once.
//
// Invariants: numbers count up from 1; at most as many commands as the list's size are kept, the
// newest. A file is shared with other shells: nothing that one appends is lost to another.
//
// What is not here: which commands are entered (package interp), and what fc does with them
// (package builtin).
package history

import (
	"slices"
	"sync"
)

// DefaultSize is that of a list where HISTSIZE says none.
const DefaultSize = 1000

// A List is the history of a shell. It is safe for concurrent use. The zero value keeps nothing.
type List struct {
	mu       sync.Mutex
	size     int
	first    int // the number of commands[0]
	commands []string
	running  string // "": none
	file     string // "": none
}

// New returns an empty list of a size, without a file.
func New(size int) *List { return &List{size: max(size, 0), first: 1} }

// Restore returns a list of commands, of which the first has a number; without a file.
func Restore(first int, commands []string) *List {
	return &List{size: max(DefaultSize, len(commands)), first: max(first, 1), commands: commands}
}

// Begin notes the command that runs now. One that ran before is entered.
func (l *List) Begin(command string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commit()
	l.running = command
}

// Commit enters the command that ran.
func (l *List) Commit() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commit()
}

// Discard forgets the command that runs: it is not entered.
func (l *List) Discard() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = ""
}

func (l *List) commit() {
	command := l.running
	l.running = ""
	if command == "" {
		return
	}
	l.push(command)
	if l.file != "" {
		_ = appendTo(l.file, command) // a history that cannot be kept is no error of the command
	}
}

func (l *List) push(command string) {
	l.commands = append(l.commands, command)
	if n := len(l.commands) - l.size; n > 0 {
		l.commands = slices.Delete(l.commands, 0, n)
		l.first += n
	}
}

// Next is the number that the next command gets.
func (l *List) Next() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := l.first + len(l.commands)
	if l.running != "" {
		next++
	}
	return next
}

// Commands are those that were entered, oldest first, and the number of the first.
func (l *List) Commands() (first int, commands []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first, slices.Clone(l.commands)
}
