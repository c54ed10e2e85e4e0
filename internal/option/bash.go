package option

import (
	"slices"
	"strings"
)

// A bashRow is an option of bash's set -o. inverted: the bit says that it is off.
type bashRow struct {
	opt      Opt
	letter   byte
	name     string
	inverted bool
}

// OnlyBash is the set of options that only the dialect has.
const OnlyBash = Set(ErrTrace | FuncTrace | HistExpand | Commands | Physical | NoBraces |
	NoComments | AllKeywords | OneCommand | IsPrivileged)

// bashRows is the table of set -o in the dialect of bash, in its order. A function, so that nothing
// can change it.
func bashRows() [30]bashRow {
	return [30]bashRow{
		{AllExport, 'a', "allexport", false},
		{Bash, 0, "bash", false},
		{NoBraces, 'B', "braceexpand", true},
		{Brittle, 0, "brittle", false},
		{Emacs, 0, "emacs", false},
		{ErrExit, 'e', "errexit", false},
		{ErrTrace, 'E', "errtrace", false},
		{FuncTrace, 'T', "functrace", false},
		{HashAll, 'h', "hashall", false},
		{HistExpand, 'H', "histexpand", false},
		{Commands, 0, "history", false},
		{IgnoreEOF, 0, "ignoreeof", false},
		{NoComments, 0, "interactive-comments", true},
		{AllKeywords, 'k', "keyword", false},
		{Monitor, 'm', "monitor", false},
		{NoClobber, 'C', "noclobber", false},
		{NoExec, 'n', "noexec", false},
		{NoGlob, 'f', "noglob", false},
		{NoLog, 0, "nolog", false},
		{NoProgComp, 0, "noprogcomp", false},
		{Notify, 'b', "notify", false},
		{NoUnset, 'u', "nounset", false},
		{OneCommand, 't', "onecmd", false},
		{Physical, 'P', "physical", false},
		{PipeFail, 0, "pipefail", false},
		{Posix, 0, "posix", false},
		{IsPrivileged, 'p', "privileged", false},
		{Verbose, 'v', "verbose", false},
		{Vi, 0, "vi", false},
		{XTrace, 'x', "xtrace", false},
	}
}

// on reports whether the option of a row is on.
func (r *bashRow) on(s Set) bool { return s.Has(r.opt) != r.inverted }

// listed reports whether set -o lists a row: Bash, Brittle and NoProgComp are
// this language's own.
func (r *bashRow) listed() bool {
	return r.opt != 0 && r.opt != Bash && r.opt != Brittle && r.opt != NoProgComp
}

// BashByLetter is ByLetter in the dialect of bash. inverted: the option is the opposite of what the
// letter means.
func BashByLetter(c byte) (o Opt, inverted, ok bool) {
	for _, r := range bashRows() {
		if r.letter == c && c != 0 {
			return r.opt, r.inverted, true
		}
	}
	return 0, false, false
}

// BashByName is ByName in the dialect of bash.
func BashByName(name string) (o Opt, inverted, ok bool) {
	for _, r := range bashRows() {
		if r.name == name && name != "" {
			return r.opt, r.inverted, true
		}
	}
	if o, ok := ByName(name); ok { // stdin and interactive, which cannot be changed
		return o, false, true
	}
	return 0, false, false
}

// BashNames returns the names of the options that are on, in bash's order: the value of SHELLOPTS.
func (s Set) BashNames() []string {
	var names []string
	for _, r := range bashRows() {
		if r.listed() && r.on(s) {
			names = append(names, r.name)
		}
	}
	slices.Sort(names)
	return names
}

// BashSettable returns the names of the options of bash's set -o, in its order.
func BashSettable() (names []string) {
	for _, r := range bashRows() {
		if r.listed() {
			names = append(names, r.name)
		}
	}
	return names
}

// BashLetters returns the value of $- in the dialect of bash.
func BashLetters(s Set, command bool) string {
	var b strings.Builder
	for _, c := range []byte("abefhikmnptuvxBCEHPT") {
		if c == 'i' && s.Has(Interactive) {
			b.WriteByte(c)
		}
		for _, r := range bashRows() {
			if r.letter == c && r.on(s) {
				b.WriteByte(c)
			}
		}
	}
	if s.Has(Stdin) {
		b.WriteByte('s')
	}
	if command {
		b.WriteByte('c')
	}
	return b.String()
}

// BashTable is Table in bash's form.
func (s Set) BashTable() string {
	var b strings.Builder
	for _, r := range bashRows() {
		if r.listed() {
			b.WriteString(r.name + strings.Repeat(" ", max(0, 15-len(r.name))))
			b.WriteString(map[bool]string{true: "\ton\n", false: "\toff\n"}[r.on(s)])
		}
	}
	return b.String()
}

// BashCommands is Commands in bash's form.
func (s Set) BashCommands() string {
	var b strings.Builder
	for _, r := range bashRows() {
		if r.listed() {
			b.WriteString(map[bool]string{true: "set -o ", false: "set +o "}[r.on(s)] + r.name + "\n")
		}
	}
	return b.String()
}
