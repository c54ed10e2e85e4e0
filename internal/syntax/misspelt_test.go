package syntax

import "testing"

// One wrong letter is a misspelt word, two are another word.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		word string
		want bool
	}{
		{"contained", false}, // it is the word
		{"containd", true}, {"containned", true}, {"contaimed", true}, {"cotnained", true},
		{"contianedd", false}, {"contain", false}, {"", false}, {"ontained", true}, {"containe", true},
	} {
		if got := Near(c.word, "contained"); got != c.want {
			t.Errorf("%q: %v, want %v", c.word, got, c.want)
		}
	}
}
