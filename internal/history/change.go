package history

import (
	"slices"
	"time"
)

// A Command is a command of a list.
type Command struct {
	Text string
	Time int64 // when it was entered, in seconds since the epoch; 0: not known
}

// NewBash returns the list of a script, whose size counts the running command, as in bash.
func NewBash() *List { return &List{size: Unlimited, first: 1, script: true} }

// Unlimited is the size of a list that drops nothing.
const Unlimited = 1<<31 - 1

// Clone returns a copy of the list, without its file, for a subshell to change.
func (l *List) Clone() *List {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &List{size: l.size, first: l.first, commands: slices.Clone(l.commands),
		times: slices.Clone(l.times), running: l.running, since: l.since, recall: l.recall,
		fresh: l.fresh, seen: l.seen, script: l.script}
}

// All returns the commands with the running one, oldest first, and the number of the first.
func (l *List) All() (first int, all []Command) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, c := range l.commands {
		all = append(all, Command{c, l.times[i]})
	}
	if l.running != "" {
		all = append(all, Command{l.running, l.since})
	}
	return l.first, all
}

// Running returns the running command, or "".
func (l *List) Running() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running
}

// Number returns the number of the running command, or of the next one if none runs.
func (l *List) Number() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first + len(l.commands)
}

// Resize changes the size. A smaller list drops its oldest commands.
func (l *List) Resize(size int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.size = size
	l.shorten()
}

// Enter adds a command to the list.
func (l *List) Enter(command string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.enter(command, time.Now().Unix())
}

// Clear drops all commands. Numbers begin with 1 again.
func (l *List) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commands, l.times, l.running, l.first = nil, nil, "", 1
}

// Delete drops the commands from one number up to another, in the list that All returns.
func (l *List) Delete(from, to int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if to == l.first+len(l.commands) && l.running != "" {
		l.running = ""
		to--
	}
	if from <= to {
		l.commands = slices.Delete(l.commands, from-l.first, to-l.first+1)
		l.times = slices.Delete(l.times, from-l.first, to-l.first+1)
	}
}

// Erase drops the commands equal to one: HISTCONTROL=erasedups.
func (l *List) Erase(command string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.commands) - 1; i >= 0; i-- {
		if l.commands[i] == command {
			l.commands = slices.Delete(l.commands, i, i+1)
			l.times = slices.Delete(l.times, i, i+1)
		}
	}
}

// Expander returns an expander of references to the entered commands. It uses what the last
// expansion has left.
func (l *List) Expander() *Expander {
	first, commands := l.Commands()
	return &Expander{First: first, Commands: commands, Marks: [3]byte{'!', '^', '#'},
		Recall: &l.recall}
}

// File returns the file that gets each entered command, or "" if there is none.
func (l *List) File() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file
}
