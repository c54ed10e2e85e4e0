package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"ftsh/interp"
)

// A script's text, its input and output as buffers, and its exit status.
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

// The environment and the working directory are the shell's own: those of the
// process stay as they are.
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
	_, _ = sh.Run(context.Background(), "here", `echo "$GREETING from $PWD"; cd lib; pwd; echo "${HOME-no home}"`)
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

// The end of the context cancels what runs: the error is the context's cause.
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

// What happens in blocks comes as events.
func ExampleOptions_events() {
	sh, err := interp.New(interp.Options{
		LogLevel: interp.LevelFailure,
		Events:   func(e interp.Event) { fmt.Println(e.Line, e.Status) },
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
