//go:build linux

package interp_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ftsh/interp"
)

// own returns builtins of a host.
func own() map[string]interp.Builtin {
	return map[string]interp.Builtin{
		"args": func(_ context.Context, c *interp.Call) int {
			fmt.Fprintf(c.Stdout, "%q\n", c.Args)
			return len(c.Args) - 1
		},
		"upper": func(_ context.Context, c *interp.Call) int {
			text, err := io.ReadAll(c.Stdin)
			if err != nil {
				fmt.Fprintln(c.Stderr, err)
				return 1
			}
			io.WriteString(c.Stdout, strings.ToUpper(string(text)))
			return 0
		},
		"setvar": func(_ context.Context, c *interp.Call) int {
			if err := c.Vars.Set(c.Args[1], c.Args[2]); err != nil {
				fmt.Fprintln(c.Stderr, err)
				return 1
			}
			return 0
		},
		"getvar": func(_ context.Context, c *interp.Call) int {
			value, ok := c.Vars.Get(c.Args[1])
			fmt.Fprintln(c.Stdout, value, ok)
			return 0
		},
		"where": func(_ context.Context, c *interp.Call) int {
			fmt.Fprintln(c.Stdout, c.Dir)
			return 0
		},
		"status": func(context.Context, *interp.Call) int { return 256 + 7 },
		"hang": func(ctx context.Context, c *interp.Call) int {
			fmt.Fprintln(c.Stdout, "hangs")
			<-ctx.Done()
			return 0
		},
		"yes": func(_ context.Context, c *interp.Call) int {
			for {
				if _, err := io.WriteString(c.Stdout, "y\n"); err != nil {
					return 1
				}
			}
		},
		"echo": func(_ context.Context, c *interp.Call) int {
			fmt.Fprintln(c.Stdout, "own:", strings.Join(c.Args[1:], " "))
			return 0
		},
		"line": func(_ context.Context, c *interp.Call) int {
			s := bufio.NewScanner(c.Stdin)
			s.Scan()
			fmt.Fprintln(c.Stdout, s.Text())
			return 0
		},
	}
}

func TestOwnBuiltins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`args a 'b c' "$x"; printf '%d\n' $?`: "" +
			"[\"args\" \"a\" \"b c\" \"\"]\n3\n",
		`printf 'a\nb\n' | upper | sed 's/^/-/'`:                    "-A\n-B\n",
		`x=$(printf a | upper); printf '<%s>' "$x"`:                 "<A>",
		`upper <<E; args >f; cat f` + "\nhere\nE":                   "HERE\n[\"args\"]\n",
		`setvar v 1; getvar v; getvar none; (setvar v 2); getvar v`: "1 true\n false\n1 true\n",
		`v=3 getvar v; getvar v`:                                    "3 true\n false\n",
		`readonly r; setvar r 1; printf '%d\n' $?; setvar 1x 1`: "" +
			"r: read only\n1\n\"1x\": not a name\n",
		`cd sub; where | sed 's|.*/||'`:                           "sub\n",
		`status; printf '%d\n' $?`:                                "7\n",
		`echo a; command echo b; builtin=echo; $builtin c`:        "own: a\nown: b\nown: c\n",
		`echo() { printf 'function\n'; }; echo a; command echo b`: "function\nown: b\n",
		`type args echo cd; command -v args`: "" +
			"args is a shell builtin\necho is a shell builtin\ncd is a shell builtin\nargs\n",
		`yes | head -n 1; set -o pipefail; yes | :; printf '%d\n' $?`: "y\n141\n",
		`try; yes | head -n 1; end; printf '%d\n' $?`:                 "y\n0\n",
		`upper <&-; printf '%d\n' $?`:                                 "bad file descriptor\n1\n",
		`args a & wait $!; printf '%d\n' $?`:                          "[\"args\" \"a\"]\n1\n",
		`try for 20 ms; hang; end; printf '%d\n' $?`:                  "hangs\n124\n",
		`set -x; args a 2>/dev/null`: "" +
			"+ args a\n[\"args\" \"a\"]\n",
		`forany x in 1; args; setvar got $x; end; printf '%s\n' $got`: "[\"args\"]\n1\n",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, interp.Options{Hooks: interp.Hooks{Builtins: own()}})
			if err := os.Mkdir(s.dir+"/sub", 0o755); err != nil {
				t.Fatal(err)
			}
			s.Run(context.Background(), "test", text)
			if got := s.out.String(); got != want {
				t.Errorf("output %q, want %q", got, want)
			}
		})
	}
}

func TestOwnBuiltinsInBranches(t *testing.T) {
	var calls atomic.Int32
	count := func(_ context.Context, c *interp.Call) int {
		calls.Add(1)
		c.Vars.Set("mine", c.Args[1])
		got, _ := c.Vars.Get("mine")
		fmt.Fprintln(c.Stdout, got)
		return 0
	}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{
		Builtins: map[string]interp.Builtin{"count": count}}})
	s.Run(context.Background(), "test",
		"forall x in 1 2 3 4 5 6 7 8; count $x; end; echo ${mine-unset}")
	lines := strings.Fields(s.out.String())
	last := lines[len(lines)-1]
	slices.Sort(lines)
	if calls.Load() != 8 || last != "unset" || strings.Join(lines, " ") != "1 2 3 4 5 6 7 8 unset" {
		t.Errorf("%d calls, output %q", calls.Load(), s.out.String())
	}
}

