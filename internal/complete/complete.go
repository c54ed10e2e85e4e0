// Package complete finds completions for a word of a command line.
//
// The model: [At] reads the line up to the cursor, roughly, as the shell would: quotes,
// substitutions, beginnings of commands. The place decides what is offered: commands, variables,
// files, jobs, or words of a block. Candidates are quoted in the way the word was begun.
// Specifications of bash's `complete` come first for arguments: the shell answers for them
// (Shell.Program), and may run programs.
//
// Invariants: nothing is run here, and nothing is changed. Directories are read, those of PATH
// included. Every candidate begins with the text already there, if no specification made it.
//
// Not here: the menu (package edit), and running what a specification says. Without one, options of
// programs are not offered. The only way to learn them is to run the program with --help, and a
// program named in a line not yet entered may do anything then.
package complete

import (
	"slices"
	"strings"

	"ftsh/backoff"
	"ftsh/internal/compspec"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
)

// A Kind is a kind of name known to a shell.
type Kind int

// The kinds of names. A job is %1 and, after a blank, its command line.
const (
	Aliases Kind = iota
	Functions
	Builtins
	Variables
	Jobs
)

// A Shell gives completion access to a shell.
type Shell interface {
	Names(Kind) []string
	Value(variable string) (string, bool)
	// Program makes candidates by the specification for a command, as bash has them. ok is false if
	// there is none.
	Program(compspec.Request) (result compspec.Result, ok bool)
}

// A Candidate is a possible replacement of a word.
type Candidate struct {
	Text  string // as written
	Shown string // as listed
	Open  bool   // more may follow: a directory
}

// At returns the start of the word before pos in the line, and its candidates, sorted. The text
// from pos on is only for specifications.
func At(line string, pos int, sh Shell) (start int, found []Candidate) {
	line, after := line[:pos], line[pos:]
	w := scan(line)
	switch {
	case w.variable >= 0:
		return w.variable, variables(line[w.variable:], sh)
	case w.comment, w.hereDoc:
		return len(line), nil
	}
	f := finder{w: w, sh: sh, line: line, after: after, raw: line[w.start:]}
	f.find()
	if !f.ordered {
		slices.SortFunc(f.found, func(a, b Candidate) int {
			return strings.Compare(a.Shown, b.Shown)
		})
	}
	return f.w.start, slices.CompactFunc(f.found, func(a, b Candidate) bool {
		return a.Text == b.Text
	})
}

// A finder collects candidates for a word.
type finder struct {
	w       word
	sh      Shell
	line    string // up to the word's end
	after   string // the text after it
	raw     string // the word as written
	found   []Candidate
	ordered bool // found is in the order in which it is shown
}

func (f *finder) find() {
	switch {
	case f.w.redirected:
		f.files(isAny)
	case f.header():
	case len(f.w.before) == 0 && !f.w.assigned:
		if !f.initial() {
			f.commands()
		}
	case len(f.w.before) == 0:
		f.files(isAny)
	case f.program():
	default:
		f.arguments()
	}
}

// names offers the names that begin with the word, which must have no quotes.
func (f *finder) names(names ...string) {
	for _, n := range names {
		if strings.HasPrefix(n, f.raw) && f.w.quote == 0 {
			f.found = append(f.found, Candidate{Text: n, Shown: n})
		}
	}
}

// starters returns the reserved words allowed at the beginning of a command. try, forany and forall
// begin blocks; sense, check, catch and end stand in them.
func starters() []string {
	return []string{
		"!", "{", "}", "case", "catch", "check", "do", "done", "elif", "else", "end", "esac", "fi",
		"for", "forall", "forany",
		"if", "in", "sense", "then", "time", "try", "until", "while",
	}
}

func (f *finder) commands() {
	if f.w.pastSlash(f.raw) || strings.HasPrefix(f.raw, "~") {
		f.files(isCommand)
		return
	}
	f.names(starters()...)
	f.names(f.sh.Names(Aliases)...)
	f.names(f.sh.Names(Functions)...)
	f.names(f.sh.Names(Builtins)...)
	f.programs()
	if len(f.found) == 0 {
		f.files(isDirectory) // the directory of a program to come
	}
}

// arguments offers the words allowed after a command.
func (f *finder) arguments() {
	command := f.w.before[0]
	last := f.w.before[len(f.w.before)-1]
	switch command {
	case "cd", "rmdir", "pushd":
		f.files(isDirectory)
	case "fg", "bg":
		f.jobs()
	case "wait", "kill":
		if command == "kill" && strings.HasPrefix(f.raw, "-") && len(f.w.before) == 1 {
			f.signals("-")
		} else if last == "-s" {
			f.signals("")
		} else {
			f.jobs()
		}
	case "trap":
		if len(f.w.before) > 1 {
			f.signals("")
		}
	case "unset":
		if last == "-f" {
			f.names(f.sh.Names(Functions)...)
		} else {
			f.names(f.sh.Names(Variables)...)
		}
	case "export", "readonly", "local", "read", "getopts":
		if f.w.assigned {
			f.files(isAny)
		} else {
			f.names(f.sh.Names(Variables)...)
		}
	case "alias", "unalias":
		f.names(f.sh.Names(Aliases)...)
	case "command", "type", "exec", "nohup", "env", "sudo", "xargs", "nice", "which", "hash":
		if len(f.w.before) == 1 && !f.w.pastSlash(f.raw) && f.raw != "" && f.raw[0] != '-' {
			f.commands()
		} else {
			f.files(isAny)
		}
	case "set":
		if last == "-o" || last == "+o" {
			for _, o := range option.All() {
				f.names(o.String())
			}
		}
	default:
		f.files(isAny)
	}
}

