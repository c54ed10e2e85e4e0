package sig

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	for text, want := range map[string]Signal{
		"INT": SIGINT, "int": SIGINT, "SIGINT": SIGINT, "SigTerm": SIGTERM, "2": 2, "9": SIGKILL,
		"HUP": SIGHUP,
	} {
		if got, ok := Parse(text); !ok || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "0", "EXIT", "SIG", "-1", "+2", "65", "999", "INTX",
		"SIGSIGINT", "2x"} {
		if got, ok := Parse(text); ok {
			t.Errorf("Parse(%q) = %d", text, got)
		}
	}
	for _, s := range All() {
		if got, ok := Parse(Name(s)); !ok || got != s {
			t.Errorf("Parse(Name(%d)) = %d, %v; the name is %q", s, got, ok, Name(s))
		}
	}
	for s, want := range map[Signal]string{SIGINT: "INT", SIGKILL: "KILL", SIGCHLD: "CHLD", 0: "0",
		200: "200"} {
		if got := Name(s); got != want {
			t.Errorf("Name(%d) = %q, want %q", s, got, want)
		}
	}
	for s, want := range map[Signal]string{SIGTERM: "Terminated", SIGKILL: "Killed",
		SIGSEGV: "Segmentation fault", SIGUSR1: "User defined signal 1", SIGABRT: "Aborted"} {
		if got := Describe(s); got != want {
			t.Errorf("Describe(%d) = %q, want %q", s, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	var set Set
	for _, s := range []Signal{64, 2, 17, 0, -1, 65} {
		set.Add(s)
	}
	if got := slices.Collect(set.All()); !slices.Equal(got, []Signal{2, 17, 64}) {
		t.Errorf("got %v", got)
	}
	set.Remove(17)
	if set.Has(17) || !set.Has(2) || set.Has(0) || set.Has(65) {
		t.Errorf("after Remove: %v", slices.Collect(set.All()))
	}
}

func FuzzParse(f *testing.F) {
	f.Add("SIGRTMIN+3")
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := Parse(text); ok && !valid(s) {
			t.Errorf("Parse(%q) = %d", text, s)
		}
	})
}
