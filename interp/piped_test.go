//go:build unix

package interp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ftsh/internal/standalone"
	"ftsh/interp"
)

// With Piped, standard input and output count as given to the block: it keeps its input and holds
// its output. Without, they pass through.
func TestPiped(t *testing.T) {
	const script = "try 2 times every 0s; read x; echo $x; [ $FTSH_ATTEMPT -eq 2 ]; end"
	for piped, want := range map[bool]string{
		false: "one\ntwo\n",
		true:  "one\n",
	} {
		var out, errs bytes.Buffer
		sh, err := interp.New(interp.Options{Stdin: strings.NewReader("one\ntwo\n"), Stdout: &out,
			Stderr: &errs, Env: []string{"PATH=/usr/bin:/bin"},
			Standalone: &standalone.Options{Piped: piped}})
		if err != nil {
			t.Fatal(err)
		}
		status, err := sh.Run(context.Background(), "script", script)
		if err != nil || status != 0 {
			t.Errorf("piped %t: status %d, %v", piped, status, err)
		}
		if err := sh.Close(); err != nil {
			t.Error(err)
		}
		if out.String() != want || errs.String() != "" {
			t.Errorf("piped %t: %q, %q, want %q", piped, out.String(), errs.String(), want)
		}
	}
}

// With ProgramsOnly, no command is a builtin, not even one of the host.
func TestProgramsOnly(t *testing.T) {
	var out, errs bytes.Buffer
	own := map[string]interp.Builtin{"greet": func(context.Context, *interp.Call) int { return 0 }}
	sh, err := interp.New(interp.Options{Stdout: &out, Stderr: &errs,
		Env: []string{"PATH=/usr/bin:/bin"}, Hooks: interp.Hooks{Builtins: own},
		Standalone: &standalone.Options{ProgramsOnly: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	status, err := sh.Run(context.Background(), "script",
		"exit 3\ngreet\ntry 3 times; abort; end\nprintf '%s\\n' ran")
	const want = "script:1:1: exit: not found\nscript:2:1: greet: not found\nscript:3:14: abort: " +
		"not found\n"
	if status != 0 || err != nil || out.String() != "ran\n" || errs.String() != want {
		t.Errorf("status %d, %v, %q, %q", status, err, out.String(), errs.String())
	}
}
