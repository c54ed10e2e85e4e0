// Package option is the table of the shell's options: those of `set` and `set -o` (XCU 2.15 set),
// and -i and -s of the command line (XCU sh).
//
// The model: an [Opt] is one option, a [Set] is the options in effect. Both are plain values; the
// zero Set has everything off, as at the start of a non-interactive shell.
//
// The names are those of POSIX (pipefail with the 2024 edition) and six more: posix, brittle,
// bash and noprogcomp belong to this language; stdin and interactive give -s and -i a name, as in
// dash. nolog, vi, emacs and ignoreeof have no letter, because shells do not agree on one (-E is
// emacs in dash and errtrace in bash): an unknown letter is an error, better than a wrong meaning.
//
// Missing are privileged, debug and the options of other shells. The effects of an option are up to
// the callers of [Set.Has].
package option

import "strings"

// Opt is one option. Its value is one bit of a Set.
type Opt uint32

// Set is a set of options in effect.
type Set uint32

// The options, in the order of `set -o` and $-.
const (
	ErrExit     Opt = 1 << iota // -e: leave the shell when a command fails
	NoGlob                      // -f: no pathname expansion
	IgnoreEOF                   // an interactive shell does not leave at end of file
	Interactive                 // -i, only at the start
	Monitor                     // -m: job control
	NoExec                      // -n: read commands, run none
	Stdin                       // -s: commands come from standard input; only at the start
	XTrace                      // -x: trace commands
	Verbose                     // -v: echo input
	Vi                          // line editing as in vi; turns Emacs off
	Emacs                       // line editing as in emacs; turns Vi off
	NoClobber                   // -C: > does not overwrite
	AllExport                   // -a: assignments export
	Notify                      // -b: report ended jobs at once
	NoUnset                     // -u: expanding an unset parameter is an error
	HashAll                     // -h: remember utilities when functions are defined
	NoLog                       // function definitions stay out of the history
	PipeFail                    // a pipeline fails if any element does
	Posix                       // no block words
	Brittle                     // a failing command ends its list, everywhere
	Bash                        // text is read in the dialect of bash
	NoProgComp                  // Tab runs nothing: no completion by files in the language of bash

	// The options that only the dialect of bash has (bash.go).
	ErrTrace     // -E: functions and subshells keep the trap of ERR
	FuncTrace    // -T: and those of DEBUG and RETURN
	HistExpand   // -H: no effect in a script
	Commands     // history: commands are remembered; no effect in a script
	Physical     // -P: cd and pwd use physical paths
	NoBraces     // +B: no brace expansion
	NoComments   // +o interactive-comments; no effect in a script
	AllKeywords  // -k: no effect
	OneCommand   // -t: no effect
	IsPrivileged // -p: no effect
)

type row struct {
	opt    Opt
	letter byte // 0: none
	name   string
}

// rows is the table. A function, so that nothing can change it.
func rows() [22]row {
	return [22]row{
		{ErrExit, 'e', "errexit"},
		{NoGlob, 'f', "noglob"},
		{IgnoreEOF, 0, "ignoreeof"},
		{Interactive, 'i', "interactive"},
		{Monitor, 'm', "monitor"},
		{NoExec, 'n', "noexec"},
		{Stdin, 's', "stdin"},
		{XTrace, 'x', "xtrace"},
		{Verbose, 'v', "verbose"},
		{Vi, 0, "vi"},
		{Emacs, 0, "emacs"},
		{NoClobber, 'C', "noclobber"},
		{AllExport, 'a', "allexport"},
		{Notify, 'b', "notify"},
		{NoUnset, 'u', "nounset"},
		{HashAll, 'h', "hashall"},
		{NoLog, 0, "nolog"},
		{PipeFail, 0, "pipefail"},
		{Posix, 0, "posix"},
		{Brittle, 0, "brittle"},
		{Bash, 0, "bash"},
		{NoProgComp, 0, "noprogcomp"},
	}
}

// Has reports whether o is on.
func (s Set) Has(o Opt) bool { return s&Set(o) != 0 }

// With returns s with o on. Vi and Emacs turn each other off.
func (s Set) With(o Opt) Set {
	switch o {
	case Vi:
		s = s.Without(Emacs)
	case Emacs:
		s = s.Without(Vi)
	}
	return s | Set(o)
}

// Without returns s with o off.
func (s Set) Without(o Opt) Set { return s &^ Set(o) }

// Put returns s with o on or off.
func (s Set) Put(o Opt, on bool) Set {
	if on {
		return s.With(o)
	}
	return s.Without(o)
}

// ByLetter returns the option for -c.
func ByLetter(c byte) (Opt, bool) {
	for _, r := range rows() {
		if r.letter == c && c != 0 {
			return r.opt, true
		}
	}
	return 0, false
}

// ByName returns the option for `set -o name`. Names are matched exactly.
func ByName(name string) (Opt, bool) {
	for _, r := range rows() {
		if r.name == name {
			return r.opt, true
		}
	}
	return 0, false
}

// All returns every option in the order of their display.
func All() []Opt {
	rs := rows()
	all := make([]Opt, len(rs))
	for i, r := range rs {
		all[i] = r.opt
	}
	return all
}

// String returns the name of o, "" if it is not one of the options.
func (o Opt) String() string {
	for _, r := range rows() {
		if r.opt == o {
			return r.name
		}
	}
	return ""
}

// Letter returns the letter of o, 0 if it has none.
func (o Opt) Letter() byte {
	for _, r := range rows() {
		if r.opt == o {
			return r.letter
		}
	}
	return 0
}

// Changeable reports whether `set` may change o after the start. Only -i and -s are fixed: they
// describe the start of the shell.
func (o Opt) Changeable() bool { return o != Interactive && o != Stdin }

// Letters returns the letters of the options in effect: the value of $- (XCU 2.5.2).
func Letters(s Set) string {
	var buf [21]byte
	n := 0
	for _, r := range rows() {
		if r.letter != 0 && s.Has(r.opt) {
			buf[n] = r.letter
			n++
		}
	}
	return string(buf[:n])
}

// Table returns the output of `set -o`: every option and whether it is on, for people to read.
func (s Set) Table() string {
	var b strings.Builder
	b.WriteString("Current option settings\n")
	for _, r := range rows() {
		b.WriteString(r.name)
		b.WriteString(strings.Repeat(" ", 16-len(r.name)))
		if s.Has(r.opt) {
			b.WriteString("on\n")
		} else {
			b.WriteString("off\n")
		}
	}
	return b.String()
}

// Commands returns the output of `set +o`: commands to give a shell the same options again. Options
// that `set` cannot change are left out.
func (s Set) Commands() string {
	var b strings.Builder
	for _, r := range rows() {
		if !r.opt.Changeable() {
			continue
		}
		if s.Has(r.opt) {
			b.WriteString("set -o ")
		} else {
			b.WriteString("set +o ")
		}
		b.WriteString(r.name)
		b.WriteByte('\n')
	}
	return b.String()
}
