//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
)

// With the sources of a test, delays take no time and are the same in every run.
func ExampleSources() {
	synctest.Test(new(testing.T), func(*testing.T) {
		begin := time.Now()
		sh, err := interp.New(interp.Options{
			Sources: interp.Sources{GoClock: true, Rand: func() float64 { return 0.5 }},
			Log: interp.Log{Level: event.LevelAttempt, Events: func(e interp.Event) {
				fmt.Println(e.Kind, "after", time.Since(begin))
			}},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		defer sh.Close()
		_, _ = sh.Run(context.Background(), "job", "try 3 times backoff ftsh from 1 hour; test; end")
	})
	// Output:
	// attempt failed after 0s
	// waiting after 0s
	// attempt failed after 45m0s
	// waiting after 45m0s
	// attempt failed after 1h30m0s
	// block failed after 1h30m0s
}

// A process that ignores SIGTERM gets SIGKILL after Kill.Timeout.
func TestKill(t *testing.T) {
	if interp.DefaultKillTimeout != 30*time.Second {
		t.Errorf("the default is %v", interp.DefaultKillTimeout)
	}
	for _, weak := range []bool{false, true} {
		s := newSession(t, interp.Options{Kill: interp.Kill{Weak: weak}})
		s.ended(s.Run(s.end("go"), "deaf", `sh -c 'trap "" TERM; : >go; sleep 3600; :'`))
	}
}

// Hooks are functions of named types, so that a program can choose among them. A wait is shown only
// at a terminal.
func TestHooksAsValues(t *testing.T) {
	var command interp.CommandHook = func(_ context.Context, c *interp.Command) (int, error) {
		var call *interp.Call = &c.Call
		fmt.Fprintln(call.Stdout, "command", call.Args[0])
		return 0, nil
	}
	var open interp.OpenHook = func(_ context.Context, o *interp.Opening) (io.ReadWriteCloser,
		error) {
		return nil, errors.New("refused")
	}
	var waiting func(interp.Wait) func() = func(interp.Wait) func() {
		t.Error("a wait is shown")
		return func() {}
	}
	var out, errs bytes.Buffer
	sh, err := interp.New(interp.Options{
		Stdout: &out, Stderr: &errs, Env: []string{"PATH=", "TERM=xterm"},
		Hooks: interp.Hooks{Command: command, Open: open},
		Log: interp.Log{Level: event.LevelFailure, Events: func(interp.Event) {},
			Waiting: waiting},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = sh.Run(context.Background(), "job", "a; a <f; try 2 times every 0 s; b; false; end")
	if err := errors.Join(err, sh.Close()); err != nil {
		t.Error(err)
	}
	if out.String() != "command a\ncommand b\ncommand b\n" ||
		!strings.Contains(errs.String(), "f: refused") {
		t.Errorf("%q, %q", out.String(), errs.String())
	}
}

// All variables, with their attributes. A variable may be exported before it has a value.
func ExampleVars_All() {
	sh, err := interp.New(interp.Options{Stdout: os.Stdout, Env: []string{"LANG=C"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "set", "count=3; readonly count; export LATER")
	var vars interp.Vars = sh.Vars()
	for _, v := range vars.All() {
		switch v.Name {
		case "LANG", "LATER", "count":
			fmt.Printf("%s=%q set %t, exported %t, readonly %t\n", v.Name, v.Value, v.Set, v.Exported,
				v.Readonly)
		}
	}
	// Output:
	// LANG="C" set true, exported true, readonly false
	// LATER="" set false, exported true, readonly false
	// count="3" set true, exported false, readonly true
}
