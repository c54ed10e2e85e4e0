package option_test

import (
	"testing"

	"ftsh/internal/option"
)

func TestTable(t *testing.T) {
	const want = `Current option settings
errexit         on
noglob          off
ignoreeof       off
interactive     on
monitor         off
noexec          off
stdin           off
xtrace          off
verbose         off
vi              off
emacs           off
noclobber       off
allexport       off
notify          off
nounset         off
hashall         off
nolog           off
pipefail        on
posix           off
brittle         off
bash            off
noprogcomp      off
`
	s := option.Set(0).With(option.ErrExit).With(option.Interactive).With(option.PipeFail)
	if got := s.Table(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCommands(t *testing.T) {
	const want = `set -o errexit
set +o noglob
set +o ignoreeof
set +o monitor
set +o noexec
set +o xtrace
set +o verbose
set +o vi
set +o emacs
set +o noclobber
set +o allexport
set +o notify
set +o nounset
set +o hashall
set +o nolog
set +o pipefail
set +o posix
set -o brittle
set +o bash
set +o noprogcomp
`
	s := option.Set(0).With(option.ErrExit).With(option.Stdin).With(option.Brittle)
	if got := s.Commands(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		letter byte
		name   string
		want   option.Opt
	}{
		{'a', "allexport", option.AllExport},
		{'b', "notify", option.Notify},
		{'C', "noclobber", option.NoClobber},
		{'e', "errexit", option.ErrExit},
		{'f', "noglob", option.NoGlob},
		{'h', "hashall", option.HashAll},
		{'i', "interactive", option.Interactive},
		{'m', "monitor", option.Monitor},
		{'n', "noexec", option.NoExec},
		{'s', "stdin", option.Stdin},
		{'u', "nounset", option.NoUnset},
		{'v', "verbose", option.Verbose},
		{'x', "xtrace", option.XTrace},
		{0, "bash", option.Bash},
		{0, "brittle", option.Brittle},
		{0, "emacs", option.Emacs},
		{0, "ignoreeof", option.IgnoreEOF},
		{0, "nolog", option.NoLog},
		{0, "noprogcomp", option.NoProgComp},
		{0, "pipefail", option.PipeFail},
		{0, "posix", option.Posix},
		{0, "vi", option.Vi},
	} {
		if got, ok := option.ByName(c.name); got != c.want || !ok {
			t.Errorf("ByName(%q) = %v, %v", c.name, got, ok)
		}
		if got := c.want.String(); got != c.name {
			t.Errorf("String() = %q, want %q", got, c.name)
		}
		if got := c.want.Letter(); got != c.letter {
			t.Errorf("%s: Letter() = %q, want %q", c.name, got, c.letter)
		}
		if c.letter == 0 {
			continue
		}
		if got, ok := option.ByLetter(c.letter); got != c.want || !ok {
			t.Errorf("ByLetter(%q) = %v, %v", c.letter, got, ok)
		}
	}
	if o, ok := option.ByLetter(0); ok {
		t.Errorf("ByLetter(0) = %v", o)
	}
	if o, ok := option.ByLetter('E'); ok {
		t.Errorf("ByLetter('E') = %v", o)
	}
	if o, ok := option.ByName("Errexit"); ok {
		t.Errorf("ByName(Errexit) = %v", o)
	}
	if n := len(option.All()); n != 22 {
		t.Errorf("%d options", n)
	}
}

func TestSet(t *testing.T) {
	var s option.Set
	if got := option.Letters(s); got != "" {
		t.Errorf("zero Set: %q", got)
	}
	for _, o := range option.All() {
		s = s.Put(o, true)
	}
	if got := option.Letters(s); got != "efimnsxvCabuh" {
		t.Errorf("all: %q", got)
	}
	if s.Has(option.Vi) || !s.Has(option.Emacs) {
		t.Error("vi and emacs are both on")
	}
	s = s.Put(option.Vi, true)
	if !s.Has(option.Vi) || s.Has(option.Emacs) {
		t.Error("vi does not turn emacs off")
	}
	s = s.Put(option.ErrExit, false)
	if s.Has(option.ErrExit) || !s.Has(option.NoGlob) {
		t.Error("Put off")
	}
	if option.Interactive.Changeable() || option.Stdin.Changeable() || !option.Posix.Changeable() {
		t.Error("Changeable")
	}
}
