package trapscan

import (
	"testing"

	"ftsh/internal/syntax"
)

// The constructs of bash are looked into as those of sh are.
func TestOfBash(t *testing.T) {
	for text, process := range map[string]bool{
		"for ((;;)); do trap x TERM; done":              true,
		"select y in a; do trap x TERM; done":           true,
		"function f { :; }; [[ a ]] && trap x INT":      true,
		"case a in a) :;;& b) trap x HUP;; esac":        true,
		"builtin trap x TERM":                           true,
		"trap x ERR; trap y DEBUG":                      false,
		"coproc { trap x TERM; cat; }":                  false,
		"a <(trap x TERM) >(trap y INT)":                false,
		"[[ -n $(trap x TERM) ]]; (( $(trap x TERM) ))": false,
		"a=($(trap x TERM))":                            false,
		"echo $BASHPID":                                 true,
		"echo ${BASHPID:0:2}":                           true,
		"echo $((BASHPID + 1))":                         true,
		"((x = BASHPID))":                               true,
		"[[ $BASHPID -gt 1 ]]":                          true,
		"a[2]=1; a=(1 [2]=3); ((x = PID))":              false,
	} {
		list, err := syntax.Parse(text, syntax.Options{Blocks: true, Bash: true})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if u := Of(list); u.process != process {
			t.Errorf("%s: %t", text, u.process)
		}
	}
	list, err := syntax.Parse("source ./lib", syntax.Options{Blocks: true, Bash: true})
	if u := Of(list); err != nil || len(u.later) != 1 {
		t.Errorf("source: %v, %d later", err, len(u.later))
	}
}
