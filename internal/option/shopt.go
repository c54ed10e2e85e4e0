package option

import (
	"fmt"
	"strings"
)

// Shopt is one option of `shopt`, the builtin of the dialect of bash. Its value is one bit of a
// Shopts.
type Shopt uint64

// Shopts are options of shopt: the bits of those that differ from their default. So the zero value
// is the state in which bash starts a script.
type Shopts uint64

// The options of bash 5.2, in the order of their names.
const (
	AutoCD Shopt = 1 << iota
	AssocExpandOnce
	CdableVars // cd takes the name of a variable with the directory
	CdSpell
	CheckHash
	CheckJobs
	CheckWinSize
	CmdHist
	Compat31
	Compat32
	Compat40
	Compat41
	Compat42
	Compat43
	Compat44
	CompleteFullQuote
	DirExpand
	DirSpell
	DotGlob // a * matches names with a period at their start
	ExecFail
	ExpandAliases // aliases are expanded; at a prompt this is the default
	ExtDebug      // the trap of DEBUG may leave a command out; BASH_ARGC and BASH_ARGV follow calls
	ExtGlob       // @(a|b) and its kin in words are patterns
	ExtQuote
	FailGlob // a pattern without a match is an error
	ForceFignore
	GlobASCIIRanges
	GlobSkipDots // no pattern matches . and ..
	GlobStar     // ** matches directories at any depth
	GNUErrFmt
	HistAppend
	HistReedit
	HistVerify
	HostComplete
	HupOnExit
	InheritErrExit // set -e holds in command substitutions
	InteractiveComments
	LastPipe // the last command of a pipeline runs in the shell itself
	LitHist
	LocalVarInherit
	LocalVarUnset
	LoginShell
	MailWarn
	NoEmptyCmdCompletion
	NoCaseGlob  // pathname expansion does not tell A from a
	NoCaseMatch // nor do case, [[ ]] and ${x/…}
	NoExpandTranslation
	NullGlob          // a pattern without a match is removed
	PatsubReplacement // an & in the text of ${x/…/text} is the match
	ProgComp
	ProgCompAlias
	PromptVars
	RestrictedShell
	ShiftVerbose // shift reports a number that is too large
	SourcePath   // source searches PATH
	VarRedirClose
	XpgEcho // echo replaces escape sequences
)

// A freedom says which values of an option the shell takes.
type freedom uint8

const (
	free   freedom = iota // both
	script                // both where there is no prompt; there only the default
	fixed                 // the default only
)

type shoptRow struct {
	opt     Shopt
	name    string
	on      bool // by default
	freedom freedom
}

