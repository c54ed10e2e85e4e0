package trap

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"ftsh/internal/sig"
)

func set(signals ...sig.Signal) (t sig.Set) {
	for _, s := range signals {
		t.Add(s)
	}
	return t
}

func want(t *testing.T, tab *Table, lines ...string) {
	t.Helper()
	if got := tab.Lines(); !slices.Equal(got, lines) {
		t.Errorf("Lines:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

func TestSetAndList(t *testing.T) {
	tab := NewTable(0)
	want(t, tab)
	tab.Set(sig.SIGTERM, "echo term")
	tab.Set(Exit, "echo it's over")
	tab.Set(sig.SIGHUP, "")
	tab.Set(sig.SIGINT, "'")
	want(t, tab,
		`trap -- 'echo it'"'"'s over' EXIT`,
		`trap -- '' HUP`,
		`trap -- ''"'" INT`,
		`trap -- 'echo term' TERM`)
	tab.Set(sig.SIGTERM, Default)
	tab.Set(sig.SIGHUP, Default)
	tab.Set(Exit, Default)
	tab.Set(sig.SIGINT, "a\n'b")
	want(t, tab, "trap -- 'a\n'\"'\"'b' INT")
	for c, line := range map[Condition]string{
		Exit: "trap -- - EXIT", sig.SIGINT: "trap -- 'a\n'\"'\"'b' INT",
		sig.SIGTERM: "trap -- - TERM",
	} {
		if got := tab.Line(c); got != line {
			t.Errorf("Line(%v) = %q, want %q", c, got, line)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Condition{
		"EXIT": Exit, "0": Exit, "INT": sig.SIGINT, "2": sig.SIGINT, "TERM": sig.SIGTERM,
		"15": sig.SIGTERM,
	} {
		if c, ok := Parse(text); c != want || !ok {
			t.Errorf("Parse(%q) = %v, %v", text, c, ok)
		}
	}
	for _, text := range []string{"", "NONE", "-1", "999", "exit 0"} {
		if c, ok := Parse(text); ok {
			t.Errorf("Parse(%q) = %v", text, c)
		}
	}
}

func TestIgnoredAtStart(t *testing.T) {
	tab := NewTable(set(sig.SIGHUP))
	tab.Set(sig.SIGHUP, "echo hup")
	want(t, tab, "trap -- '' HUP")
	if tab.Arrived(sig.SIGHUP) || tab.Action(sig.SIGHUP) != "" || !tab.Ignored().Has(sig.SIGHUP) {
		t.Error("a signal ignored at the start was trapped")
	}
	tab.AllowAll()
	tab.Set(sig.SIGHUP, "echo hup")
	if !tab.Arrived(sig.SIGHUP) || tab.Ignored().Has(sig.SIGHUP) {
		t.Error("an interactive shell cannot trap it")
	}
	tab = NewTable(0)
	tab.Set(sig.SIGINT, "echo")
	list := tab.Fork()
	list.BeginIgnoring(sig.SIGINT)
	list.BeginIgnoring(sig.SIGQUIT)
	want(t, list, "trap -- 'echo' INT", "trap -- '' QUIT")
	if list.Arrived(sig.SIGINT) || list.Ignored() != set(sig.SIGINT, sig.SIGQUIT) {
		t.Error("an asynchronous list does not begin with SIGINT and SIGQUIT ignored")
	}
	list.Set(sig.SIGINT, "echo")
	list.Set(sig.SIGQUIT, Default)
	if !list.Arrived(sig.SIGINT) || list.Ignored() != 0 {
		t.Error("an asynchronous list cannot trap or reset them")
	}
	tab = NewTable(set(sig.SIGINT)).Fork()
	tab.BeginIgnoring(sig.SIGINT)
	tab.Set(sig.SIGINT, "echo")
	if tab.Arrived(sig.SIGINT) || !tab.Ignored().Has(sig.SIGINT) {
		t.Error("an asynchronous list trapped what was ignored at the start")
	}
}

func TestKillAndStopStay(t *testing.T) {
	tab := NewTable(0)
	tab.Set(sig.SIGKILL, "echo")
	tab.Set(sig.SIGSTOP, "")
	want(t, tab)
}

func TestPending(t *testing.T) {
	tab := NewTable(0)
	tab.Set(sig.SIGUSR1, "one")
	tab.Set(sig.SIGTERM, "term")
	if tab.Arrived(sig.SIGHUP) || tab.Pending() {
		t.Fatal("a signal without trap is pending")
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			tab.Arrived(sig.SIGTERM)
			tab.Arrived(sig.SIGUSR1)
		})
	}
	wg.Wait()
	var got []string
	for tab.Pending() {
		s, action, ok := tab.Take()
		if !ok {
			t.Fatal("nothing to take")
		}
		got = append(got, sig.Name(s)+" "+action)
	}
	if !slices.Equal(got, []string{"USR1 one", "TERM term"}) {
		t.Errorf("taken: %q", got)
	}
	tab.Arrived(sig.SIGTERM)
	tab.Set(sig.SIGTERM, Default)
	if _, _, ok := tab.Take(); ok {
		t.Error("a trap that was reset runs")
	}
}

func TestExitRunsOnce(t *testing.T) {
	tab := NewTable(0)
	tab.Set(Exit, "bye")
	if a, ok := tab.TakeExit(); a != "bye" || !ok {
		t.Errorf("TakeExit = %q, %v", a, ok)
	}
	if _, ok := tab.TakeExit(); ok {
		t.Error("twice")
	}
}

func TestFork(t *testing.T) {
	tab := NewTable(set(sig.SIGQUIT))
	tab.Set(Exit, "bye")
	tab.Set(sig.SIGTERM, "term")
	tab.Set(sig.SIGHUP, "")
	sub := tab.Fork()
	if sub.Arrived(sig.SIGTERM) || sub.Action(sig.SIGTERM) != Default ||
		sub.Action(Exit) != Default {
		t.Error("a subshell has its parent's actions")
	}
	if sub.Ignored() != set(sig.SIGQUIT, sig.SIGHUP) {
		t.Errorf("ignored %b", sub.Ignored())
	}
	want(t, sub, "trap -- 'bye' EXIT", "trap -- '' HUP", "trap -- '' QUIT", "trap -- 'term' TERM")
	want(t, sub.Fork(), "trap -- 'bye' EXIT", "trap -- '' HUP", "trap -- '' QUIT",
		"trap -- 'term' TERM")
	// A signal ignored by the parent can be trapped; one ignored at the start cannot.
	sub.Set(sig.SIGHUP, "hup")
	sub.Set(sig.SIGQUIT, "quit")
	want(t, sub, "trap -- 'hup' HUP", "trap -- '' QUIT")
	want(t, tab, "trap -- 'bye' EXIT", "trap -- '' HUP", "trap -- '' QUIT", "trap -- 'term' TERM")
}

func TestChanged(t *testing.T) {
	tab := NewTable(set(sig.SIGQUIT))
	var got []string
	tab.Changed = func(s sig.Signal, d sig.Disposition) {
		got = append(got, sig.Name(s)+[...]string{sig.Default: " default", sig.Ignore: " ignore",
			sig.Catch: " catch"}[d])
	}
	tab.Set(sig.SIGTERM, "x")
	tab.Set(sig.SIGTERM, "")
	tab.Set(sig.SIGTERM, Default)
	tab.Set(Exit, "x")
	tab.Set(sig.SIGQUIT, "x")
	if !slices.Equal(got, []string{"TERM catch", "TERM ignore", "TERM default"}) {
		t.Errorf("Changed: %q", got)
	}
	if tab.Fork().Changed != nil {
		t.Error("a fork has it too")
	}
}

func TestRestore(t *testing.T) {
	tab := NewTable(set(sig.SIGQUIT))
	tab.Set(Exit, "bye")
	tab.Set(sig.SIGTERM, "term")
	tab.Set(sig.SIGHUP, "")
	again := Restore(tab.Fork().State())
	want(t, again, "trap -- 'bye' EXIT", "trap -- '' HUP", "trap -- '' QUIT", "trap -- 'term' TERM")
	if again.Arrived(sig.SIGTERM) || again.Ignored() != set(sig.SIGQUIT, sig.SIGHUP) {
		t.Error("restored differently")
	}
	again.Set(sig.SIGQUIT, "x")
	again.Set(sig.SIGTERM, "again")
	want(t, again, "trap -- '' HUP", "trap -- '' QUIT", "trap -- 'again' TERM")
}
