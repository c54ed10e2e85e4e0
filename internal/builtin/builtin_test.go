package builtin

import (
	"slices"
	"testing"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// A call is one builtin with its expected output and outcome.
type call struct {
	args []string
	out  string
	errs string
	want flow.Outcome
}

func check(t *testing.T, h tested, calls []call) {
	t.Helper()
	for _, c := range calls {
		got, f := run(h, c.args...), h.streams()
		if got != c.want || f.out.String() != c.out || f.errs.String() != c.errs {
			t.Errorf("%q: %+v, %q, %q; want %+v, %q, %q", c.args, got, f.out.String(),
				f.errs.String(), c.want, c.out, c.errs)
		}
	}
}

func TestTableIsSortedAndComplete(t *testing.T) {
	if !slices.IsSortedFunc(table[:], func(a, b Entry) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}) {
		t.Error("the table is not sorted, so that Lookup cannot find")
	}
	for _, e := range table {
		if got := Lookup(e.Name); got == nil || got.Name != e.Name || e.Run == nil {
			t.Errorf("Lookup(%q) = %v", e.Name, got)
		}
	}
	if Lookup("nosuch") != nil {
		t.Error("found nosuch")
	}
	special := 0
	for _, e := range table {
		if e.Special {
			special++
		}
	}
	if special != 15 {
		t.Errorf("%d special builtins, XCU 2.15 has 15", special)
	}
}

func TestLeaving(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeControl
		fakeOptions
	}{}
	f.status, f.loops = 7, 2
	fatal := flow.Outcome{Status: 2, Divert: flow.Fatal}
	check(t, f, []call{
		{args: []string{"exit"}, want: flow.Outcome{Status: 7, Divert: flow.Exit}},
		{args: []string{"exit", "258"}, want: flow.Outcome{Status: 2, Divert: flow.Exit}},
		{args: []string{"exit", "--", "3"}, want: flow.Outcome{Status: 3, Divert: flow.Exit}},
		{args: []string{"exit", "-1"}, errs: "\"-1\" is not an exit status: write 255\n",
			want: fatal},
		{args: []string{"return", "4"}, want: flow.Outcome{Status: 4, Divert: flow.Exit}},
		{args: []string{"break"}, want: flow.Outcome{Divert: flow.Break, Depth: 1}},
		{args: []string{"break", "9"}, want: flow.Outcome{Divert: flow.Break, Depth: 2}},
		{args: []string{"continue", "2"}, want: flow.Outcome{Divert: flow.Continue, Depth: 2}},
		{args: []string{"continue", "0"}, errs: "\"0\" is not a number of loops\n", want: fatal},
	})
	f.returnable = true
	check(t, f, []call{{args: []string{"return"},
		want: flow.Outcome{Status: 7, Divert: flow.Return}},
		{args: []string{"return", "300"}, want: flow.Outcome{Status: 300, Divert: flow.Return}}})
	f.loops = 0
	check(t, f, []call{{args: []string{"break"}}})
}

func TestBlockBuiltins(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeBlocks
	}{}
	f.failed = 1
	fails := func(status int32) flow.Outcome {
		return flow.Outcome{Status: status, Divert: flow.Failure}
	}
	check(t, f, []call{
		{args: []string{"success"}},
		{args: []string{"abort"}, want: flow.Outcome{Status: 1, Divert: flow.Abort}},
		{args: []string{"failure", "75"}, want: fails(75)},
		{args: []string{"failure", "0"}, errs: "expected a status from 1 to 255, found \"0\"\n",
			want: flow.Status(2)},
		{args: []string{"abort", "1", "2"}, errs: "expected one status, found \"2\" too\n",
			want: flow.Status(2)},
		{args: []string{"abort", "--after", "1s"}, errs: "unknown option --after\n",
			want: flow.Status(2)},
		{args: []string{"abort", "-m"}, errs: "option -m needs an argument\n",
			want: flow.Status(2)},
		{args: []string{"failure", "--", "-m"},
			errs: "expected a status from 1 to 255, found \"-m\"\n", want: flow.Status(2)},
		{args: []string{"detach"}, errs: "expected a command\n", want: flow.Status(2)},
		{args: []string{"detach", "--", "x", "-y"}, want: flow.Status(5)},
	})
	if got := f.detached; !slices.Equal(got, []string{"x", "-y"}) {
		t.Errorf("detach ran %q", got)
	}
	check(t, f, []call{{args: []string{"failure", "-m", "no luck", "9"}, want: fails(9)}})
	if f.text != "no luck" {
		t.Errorf("-m gave %q", f.text)
	}
	f.failed = 11
	check(t, f, []call{{args: []string{"failure"}, want: fails(11)}})
}