// A builtin that ignores its context is waited for, and does not succeed.
func TestBuiltinThatIgnoresItsContext(t *testing.T) {
	release, waiting := make(chan struct{}), make(chan struct{})
	stubborn := func(ctx context.Context, c *interp.Call) int {
		<-ctx.Done()
		if _, err := c.Stdin.Read(make([]byte, 1)); !errors.Is(err, context.DeadlineExceeded) &&
			err == nil {
			t.Error("read after the end of the context")
		}
		close(waiting)
		<-release
		return 0
	}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{
		Builtins: map[string]interp.Builtin{"stubborn": stubborn}}})
	returned := make(chan struct{})
	go func() {
		s.run("try for 10 ms; stubborn; end; echo $?", "124\n", 0)
		close(returned)
	}()
	<-waiting
	select {
	case <-returned:
		t.Error("the block has ended before what runs in it")
	default:
	}
	close(release)
	<-returned
}

func TestStreamsEndWithTheCall(t *testing.T) {
	var kept *interp.Call
	var keptContext context.Context
	keep := func(ctx context.Context, c *interp.Call) int {
		kept, keptContext = c, ctx
		return 0
	}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{
		Builtins: map[string]interp.Builtin{"keep": keep}}})
	s.run("keep", "", 0)
	if _, err := kept.Stdout.Write([]byte("x")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a write after the call: %v", err)
	}
	if _, err := kept.Stdin.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a read after the call: %v", err)
	}
	if keptContext.Err() == nil {
		t.Error("the context goes on")
	}
}

func TestNamesOfOwnBuiltins(t *testing.T) {
	none := func(context.Context, *interp.Call) int { return 0 }
	for name, want := range map[string]string{
		"":        `builtin "": not a name of a command`,
		"a/b":     `builtin "a/b": not a name of a command`,
		"if":      "builtin if: it is a reserved word",
		"export":  "builtin export: it is a special builtin",
		"failure": "builtin failure: it is a builtin of the blocks",
	} {
		_, err := interp.New(interp.Options{Hooks: interp.Hooks{
			Builtins: map[string]interp.Builtin{name: none}}})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	missing := interp.Options{Hooks: interp.Hooks{Builtins: map[string]interp.Builtin{"a": nil}}}
	if _, err := interp.New(missing); err == nil || err.Error() != "builtin a: it has no function" {
		t.Errorf("no function: %v", err)
	}
}

func TestVars(t *testing.T) {
	s := newSession(t, interp.Options{})
	v := s.Vars()
	if err := v.Set("greeting", "hello"); err != nil {
		t.Error(err)
	}
	if err := v.Export("greeting"); err != nil {
		t.Error(err)
	}
	s.run(`sh -c 'echo $greeting'; readonly fixed=1; export later; unset PPID; cd /; f() { :; }; `+
		`g() { :; }`, "hello\n", 0)
	if err := v.Set("fixed", "2"); !errors.Is(err, interp.ErrReadonly) ||
		err.Error() != "fixed: read only" {
		t.Errorf("set: %v", err)
	}
	if err := v.Unset("fixed"); !errors.Is(err, interp.ErrReadonly) {
		t.Errorf("unset: %v", err)
	}
	for _, name := range []string{"", "1", "a-b", "?"} {
		if err := v.Set(name, ""); !errors.Is(err, interp.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
		if _, ok := v.Get(name); ok {
			t.Errorf("%q is set", name)
		}
	}
	if err := v.Unset("greeting"); err != nil {
		t.Error(err)
	}
	if err := v.Unset("none"); err != nil {
		t.Error(err)
	}
	if value, ok := v.Get("greeting"); ok {
		t.Errorf("greeting is %q", value)
	}
	var all []interp.Variable
	for _, x := range v.All() {
		if !slices.Contains([]string{"PWD", "OLDPWD"}, x.Name) {
			all = append(all, x)
		}
	}
	if got, want := fmt.Sprintf("%+v", all),
		"[{Name:IFS Value: \t\n Set:true Exported:false Readonly:false} "+
			"{Name:LINENO Value:1 Set:true Exported:false Readonly:false} "+
			"{Name:OPTIND Value:1 Set:true Exported:false Readonly:false} "+
			"{Name:PATH Value:/usr/bin:/bin Set:true Exported:true Readonly:false} "+
			"{Name:PS1 Value:$  Set:true Exported:false Readonly:false} "+
			"{Name:PS2 Value:>  Set:true Exported:false Readonly:false} "+
			"{Name:PS4 Value:+  Set:true Exported:false Readonly:false} "+
			"{Name:fixed Value:1 Set:true Exported:false Readonly:true} "+
			"{Name:later Value: Set:false Exported:true Readonly:false}]"; got != want {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(s.Functions()); got != "[f g]" {
		t.Errorf("functions %s", got)
	}
	if s.Dir() != "/" {
		t.Errorf("directory %q", s.Dir())
	}
	// A temporary PATH is searched: no remembered path is used.
	s.run("ls -d .", ".\n", 0)
	if err := v.Set("PATH", "/none"); err != nil {
		t.Error(err)
	}
	s.run("ls 2>/dev/null", "", 127)
}
