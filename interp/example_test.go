package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
	"ftsh/parser"
)

// Run a script with buffers as input and output, and get its exit status.
func Example() {
	var out bytes.Buffer
	sh, err := interp.New(interp.Options{
		Stdin:  strings.NewReader("3\n4\n"),
		Stdout: &out,
		Stderr: os.Stderr,
		Env:    []string{"PATH=/usr/bin:/bin"},
		Args:   []string{"sum"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	status, err := sh.Run(context.Background(), "add", `
		n=0
		while read x; do n=$((n + x)); done
		echo "$1: $n"
		exit 5`)
	fmt.Print(out.String())
	fmt.Println("status", status, "error", err)
	// Output:
	// sum: 7
	// status 5 error <nil>
}

// The environment and the working directory are the shell's own. The process keeps its own.
func Example_surroundings() {
	sh, err := interp.New(interp.Options{
		Stdout: os.Stdout,
		Env:    []string{"GREETING=hello"},
		Dir:    "/usr",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "here",
		`echo "$GREETING from $PWD"; cd lib; pwd; echo "${HOME-no home}"`)
	// Output:
	// hello from /usr
	// /usr/lib
	// no home
}

// A shell keeps its variables and functions from one Run to the next.
func ExampleShell_Run_twice() {
	sh, err := interp.New(interp.Options{Stdout: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	ctx := context.Background()
	_, _ = sh.Run(ctx, "first", `greet() { echo "hello, $1"; }; who=world`)
	_, _ = sh.Run(ctx, "second", `greet "$who"`)
	// Output: hello, world
}

// The end of the context cancels the running script: the error is the context's cause.
func ExampleShell_Run_cancel() {
	sh, err := interp.New(interp.Options{Env: []string{"PATH=/usr/bin:/bin"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	status, err := sh.Run(ctx, "endless", `while :; do sleep 3600; done`)
	fmt.Println(status, errors.Is(err, context.DeadlineExceeded))
	// Output: 143 true
}

// Blocks report their progress as events.
func ExampleLog_events() {
	sh, err := interp.New(interp.Options{
		Log: interp.Log{
			Level:  event.LevelFailure,
			Events: func(e interp.Event) { fmt.Println(e.Place.Line, e.Result.Status) },
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	status, _ := sh.Run(context.Background(), "job", "\ntry 2 times every 1 ms\n  false\nend")
	fmt.Println("status", status)
	// Output:
	// 2 1
	// status 1
}

// A script parsed once can be run by any number of shells.
func ExampleShell_RunScript() {
	script, err := parser.Parse(`echo "hello, $1"`, parser.Options{Name: "greet", Blocks: true})
	if err != nil {
		fmt.Print(parser.Report(err))
		return
	}
	for _, who := range []string{"anne", "bob"} {
		sh, err := interp.New(interp.Options{Stdout: os.Stdout, Args: []string{who}})
		if err != nil {
			fmt.Println(err)
			return
		}
		_, _ = sh.RunScript(context.Background(), script)
		_ = sh.Close()
	}
	// Output:
	// hello, anne
	// hello, bob
}

// A builtin of the host is a command like any other.
func ExampleHooks_builtins() {
	sum := func(_ context.Context, c *interp.Call) int {
		total := 0
		for _, a := range c.Args[1:] {
			n, err := strconv.Atoi(a)
			if err != nil {
				fmt.Fprintf(c.Stderr, "%s: %s: no number\n", c.Args[0], a)
				return 2
			}
			total += n
		}
		fmt.Fprintln(c.Stdout, total)
		return 0
	}
	sh, err := interp.New(interp.Options{
		Stdout: os.Stdout, Stderr: os.Stdout,
		Hooks: interp.Hooks{Builtins: map[string]interp.Builtin{"sum": sum}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "add",
		`type sum; x=$(sum 1 2 3); echo "$x"; sum one || echo "status $?"`)
	// Output:
	// sum is a shell builtin
	// 6
	// sum: one: no number
	// status 2
}

// A hook sees each program before it starts, and may refuse or replace it.
func ExampleHooks_command() {
	sh, err := interp.New(interp.Options{
		Stdout: os.Stdout, Stderr: os.Stdout,
		Env: []string{"PATH=/usr/bin:/bin"},
		Hooks: interp.Hooks{Command: func(_ context.Context, c *interp.Command) (int, error) {
			switch c.Args[0] {
			case "reboot":
				return 0, errors.New("not today")
			case "nproc":
				fmt.Fprintln(c.Stdout, 64)
				return 0, nil
			}
			return c.Run()
		}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "hooked",
		`reboot; echo "status $?"; echo "$(nproc) processors"; basename /a/b`)
	// Output:
	// hooked:1:1: reboot: not today
	// status 126
	// 64 processors
	// b
}

// readOnly makes a text available as a file.
type readOnly struct{ *strings.Reader }

func (readOnly) Write([]byte) (int, error) { return 0, fs.ErrPermission }
func (readOnly) Close() error              { return nil }

// A hook opens the files of redirections; here, files found nowhere else.
func ExampleHooks_open() {
	files := map[string]string{"/config": "a=1\nb=2\n"}
	open := func(_ context.Context, o *interp.Opening) (io.ReadWriteCloser, error) {
		text, ok := files[o.Path]
		switch {
		case !ok:
			return o.Open()
		case o.Flags&(os.O_WRONLY|os.O_RDWR) != 0:
			return nil, fs.ErrPermission
		}
		return readOnly{strings.NewReader(text)}, nil
	}
	sh, err := interp.New(interp.Options{
		Stdout: os.Stdout, Stderr: os.Stdout,
		Hooks: interp.Hooks{Open: open},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	_, _ = sh.Run(context.Background(), "hooked",
		`while read line; do echo "<$line>"; done </config; . /config; echo $b; echo c=3 >/config`)
	// Output:
	// <a=1>
	// <b=2>
	// 2
	// hooked:1:81: cannot create /config: permission denied
}

// A host sets variables before a script, and reads them after it.
func ExampleShell_Vars() {
	sh, err := interp.New(interp.Options{Stdout: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sh.Close()
	v := sh.Vars()
	if err := v.Set("who", "world"); err != nil {
		fmt.Println(err)
	}
	_, _ = sh.Run(context.Background(), "greet", `greeting="hello, $who"; readonly who`)
	fmt.Println(v.Get("greeting"))
	fmt.Println(v.Set("who", "you"))
	// Output:
	// hello, world true
	// who: read only
}

// Close runs the EXIT trap, and the trap decides the shell's status.
func ExampleShell_Status() {
	sh, err := interp.New(interp.Options{Stdout: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = sh.Run(context.Background(), "trap", `trap 'echo bye; exit 3' EXIT; false`)
	fmt.Println(sh.Status())
	err = sh.Close()
	fmt.Println(sh.Status(), err)
	// Output:
	// 1
	// bye
	// 3 <nil>
}