// The time is Sat, 21 Nov 2026 12:00:00 GMT.
func TestFailureAfter(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeBlocks
	}{}
	for _, c := range []struct {
		args []string
		want time.Duration
	}{
		{[]string{"1", "minute", "9"}, time.Minute},
		{[]string{"1m30s", "9"}, 90 * time.Second},
		{[]string{"120", "9"}, 2 * time.Minute},
		{[]string{"0", "9"}, 0},
		{[]string{"Sat, 21 Nov 2026 12:01:30 GMT", "9"}, 90 * time.Second},
		{[]string{"Sat,", "21", "Nov", "2026", "12:01:30", "GMT", "9"}, 90 * time.Second},
		{[]string{"Saturday, 21-Nov-26 12:00:10 GMT", "9"}, 10 * time.Second},
		{[]string{"Sat Nov 21 12:00:20 2026", "9"}, 20 * time.Second},
		{[]string{"Sun, 06 Nov 1994 08:49:37 GMT", "9"}, 0},
		{[]string{"Sunday, 06-Nov-94 08:49:37 GMT", "9"}, 0},
		{[]string{"Monday, 01-Jan-70 00:00:00 GMT", "9"}, 1360497600 * time.Second}, // 2070
	} {
		f.after = -1
		check(t, f, []call{{args: append([]string{"failure", "--after"}, c.args...),
			want: flow.Outcome{Status: 9, Divert: flow.Failure}}})
		if f.after != c.want {
			t.Errorf("--after %q gave %v, want %v", c.args, f.after, c.want)
		}
	}
	check(t, f, []call{{args: []string{"failure", "--after", "soon"},
		errs: "--after: expected a duration such as 90s or 5 minutes, found \"soon\"\n",
		want: flow.Status(2)}})
}

func TestVariables(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeVariables
		fakeFunctions
	}{}
	f.inside = true
	f.Vars().Push()
	fatal := flow.Outcome{Status: 2, Divert: flow.Fatal}
	check(t, f, []call{
		{args: []string{"export", "b=it's", "a"}},
		{args: []string{"export", "-p"}, out: "export a\nexport b='it'\"'\"'s'\n"},
		{args: []string{"readonly", "r=1"}},
		{args: []string{"readonly"}, out: "readonly r='1'\n"},
		{args: []string{"export", "1x=2"}, errs: "\"1x\" is not a variable name\n", want: fatal},
		{args: []string{"unset", "b", "--"}, errs: "\"--\" is not a variable name\n", want: fatal},
		{args: []string{"unset", "-f", "fn"}},
		{args: []string{"unset", "-x"}, errs: "unknown option -x\n", want: fatal},
		{args: []string{"local", "l=2"}},
		{args: []string{"set"}, out: "l='2'\nr='1'\n"},
	})
	if got := run(f, "unset", "r"); got != fatal {
		t.Errorf("unset of a readonly variable: %+v", got)
	}
	if f.Vars().Attrs(f.Vars().Names().Ref("a"))&vars.Exported == 0 {
		t.Error("a is not exported")
	}
}

func TestSet(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeVariables
		fakeParameters
		fakeOptions
	}{}
	fatal := flow.Outcome{Status: 2, Divert: flow.Fatal}
	f.params = []string{"old"}
	check(t, f, []call{{args: []string{"set", "-eo", "pipefail", "-u"}}})
	if !f.set.Has(option.ErrExit) || !f.set.Has(option.PipeFail) || !f.set.Has(option.NoUnset) ||
		f.params[0] != "old" {
		t.Errorf("options %b, parameters %q", f.set, f.params)
	}
	check(t, f, []call{{args: []string{"set", "+e", "a", "-b"}}})
	if f.set.Has(option.ErrExit) || !slices.Equal(f.params, []string{"a", "-b"}) {
		t.Errorf("options %b, parameters %q", f.set, f.params)
	}
	check(t, f, []call{
		{args: []string{"set", "-q"}, errs: "unknown option -q\n", want: fatal},
		{args: []string{"set", "-o", "nosuch"}, errs: "unknown option -o nosuch\n", want: fatal},
		{args: []string{"shift", "3"}, errs: "cannot shift 3 of 2 parameters\n", want: fatal},
		{args: []string{"shift"}},
		{args: []string{"set", "-"}},
	})
	if !slices.Equal(f.params, []string{"-b"}) {
		t.Errorf("parameters %q", f.params)
	}
	check(t, f, []call{{args: []string{"set", "--"}}})
	if len(f.params) != 0 {
		t.Errorf("parameters %q", f.params)
	}
}

