// Embed runs scripts from a Go program: package interp as a library.
//
//	go run ./examples/embed
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"ftsh/interp"
	"ftsh/interp/event"
)

const script = `
try 3 times every 50ms
	[ "$FTSH_ATTEMPT" = 3 ] # stands for a download that works in the end
end
echo "got $1 at the third attempt"
try 2 times every 50ms
	cat "$1" 2>/dev/null
catch
	lost=$1
	failure
end`

// report prints an event: at this level, the failure of a block.
func report(e event.Event) {
	fmt.Printf("line %d: %s: %s (%s)\n", e.Place.Line, e.Block.Kind, e.Kind, e.Result.Reason)
	for _, a := range e.Result.Errors {
		f := a.Failure
		fmt.Printf("  %d attempts: line %d: %s has status %d\n", a.Count, f.Place.Line, f.Source,
			f.Status)
	}
}

func main() {
	var out bytes.Buffer
	sh, err := interp.New(interp.Options{
		Stdout: &out,
		Stderr: os.Stderr,
		Env:    []string{"PATH=/usr/bin:/bin"}, // os.Environ() for the program's own
		Dir:    os.TempDir(),
		Args:   []string{"no.such.file"}, // $1

		Log: interp.Log{Level: event.LevelFailure, Events: report}, // failed blocks
	})
	if err != nil { // Dir is gone, say
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer sh.Close() // runs the EXIT trap, ends what is left

	status, err := sh.Run(context.Background(), "fetch", script)
	fmt.Printf("status %d, error %v, output %q\n", status, err, out.String())

	// The same shell goes on, unless its script called exit: it keeps variables,
	// functions and its directory.
	out.Reset()
	status, _ = sh.Run(context.Background(), "again", `echo "still without $lost"`)
	fmt.Printf("status %d, output %q\n", status, out.String())

	// The end of the context cancels what runs, whole trees of processes too.
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err = sh.Run(ctx, "endless", `while :; do sleep 3600; done`)
	fmt.Println("cancelled:", errors.Is(err, context.DeadlineExceeded))
}