func (f *finder) signals(before string) {
	for s := range sig.Ending.All() {
		f.names(before + sig.Name(s))
	}
	for _, n := range []string{"KILL", "STOP", "TSTP", "CONT", "CHLD", "WINCH"} {
		f.names(before + n)
	}
	if before == "" {
		f.names("EXIT")
	}
}

// jobs offers jobs, listed with their command lines.
func (f *finder) jobs() {
	for _, j := range f.sh.Names(Jobs) {
		id, _, _ := strings.Cut(j, " ")
		if strings.HasPrefix(id, f.raw) && f.w.quote == 0 {
			f.found = append(f.found, Candidate{Text: id, Shown: j})
		}
	}
}

// header offers the words of a block's header. It returns false if the line is in none.
func (f *finder) header() bool {
	if len(f.w.before) == 0 || f.w.quote != 0 {
		return false
	}
	block, words := f.w.before[0], f.w.before[1:]
	last := f.w.before[len(f.w.before)-1]
	if block == "try" && len(words) > 1 && words[len(words)-2] == "break" {
		f.names("in")
		return true
	}
	if block == "try" && len(words) > 1 && words[len(words)-2] == "jobs" {
		f.throughOptions(words)
		for _, c := range syntax.Clauses(block) {
			if !slices.Contains(words, c) {
				f.names(c)
			}
		}
		return true
	}
	switch block {
	case "try", "forany", "forall":
	default:
		return false
	}
	if block != "try" && (slices.Contains(words, "in") || last == "table") {
		return false // a list of words, or the name of a file: files
	}
	switch {
	case isNumber(last):
		f.names(unitsOf(last)...)
		if block == "try" && !f.afterDuration() {
			f.names("times")
		}
		return true
	case last == "signal":
		f.signals("")
		return true
	case last == "backoff":
		f.names(backoff.Names()...)
		return true
	case block != "try" && len(words) == 0: // the variable
		f.names(f.sh.Names(Variables)...)
		return true
	case last == "scratch":
		f.names("file")
		return true
	case takesNumber(last), last == "on", last == "except", last == "journal", last == "through",
		last == "budget", last == "break", last == "permanent", last == "transient",
		last == "file" && len(words) > 1 && words[len(words)-2] == "scratch":
		return true // a number, a name or a pattern, without candidates
	}
	if len(words) > 1 && words[len(words)-2] == "journal" {
		f.names("keep")
	}
	if block == "try" {
		if len(words) == 0 {
			f.names("for", "forever")
		} else if !slices.Contains(words, "or") && isUnit(last) && !f.afterDuration() {
			f.names("or")
		}
	} else {
		f.names("in")
	}
	if block == "try" {
		f.throughOptions(words)
	} else if n := len(words); n > 1 && words[n-2] == "through" {
		f.names("for")
	}
	for _, c := range syntax.Clauses(block) {
		if !slices.Contains(words, c) {
			f.names(c)
		}
	}
	return true
}

// throughOptions offers the words allowed directly after the name of a through clause.
func (f *finder) throughOptions(words []string) {
	at := slices.Index(words, "through")
	if at < 0 || at+2 > len(words) {
		return
	}
	rest := words[at+2:]
	for _, w := range rest {
		if slices.Contains(syntax.Clauses("try"), w) {
			return // another clause
		}
	}
	for _, o := range syntax.ThroughOptions() {
		switch last := words[len(words)-2:]; {
		case o == "nowait" && last[0] != "jobs", slices.Contains(rest, o):
		default:
			f.names(o)
		}
	}
}

// afterDuration reports whether the number at the end of the header belongs to a clause, and not to
// the limit.
func (f *finder) afterDuration() bool {
	for _, w := range slices.Backward(f.w.before) {
		switch w {
		case "try", "for", "or":
			return false
		case "every", "timeout", "hedge", "grace", "jobs", "backoff":
			return true
		}
	}
	return false
}

// takesNumber reports whether a number follows a word.
func takesNumber(word string) bool {
	switch word {
	case "for", "or", "every", "timeout", "hedge", "grace", "jobs":
		return true
	}
	return false
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789.") == ""
}

func isUnit(word string) bool {
	return word == "times" || word == "time" || slices.Contains(units(), word) ||
		isNumber(strings.TrimRight(word, "mshdw")) && !isNumber(word)
}

// unitsOf returns the units to go with a number.
func unitsOf(number string) []string {
	var names []string
	for _, u := range units() {
		if u == "ms" || strings.HasSuffix(u, "s") != (number == "1") {
			names = append(names, u)
		}
	}
	return names
}

// units returns the units of time, written out.
func units() []string {
	return []string{"ms", "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day",
		"weeks", "week"}
}
