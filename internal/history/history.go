// Package history holds the commands of an interactive shell: a numbered list, and the file that
// keeps it (XCU sh, "Command History List").
//
// The model: a [List] holds commands with fixed numbers. The running command is not one of them
// yet: [List.Begin] notes it, [List.Commit] enters it after it has run, and [List.Discard] forgets
// it, as fc does with its own line. An entered command is appended to the file at once.
//
// Invariants: numbers count up from 1; the list keeps the newest commands, as many as its size. A
// file is shared with other shells: commands appended by one are not lost to another.
//
// In the dialect of bash a script has a list, too ([NewBash]). There, and at the dialect's prompt, an
// [Expander] replaces references such as !! in a line, and an [Entry] joins the lines of a command.
//
// Not here: the choice of commands to enter (package interp), and fc (package builtin).
package history

import (
	"slices"
	"sync"
	"time"
)

// DefaultSize is the size of a list if HISTSIZE is not set.
const DefaultSize = 1000

// A List is the history of a shell. It is safe for concurrent use. The zero value keeps nothing.
type List struct {
	mu       sync.Mutex
	size     int
	first    int // the number of commands[0]
	commands []string
	times    []int64 // when each was entered, in seconds; 0: not known
	running  string  // "": none
	since    int64   // when it began
	file     string  // "": none
	recall   Recall
	script   bool // see NewBash

	fresh int      // how many commands have been entered since the last WriteNew
	seen  int      // how many commands of the file have been read or appended
	own   []string // commands appended to the file since it was read
}

// New returns an empty list of a size, without a file.
func New(size int) *List { return &List{size: max(size, 0), first: 1} }

// Restore returns a list of commands, numbered from first; without a file.
func Restore(first int, commands []string) *List {
	return &List{size: max(DefaultSize, len(commands)), first: max(first, 1), commands: commands,
		times: make([]int64, len(commands))}
}

// Begin notes the command that runs now. It enters the command before.
func (l *List) Begin(command string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commit()
	l.running, l.since = command, time.Now().Unix()
	if l.script {
		l.shorten()
	}
}

// Commit enters the running command, after it has run.
func (l *List) Commit() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commit()
}

// Discard forgets the running command: it is not entered.
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
	l.enter(command, l.since)
}

// enter adds a command to the list, and to the file of a prompt.
func (l *List) enter(command string, at int64) {
	l.fresh++
	l.push(command, at)
	if l.file != "" {
		l.own = append(l.own, command)
		_ = appendTo(l.file, command) // failing to keep history is no error of the command
	}
}

func (l *List) push(command string, at int64) {
	l.commands = append(l.commands, command)
	l.times = append(l.times, at)
	l.shorten()
}

// shorten drops the oldest commands above the list's size.
func (l *List) shorten() {
	n := len(l.commands) - l.size
	if l.script && l.running != "" {
		n = min(n+1, len(l.commands))
	}
	if n > 0 {
		l.commands = slices.Delete(l.commands, 0, n)
		l.times = slices.Delete(l.times, 0, n)
		l.first += n
	}
}

// Next returns the number of the next command.
func (l *List) Next() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := l.first + len(l.commands)
	if l.running != "" {
		next++
	}
	return next
}

// Commands returns the entered commands, oldest first, and the number of the first.
func (l *List) Commands() (first int, commands []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first, slices.Clone(l.commands)
}
