//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"
)

// A shell is one of the shells compared.
type shell struct {
	name string
	args []string
}

// A match is a comparison of ftsh with other shells.
type match struct {
	ftsh       shell
	peers      []shell
	need       int // this many must agree
	script     func(seed uint64) *node
	exceptions []exception
}

// ofSh returns the match of scripts for sh.
func ofSh() *match {
	return &match{
		ftsh: shell{"ftsh", []string{"ftsh"}},
		peers: []shell{
			{"dash", []string{"dash"}},
			{"bash", []string{"bash", "--posix"}},
			{"mksh", []string{"mksh"}},
			{"yash", []string{"yash", "-o", "posix"}},
		},
		need: 3, script: script, exceptions: exceptions(),
	}
}

// ofBash returns the match of scripts for bash.
func ofBash() *match {
	return &match{
		ftsh:  shell{"ftsh", []string{"ftsh", "-o", "bash"}},
		peers: []shell{{"bash", []string{"bash", "--norc"}}},
		need:  1, script: bashScript, exceptions: bashExceptions(),
	}
}

// limit bounds the time of a script, and the size of its files.
const (
	limit   = 10 * time.Second
	maxFile = 1 << 20
)

// A result is the compared outcome of a script.
type result struct {
	status string
	stdout string
	files  string // names, kinds and contents of its files
}

func (r result) String() string {
	s := fmt.Sprintf("status %s\n%s", r.status, r.stdout)
	if r.files != "" {
		s += "files:\n" + r.files
	}
	return s
}

var errTooLong = errors.New("took too long")

// run runs the script in a directory of its own.
func run(ctx context.Context, sh shell, text string) (result, error) {
	dir, err := os.MkdirTemp("", "peers-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return result{}, err
	}
	path := filepath.Join(dir, "script")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return result{}, err
	}
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		return result{}, err
	}
	defer out.Close()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, sh.args[0], append(slices.Clone(sh.args[1:]), "../script")...)
	cmd.Dir = work
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + work, "LC_ALL=C.UTF-8"}
	cmd.Stdout = out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err = cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its background processes
	}
	if err := ctx.Err(); errors.Is(err, context.DeadlineExceeded) {
		return result{}, errTooLong
	} else if err != nil {
		return result{}, err
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	return collect(cmd.ProcessState, dir, work)
}

func collect(state *os.ProcessState, dir, work string) (result, error) {
	r := result{status: fmt.Sprint(state.ExitCode())}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		r.status = ws.Signal().String()
	}
	stdout, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		return r, err
	}
	r.stdout = strings.ReplaceAll(string(stdout), dir, "DIR")
	var files []string
	err = filepath.WalkDir(work, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == work {
			return err
		}
		name := path[len(work)+1:]
		if !e.Type().IsRegular() {
			files = append(files, name+" "+e.Type().String())
			return nil
		}
		text, err := os.ReadFile(path)
		files = append(files, fmt.Sprintf("%s %q", name,
			strings.ReplaceAll(string(text), dir, "DIR")))
		return err
	})
	sort.Strings(files)
	r.files = strings.Join(files, "\n")
	return r, err
}

// A comparison holds the results of one script.
type comparison struct {
	ours   result
	theirs result   // of the peers in agreement
	agree  []string // their names
	peers  map[string]result
}

// differs reports whether enough peers agree among themselves, and ftsh does not with them.
func (m *match) differs(c *comparison) bool { return len(c.agree) >= m.need && c.ours != c.theirs }

// compare runs the script under all shells. The error explains why there is nothing to compare.
func (m *match) compare(ctx context.Context, text string) (*comparison, error) {
	c := &comparison{peers: map[string]result{}}
	groups := map[result][]string{}
	for _, sh := range m.peers {
		r, err := run(ctx, sh, text)
		if errors.Is(err, errTooLong) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", sh.name, err)
		}
		c.peers[sh.name] = r
		groups[r] = append(groups[r], sh.name)
	}
	for r, names := range groups {
		if len(names) > len(c.agree) {
			c.theirs, c.agree = r, names
		}
	}
	if len(c.agree) < m.need {
		return c, nil
	}
	ours, err := run(ctx, m.ftsh, text)
	if errors.Is(err, errTooLong) {
		ours, err = result{status: "none: " + err.Error()}, nil
	}
	c.ours = ours
	return c, err
}
