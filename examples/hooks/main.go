// Hooks is a shell with a builtin of its own, with a say in what a script starts and
// opens, and with variables that a Go program sets and reads.
//
//	go run ./examples/hooks
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"ftsh/interp"
	"ftsh/parser"
)

const script = `
echo "dear $who" | upper >/mem/letter
cat /etc/hostname >/dev/null
rm -rf /
echo "rm: $?"
hostname
read line </mem/letter
answer="$line, $(hostname)"
trap 'exit 3' EXIT
`

func main() {
	// Read once, run by two shells at the same time.
	tree, err := parser.Parse(script, parser.Options{Name: "letter", Blocks: true})
	if err != nil {
		fmt.Print(parser.Report(err))
		os.Exit(2)
	}
	var all sync.WaitGroup
	results := make([]string, 2)
	for i, who := range []string{"anne", "bob"} {
		all.Go(func() { results[i] = write(tree, who) })
	}
	all.Wait()
	fmt.Print(strings.Join(results, "\n"))
}

// write runs the script for somebody, in a shell of its own.
func write(tree *parser.Script, who string) string {
	var out bytes.Buffer
	files := &memory{files: map[string]string{}}
	sh, err := interp.New(interp.Options{
		Stdout: &out, Stderr: &out,
		Env: []string{"PATH=/usr/bin:/bin"},
		Hooks: interp.Hooks{
			Builtins: map[string]interp.Builtin{"upper": upper},
			Command:  command,
			Open:     files.open,
		},
	})
	if err != nil {
		return err.Error()
	}
	if err := sh.Vars().Set("who", who); err != nil { // interp.ErrName or ErrReadonly
		return err.Error()
	}
	status, err := sh.RunScript(context.Background(), tree)
	answer, _ := sh.Vars().Get("answer")
	fmt.Fprintf(&out, "status %d, error %v, answer %q\n", status, err, answer)
	err = sh.Close() // the EXIT trap runs
	fmt.Fprintf(&out, "closed: status %d, error %v, /mem/letter is %q\n", sh.Status(), err,
		files.files["letter"])
	return out.String()
}

// upper is a builtin: a command in Go.
func upper(_ context.Context, c *interp.Call) (status int) {
	text, err := io.ReadAll(c.Stdin)
	if err == nil {
		_, err = io.WriteString(c.Stdout, strings.ToUpper(string(text)))
	}
	if err != nil {
		fmt.Fprintf(c.Stderr, "%s: %v\n", c.Args[0], err)
		return 1
	}
	return 0
}

// command decides what becomes of a program.
func command(_ context.Context, c *interp.Command) (status int, err error) {
	switch c.Args[0] {
	case "rm":
		return 0, errors.New("not in here") // refused: status 126
	case "hostname":
		fmt.Fprintln(c.Stdout, "host.example") // done here instead
		return 0, nil
	}
	c.Env = append(c.Env, "LC_ALL=C") // changed
	return c.Run()                    // the program, as without a hook
}

// A memory has the files below /mem.
type memory struct {
	mu    sync.Mutex // branches of a forall open at the same time
	files map[string]string
}

func (m *memory) open(_ context.Context, o *interp.Opening) (io.ReadWriteCloser, error) {
	name, ok := strings.CutPrefix(o.Path, "/mem/")
	if !ok {
		return o.Open() // the system's, as without a hook
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return &file{
		old: strings.NewReader(m.files[name]), m: m, name: name,
		writing: o.Flags&os.O_WRONLY != 0,
	}, nil
}

// A file is one in memory, kept when it is closed.
type file struct {
	old     *strings.Reader
	text    strings.Builder
	m       *memory
	name    string
	writing bool
}

func (f *file) Read(p []byte) (int, error)  { return f.old.Read(p) }
func (f *file) Write(p []byte) (int, error) { return f.text.Write(p) }

func (f *file) Close() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if f.writing {
		f.m.files[f.name] = f.text.String()
	}
	return nil
}
