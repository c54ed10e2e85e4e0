// Package compspec has the specifications of programmable completion in the dialect of bash: what
// `complete` defines and `compgen` tries.
//
// The model: a [Spec] says how candidates for an argument are made: by actions (kinds of names), a
// pattern of files, a list of words, a function, a command. [Spec.Candidates] makes them, in bash's
// order, and asks a [Source] for everything that needs a shell. A [Table] keeps the specifications
// of commands.
//
// Invariants: a Spec and a Table in use never change; changes are made in copies, so that subshells
// can share them. Nothing here runs a command.
//
// Elsewhere: the builtins (package builtin), and finding the word to complete (package complete).
package compspec

import (
	"strings"

	"ftsh/internal/quote"
)

// Actions is a set of kinds of names.
type Actions uint32

// The actions of bash, in the order of their candidates.
const (
	Alias Actions = 1 << iota
	ArrayVar
	Binding
	Builtin
	Disabled
	Enabled
	Export
	Function
	HelpTopic
	Hostname
	Job
	Keyword
	Running
	SetOpt
	Shopt
	Signal
	Stopped
	Variable
	Command
	File
	User
	Group
	Service
	Directory
)

// An actionRow names an action; letter is its option, 0 if it has only -A.
type actionRow struct {
	action Actions
	name   string
	letter byte
}

// actionRows are the actions sorted by name. A function, so that nothing can change them.
func actionRows() [24]actionRow {
	return [24]actionRow{
		{Alias, "alias", 'a'}, {ArrayVar, "arrayvar", 0}, {Binding, "binding", 0},
		{Builtin, "builtin", 'b'}, {Command, "command", 'c'}, {Directory, "directory", 'd'},
		{Disabled, "disabled", 0}, {Enabled, "enabled", 0}, {Export, "export", 'e'},
		{File, "file", 'f'}, {Function, "function", 0}, {Group, "group", 'g'},
		{HelpTopic, "helptopic", 0}, {Hostname, "hostname", 0}, {Job, "job", 'j'},
		{Keyword, "keyword", 'k'}, {Running, "running", 0}, {Service, "service", 's'},
		{SetOpt, "setopt", 0}, {Shopt, "shopt", 0}, {Signal, "signal", 0},
		{Stopped, "stopped", 0}, {User, "user", 'u'}, {Variable, "variable", 'v'},
	}
}

// ActionByName returns the action of -A name.
func ActionByName(name string) (Actions, bool) {
	for _, r := range actionRows() {
		if r.name == name {
			return r.action, true
		}
	}
	return 0, false
}

// ActionByLetter returns the action of an option such as -f.
func ActionByLetter(c byte) (Actions, bool) {
	for _, r := range actionRows() {
		if r.letter == c && c != 0 {
			return r.action, true
		}
	}
	return 0, false
}

// Options is a set of the options of -o.
type Options uint16

// The options, in the order in which they are printed.
const (
	BashDefault Options = 1 << iota
	Default
	DirNames
	FileNames
	NoQuote
	NoSort
	NoSpace
	PlusDirs
)

// optionNames are the names of the options, in the order of their bits.
func optionNames() [8]string {
	return [8]string{"bashdefault", "default", "dirnames", "filenames", "noquote", "nosort",
		"nospace", "plusdirs"}
}

// OptionByName returns the option of -o name.
func OptionByName(name string) (Options, bool) {
	for i, n := range optionNames() {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// A Spec is a specification. A nil text was not given.
type Spec struct {
	Actions  Actions
	Options  Options
	Glob     *string // -G: a pattern of files
	Words    *string // -W: words, expanded
	Prefix   *string // -P
	Suffix   *string // -S
	Filter   *string // -X: candidates that match it are left out, with ! the others
	Function *string // -F
	Command  *string // -C
}

// Line returns the command that defines s for a command, or for one of the conditions.
func (s *Spec) Line(name string) string {
	var b strings.Builder
	b.WriteString("complete ")
	for i, o := range optionNames() {
		if s.Options&(1<<i) != 0 {
			b.WriteString("-o " + o + " ")
		}
	}
	for _, r := range actionRows() {
		if r.letter != 0 && s.Actions&r.action != 0 {
			b.WriteString("-" + string(rune(r.letter)) + " ")
		}
	}
	for _, r := range actionRows() {
		if r.letter == 0 && s.Actions&r.action != 0 {
			b.WriteString("-A " + r.name + " ")
		}
	}
	for _, a := range []struct {
		letter string
		text   *string
	}{{"G", s.Glob}, {"W", s.Words}, {"P", s.Prefix}, {"S", s.Suffix}, {"X", s.Filter},
		{"C", s.Command}} {
		if a.text != nil {
			b.WriteString("-" + a.letter + " " + quote.Singly(*a.text) + " ")
		}
	}
	if s.Function != nil {
		b.WriteString("-F " + *s.Function + " ")
	}
	return b.String() + shownName(name)
}

// OptionLine returns the command that sets all options of s.
func (s *Spec) OptionLine(name string) string {
	var b strings.Builder
	b.WriteString("compopt ")
	for i, o := range optionNames() {
		sign := "+o "
		if s.Options&(1<<i) != 0 {
			sign = "-o "
		}
		b.WriteString(sign + o + " ")
	}
	return b.String() + shownName(name)
}

// shownName returns a command's name as an argument, or the option for a condition.
func shownName(name string) string {
	switch {
	case name == DefaultName:
		return "-D"
	case name == EmptyName:
		return "-E"
	case name == InitialName:
		return "-I"
	case name == "" || quote.HasMetas(name):
		return quote.Singly(name)
	}
	return name
}
