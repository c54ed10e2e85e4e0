//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ftsh/interp"
)

// A memory is a file system in memory, for the files below /mem.
type memory struct {
	mu    sync.Mutex
	files map[string][]byte
	asked []string
}

var errForbidden = errors.New("forbidden here")

func (m *memory) open(_ context.Context, o *interp.Opening) (io.ReadWriteCloser, error) {
	name, ok := strings.CutPrefix(o.Path, "/mem/")
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, fmt.Sprintf("%s %#x", o.Path, o.Flags))
	if o.Path == "/etc/passwd" {
		return nil, errForbidden
	}
	if !ok {
		return o.Open()
	}
	old, there := m.files[name]
	switch {
	case !there && o.Flags&os.O_CREATE == 0:
		return nil, &fs.PathError{Op: "open", Path: o.Path, Err: fs.ErrNotExist}
	case there && o.Flags&os.O_EXCL != 0:
		return nil, fs.ErrExist
	case o.Flags&os.O_APPEND == 0 && o.Flags&os.O_CREATE != 0:
		old = nil
	}
	f := &memoryFile{m: m, name: name, reader: *bytes.NewReader(old)}
	if o.Flags&os.O_APPEND != 0 {
		f.text.Write(old)
	}
	f.written = o.Flags&os.O_WRONLY != 0
	return f, nil
}

// A memoryFile is stored when it is closed.
type memoryFile struct {
	m       *memory
	name    string
	reader  bytes.Reader
	text    bytes.Buffer
	written bool
}

func (f *memoryFile) Read(p []byte) (int, error) { return f.reader.Read(p) }
func (f *memoryFile) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("bad")) {
		return 0, errForbidden
	}
	return f.text.Write(p)
}
func (f *memoryFile) Close() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if f.written {
		f.m.files[f.name] = f.text.Bytes()
	}
	return nil
}

func TestOpenHook(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"echo a >/mem/f; cat /etc/hostname >/dev/null; " +
			"cat </mem/f": "a\n",
		"sh -c 'echo a; echo b' >/mem/f; read x " +
			"</mem/f; echo $x": "a\n",
		"echo a >/mem/f; echo b >>/mem/f; sort -r </mem/f >/mem/g; " +
			"cat </mem/g": "b\na\n",
		"{ echo a; sh -c 'echo b'; } >/mem/f; (cat; echo " +
			"c) </mem/f": "a\nb\nc\n",
		"(exec 3>/mem/f; echo a >&3); cat </mem/f; exec 4>/mem/g; echo b >&4; exec 4>&-; " +
			"cat </mem/g": "a\nb\n",
		"echo 'echo sourced $1' >/mem/f; set -- x; . /mem/f": "sourced x\n",
		"cat </mem/none; echo $?": "test:1:5: cannot open /mem/none: " +
			"no such file or directory\n2\n",
		"cat </etc/passwd; echo $?":    "test:1:5: cannot open /etc/passwd: forbidden here\n2\n",
		"echo a >/etc/passwd; echo $?": "test:1:8: cannot create /etc/passwd: forbidden here\n2\n",
		"echo a >f; cat f; cat <f":     "a\na\n",
		"set -C; echo a >/mem/f; echo b >/mem/f; cat </mem/f": "test:1:32: " +
			"cannot create /mem/f: file exists\na\n",
		"set -C; echo a >f; echo b >f; echo c " +
			">/dev/null; cat <f": "test:1:27: cannot create f: file exists\na\n",
		"echo a >/mem/f; cat " +
			"<>/mem/f; echo $?": "test:1:21: cannot open /mem/f: operation not supported\n2\n",
		"echo bad 2>&1 >/mem/f; sh -c 'echo bad; echo more' 2>&1 " +
			">/mem/f; echo on": "on\n",
		"i=0; while [ $i -lt 30000 ]; do echo 123456789; i=$((i+1)); done >/mem/f; wc -c " +
			"</mem/f; head -n 1 </mem/f": "300000\n123456789\n",
		"x=$(echo a >/mem/f; cat </mem/f); echo $x":                            "a\n",
		"sh -c 'echo a' >/mem/f & wait; cat </mem/f":                           "a\n",
		"forall x in 1 2 3 4; echo $x >/mem/$x; end; cat </mem/1; cat </mem/4": "1\n4\n",
		"cat <<E; cat </dev/fd/0 <<E\na\nE\nb\nE":                              "a\nb\n",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			m := &memory{files: map[string][]byte{}}
			s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: m.open}})
			s.Run(context.Background(), "test", text)
			if got := s.out.String(); got != want {
				t.Errorf("output %q, want %q", got, want)
			}
		})
	}
}

func TestWhatOpenHookIsAsked(t *testing.T) {
	m := &memory{files: map[string][]byte{}}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: m.open}})
	s.run("echo a >f; cat <f >>/dev/null; cat <<E <>g >&2\nb\nE\n[ -e f ] && cat f >&2 && ls * "+
		">&2; . ./f 2>/dev/null; : >/dev/fd/2",
		"a\nf\ng\n", 0)
	want := "[f 0x241 f 0x0 /dev/null 0x441 g 0x42 ./f 0x0]"
	if got := fmt.Sprint(m.asked); strings.ReplaceAll(got, "/dev/null 0x241 ", "") != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

// A hook gets an absolute directory, and may change the path, the flags and the mode.
func TestOpeningMayBeChanged(t *testing.T) {
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: func(ctx context.Context,
		o *interp.Opening) (io.ReadWriteCloser, error) {
		if !filepath.IsAbs(o.Dir) {
			t.Errorf("directory %q", o.Dir)
		}
		o.Path, o.Flags, o.Mode = "sub/"+o.Path, o.Flags&^os.O_TRUNC|os.O_APPEND, 0o600
		return o.Open()
	}}})
	s.run("mkdir sub; echo a >f; umask 0; echo b >f; cat sub/f; ls -l sub/f | cut -c 1-10",
		"a\nb\n-rw-------\n", 0)
}

func TestOpenHookGivesAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "there")
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: func(_ context.Context,
		o *interp.Opening) (io.ReadWriteCloser, error) {
		return os.OpenFile(name, o.Flags, o.Mode)
	}}})
	s.run("echo a >x; sh -c 'echo b' >>y; cat <z", "a\nb\n", 0)
}

func TestOpenHookThatWaits(t *testing.T) {
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: func(ctx context.Context,
		o *interp.Opening) (io.ReadWriteCloser, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}})
	s.run("try for 10 ms; echo a >f; end; echo $?", "124\n", 0)
}

// Close closes the files opened by the host, even if a command has not read them to the end.
func TestCloseClosesFilesOfTheHost(t *testing.T) {
	r, w := io.Pipe()
	type both struct {
		io.Reader
		io.Writer
		io.Closer
	}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Open: func(context.Context,
		*interp.Opening) (io.ReadWriteCloser, error) {
		return both{r, w, r}, nil
	}}})
	s.run("exec 3<x; : <x", "", 0)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := w.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write: %v", err)
	}
}

// commands is a hook with one behaviour for each command name.
func commands(ctx context.Context, c *interp.Command) (int, error) {
	switch c.Args[0] {
	case "refused":
		return 0, errForbidden
	case "nowhere":
		return 0, fs.ErrNotExist
	case "virtual":
		fmt.Fprintf(c.Stdout, "%q %q\n", c.Path, c.Args[1:])
		return 3, nil
	case "cat":
		if len(c.Args) == 1 {
			n, err := io.Copy(c.Stdout, c.Stdin)
			if err != nil {
				return 1, nil
			}
			fmt.Fprintln(c.Stdout, n, "bytes")
			return 0, nil
		}
	case "printenv":
		c.Env = append(c.Env, "ADDED=1")
	case "pwd-of-root":
		c.Path, c.Args, c.Dir = "/bin/pwd", []string{"pwd"}, "/"
	case "twice":
		c.Path = "/bin/echo"
		if status, err := c.Run(); status != 0 || err != nil {
			return status, err
		}
	case "failing":
		c.Path, c.Args = "/bin/sh", []string{"sh", "-c", "exit 5"}
		status, err := c.Run()
		fmt.Fprintln(c.Stdout, "status", status)
		return 0, err
	case "waits":
		<-ctx.Done()
		return 0, nil
	}
	return c.Run()
}

func TestCommandHook(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"refused; echo $?":                      "test:1:1: refused: forbidden here\n126\n",
		"nowhere; echo $?":                      "test:1:1: nowhere: not found\n127\n",
		"no_such_command; echo $?":              "test:1:1: no_such_command: not found\n127\n",
		"/; echo $?":                            "test:1:1: /: permission denied\n126\n",
		"virtual a 'b c'; echo $?":              "\"\" [\"a\" \"b c\"]\n3\n",
		"echo abc | cat | tr a-c A-C":           "ABC\n4 Bytes\n",
		"x=$(echo abc | cat); echo \"$x\"":      "abc\n4 bytes\n",
		"cat <f >g; sed s/x/y/ g":               "y\n2 bytes\n",
		"X=2 printenv ADDED X":                  "1\n2\n",
		"pwd-of-root":                           "/\n",
		"twice a":                               "a\na\n",
		"failing; echo $?":                      "status 5\n0\n",
		"virtual & wait $!; echo $?":            "\"\" []\n3\n",
		"sh -c 'exit 4' & wait $!; echo $?":     "4\n",
		"trap 'echo bye' EXIT; exec virtual x":  "\"\" [\"x\"]\n",
		"(exec sh -c 'exit 6'); echo $?":        "6\n",
		"exec refused; echo no":                 "test:1:1: refused: forbidden here\n",
		"command -p ls -d .; command virtual":   ".\n\"\" []\n",
		"sh -c 'kill -TERM $$'; echo $?":        "Terminated\n143\n",
		"try for 20 ms; waits; end; echo $?":    "124\n",
		"try for 20 ms; sleep 60; end; echo $?": "124\n",
		"set -o pipefail; cat </dev/zero | head -c 1 | wc -c; echo $?": "1\n141\n",
		"forall x in 1 2 3; sh -c 'exit 0'; end; echo $?":              "0\n",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, interp.Options{Hooks: interp.Hooks{Command: commands}})
			if err := os.WriteFile(s.dir+"/f", []byte("x\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			s.Run(context.Background(), "test", text)
			if got := s.out.String(); got != want {
				t.Errorf("output %q, want %q", got, want)
			}
		})
	}
}

func TestWhatCommandHookIsGiven(t *testing.T) {
	var kept *interp.Command
	hook := func(_ context.Context, c *interp.Command) (int, error) {
		kept = c
		fmt.Fprintln(c.Stdout, c.Path, c.Args, c.Dir, c.Env, c.Place)
		return 0, nil
	}
	s := newSession(t, interp.Options{Hooks: interp.Hooks{Command: hook}})
	s.run("cd /usr; unset PWD OLDPWD; A=1 ls -l",
		"/usr/bin/ls [ls -l] /usr [PATH=/usr/bin:/bin A=1] test:1:28\n", 0)
	if _, err := kept.Run(); err == nil || err.Error() != "the hook has returned" {
		t.Errorf("Run after the hook: %v", err)
	}
}