// shoptRows is the table, in bash's order. Options with free have the effect that they have in bash,
// or, like gnu_errfmt, no effect of which a script could depend on the lack.
func shoptRows() [57]shoptRow {
	return [57]shoptRow{
		{AutoCD, "autocd", false, script},
		{AssocExpandOnce, "assoc_expand_once", false, free}, // subscripts are never expanded twice
		{CdableVars, "cdable_vars", false, free},
		{CdSpell, "cdspell", false, script},
		{CheckHash, "checkhash", false, free}, // done always
		{CheckJobs, "checkjobs", false, script},
		{CheckWinSize, "checkwinsize", true, free}, // LINES and COLUMNS are the terminal's at a prompt
		{CmdHist, "cmdhist", true, script},
		{Compat31, "compat31", false, fixed},
		{Compat32, "compat32", false, fixed},
		{Compat40, "compat40", false, fixed},
		{Compat41, "compat41", false, fixed},
		{Compat42, "compat42", false, fixed},
		{Compat43, "compat43", false, fixed},
		{Compat44, "compat44", false, fixed},
		{CompleteFullQuote, "complete_fullquote", true, script},
		{DirExpand, "direxpand", false, script},
		{DirSpell, "dirspell", false, script},
		{DotGlob, "dotglob", false, free},
		{ExecFail, "execfail", false, free},
		{ExpandAliases, "expand_aliases", false, free},
		{ExtDebug, "extdebug", false, free},
		{ExtGlob, "extglob", false, free},
		{ExtQuote, "extquote", true, fixed},
		{FailGlob, "failglob", false, free},
		{ForceFignore, "force_fignore", true, script},
		{GlobASCIIRanges, "globasciiranges", true, fixed},
		{GlobSkipDots, "globskipdots", true, free},
		{GlobStar, "globstar", false, free},
		{GNUErrFmt, "gnu_errfmt", false, free},    // messages have their own form
		{HistAppend, "histappend", false, free},   // done always
		{HistReedit, "histreedit", false, script}, //
		{HistVerify, "histverify", false, script}, //
		{HostComplete, "hostcomplete", true, free},
		{HupOnExit, "huponexit", false, script},
		{InheritErrExit, "inherit_errexit", false, free},
		{InteractiveComments, "interactive_comments", true, fixed},
		{LastPipe, "lastpipe", false, free}, // not under job control, as in bash
		{LitHist, "lithist", false, free},   // done always
		{LocalVarInherit, "localvar_inherit", false, fixed},
		{LocalVarUnset, "localvar_unset", false, fixed},
		{LoginShell, "login_shell", false, fixed},
		{MailWarn, "mailwarn", false, script},
		{NoEmptyCmdCompletion, "no_empty_cmd_completion", false, free}, // done always
		{NoCaseGlob, "nocaseglob", false, free},
		{NoCaseMatch, "nocasematch", false, free},
		{NoExpandTranslation, "noexpand_translation", false, free}, // there are no translations
		{NullGlob, "nullglob", false, free},
		{PatsubReplacement, "patsub_replacement", true, free},
		{ProgComp, "progcomp", true, free},
		{ProgCompAlias, "progcomp_alias", false, script},
		{PromptVars, "promptvars", true, script},
		{RestrictedShell, "restricted_shell", false, fixed},
		{ShiftVerbose, "shift_verbose", false, free},
		{SourcePath, "sourcepath", true, free},
		{VarRedirClose, "varredir_close", false, free},
		{XpgEcho, "xpg_echo", false, free},
	}
}

// onByDefault are the options that are on in bash from the start.
const onByDefault = Shopts(CheckWinSize | CmdHist | CompleteFullQuote | ExtQuote | ForceFignore |
	GlobASCIIRanges | GlobSkipDots | HostComplete | InteractiveComments | PatsubReplacement |
	ProgComp | PromptVars | SourcePath)

// Has reports whether o is on.
func (s Shopts) Has(o Shopt) bool { return (s^onByDefault)&Shopts(o) != 0 }

// Put returns s with o on or off.
func (s Shopts) Put(o Shopt, on bool) Shopts {
	if s.Has(o) != on {
		s ^= Shopts(o)
	}
	return s
}

// ShoptByName returns the option of shopt called name.
func ShoptByName(name string) (Shopt, bool) {
	for _, r := range shoptRows() {
		if r.name == name {
			return r.opt, true
		}
	}
	return 0, false
}

// AllShopts returns every option of shopt in the order of their display.
func AllShopts() []Shopt {
	rows := shoptRows()
	all := make([]Shopt, len(rows))
	for i, r := range rows {
		all[i] = r.opt
	}
	return all
}

// String returns the name of o, "" if it is not one of the options.
func (o Shopt) String() string {
	for _, r := range shoptRows() {
		if r.opt == o {
			return r.name
		}
	}
	return ""
}

// Refusal returns the reason why o cannot be on, or off, in a shell with a prompt or without one;
// nil if it can.
func (o Shopt) Refusal(on, prompt bool) error {
	for _, r := range shoptRows() {
		if r.opt != o || on == r.on {
			continue
		}
		word := "on"
		if r.on {
			word = "off"
		}
		switch {
		case r.freedom == fixed:
			return fmt.Errorf("ftsh cannot turn it %s", word)
		case r.freedom == script && prompt:
			return fmt.Errorf("ftsh cannot turn it %s at a prompt", word)
		}
	}
	return nil
}

// Names returns the names of the options that are on, with colons between them: the value of
// BASHOPTS.
func (s Shopts) Names() string {
	var on []string
	for _, r := range shoptRows() {
		if s.Has(r.opt) {
			on = append(on, r.name)
		}
	}
	return strings.Join(on, ":")
}