func TestFinding(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeDirectory
		fakeAliases
		fakeSearch
		fakeRunner
	}{fakeDirectory: in(t, "/"), fakeAliases: fakeAliases{}}
	f.fakeSearch = fakeSearch{
		"if": {Kind: Keyword}, "ll": {Kind: AliasKind, Path: "ls -l"},
		"set": {Kind: SpecialBuiltin}, "fn": {Kind: Function},
		"cd": {Kind: RegularBuiltin}, "sh": {Kind: External, Path: "/bin/sh"},
		"bin/sh": {Kind: External, Path: "bin/sh"},
	}
	check(t, f, []call{
		{args: []string{"type", "if", "ll", "set", "fn", "cd", "sh"},
			out: "if is a shell keyword\nll is an alias for ls -l\n" +
				"set is a special shell builtin\nfn is a shell function\ncd is a shell builtin\nsh is /bin/sh\n"},
		{args: []string{"type", "no"}, errs: "no: not found\n", want: flow.Status(127)},
		{args: []string{"command", "-v", "if", "ll", "cd", "bin/sh"},
			out: "if\nalias ll='ls -l'\ncd\n/bin/sh\n"},
		{args: []string{"command", "-v", "no", "/nonexistent"}, want: flow.Status(127)},
		{args: []string{"command", "-pv", "sh"}, out: "/bin/sh\n"},
		{args: []string{"command"}},
		{args: []string{"hash"}, out: "/bin/sh\n"},
		{args: []string{"hash", "no"}, errs: "no: not found\n", want: flow.Status(1)},
		{args: []string{"alias", "ll=ls -l", "ll", "x"}, out: "ll='ls -l'\n",
			errs: "x: not found\n", want: flow.Status(1)},
		{args: []string{"alias"}, out: "ll='ls -l'\n"},
		{args: []string{"unalias", "ll", "x"}, errs: "x: not found\n", want: flow.Status(1)},
	})
	f.result = flow.Outcome{Status: 2, Divert: flow.Fatal}
	check(t, f, []call{{args: []string{"command", "-p", "export", "1x"}, want: flow.Status(2)}})
	want := []string{"command [export 1x] true"}
	if !slices.Equal(f.calls, want) {
		t.Errorf("calls %q, want %q", f.calls, want)
	}
}

func TestEvalExecDot(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeDirectory
		fakeVariables
		fakeRunner
	}{}
	f.assign(t, "PATH", "/nonexistent:/etc")
	check(t, f, []call{
		{args: []string{"eval"}},
		{args: []string{"eval", "--", "a b", "c"}},
		{args: []string{"exec", "--", "prog", "-x"}},
		{args: []string{"exec"}},
		{args: []string{".", "passwd"}},
		{args: []string{".", "./x"}},
		{args: []string{".", "nosuch"}, errs: "nosuch: not found\n",
			want: flow.Outcome{Status: 2, Divert: flow.Fatal}},
	})
	want := []string{"eval a b c", "exec [prog -x]", "keep", "source /etc/passwd", "source ./x"}
	if !slices.Equal(f.calls, want) {
		t.Errorf("calls %q, want %q", f.calls, want)
	}
}

// masked is the host for ulimit and umask.
type masked struct {
	rest
	fakeStreams
	fakeProcess
}

func TestUmask(t *testing.T) {
	for _, c := range []struct {
		mask, text string
		want       string
	}{
		{"077", "", "u=rwx,g=,o="},
		{"022", "", "u=rwx,g=rx,o=rx"},
		{"777", "u=rwx", "u=rwx,g=,o="},
		{"077", "g=u", "u=rwx,g=rwx,o="},
		{"022", "a-x,u+x", "u=rwx,g=r,o=r"},
		{"022", "go=", "u=rwx,g=,o="},
		{"022", "-w", "u=rx,g=rx,o=rx"},
		{"077", "u-w+r=o,g+X", "u=,g=,o="},
	} {
		f := &masked{fakeProcess: fakeProcess{mask: 0o022}}
		run(f, "umask", c.mask)
		if c.text != "" {
			if got := run(f, "umask", "--", c.text); !got.OK() {
				t.Errorf("umask %s: %s", c.text, f.errs.String())
			}
		}
		run(f, "umask", "-S")
		if got := f.out.String(); got != c.want+"\n" {
			t.Errorf("umask %s %s: %q, want %q", c.mask, c.text, got, c.want)
		}
	}
	f := &masked{fakeProcess: fakeProcess{mask: 0o022}}
	check(t, f, []call{
		{args: []string{"umask"}, out: "0022\n"},
		{args: []string{"umask", "9"}, errs: "\"9\" is not a mode\n", want: flow.Status(2)},
		{args: []string{"umask", "u="}},
		{args: []string{"umask"}, out: "0722\n"},
	})
}
