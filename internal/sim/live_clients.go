package sim

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// liveClients runs many copies of one script, each one work unit after another, until ctx ends.
type liveClients struct {
	shell  string // the ftsh to run
	script string
	args   []string
	env    []string // beyond the caller's
	own    string   // if not empty, each client works in a directory of its own below this one
	count  int
	spread time.Duration // the clients start at random within it
	// unit returns a work unit's arguments after args; nil: none. dir is the client's directory, n
	// counts its units.
	unit func(r *rand.Rand, dir string, n int) ([]string, error)
	// onLine is called, at any time, with each line that a client writes to standard error; nil:
	// ignored.
	onLine func(line []byte)
	pause  func(r *rand.Rand) time.Duration     // between the work units of a client; nil: none
	done   func(started, ended time.Time)       // called after each successful unit; one at a time
	failed func(err error, output []byte) error // called after each failed unit; an error ends all
}

// run returns when all clients have ended, with every process they started. It is bounded by ctx.
func (c liveClients) run(ctx context.Context, seed uint64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var clients sync.WaitGroup
	for i := range c.count {
		clients.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			if !sleep(ctx, between(r, 0, c.spread)) {
				return
			}
			dir := ""
			if c.own != "" {
				dir = filepath.Join(c.own, strconv.Itoa(i))
				if err := os.MkdirAll(dir, 0o777); err != nil {
					cancel(err)
					return
				}
			}
			for n := 0; ; n++ {
				if c.pause != nil && !sleep(ctx, c.pause(r)) {
					return
				}
				args := c.args
				if c.unit != nil {
					more, err := c.unit(r, dir, n)
					if err != nil {
						cancel(err)
						return
					}
					args = slices.Concat(args, more)
				}
				started := time.Now()
				output, err := c.once(ctx, dir, args)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if err == nil {
					c.done(started, time.Now())
				} else if err = c.failed(err, output); err != nil {
					cancel(err)
				}
				mu.Unlock()
				// A script that cannot run must not make a storm.
				if err != nil && !sleep(ctx, 100*time.Millisecond) {
					return
				}
			}
		})
	}
	clients.Wait()
	if cause := context.Cause(ctx); cause != context.DeadlineExceeded {
		return cause
	}
	return nil
}

// once runs the script to its end in a process group of its own. When ctx ends, the group gets
// SIGTERM, and ftsh some time to end its processes; then the group is killed.
func (c liveClients) once(ctx context.Context, dir string, args []string) (output []byte,
	err error) {
	cmd := exec.CommandContext(ctx, c.shell, append([]string{c.script}, args...)...)
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log := &tail{}
	cmd.Stderr = log
	if c.onLine != nil {
		cmd.Stderr = io.MultiWriter(log, &lines{each: c.onLine})
	}
	ended := make(chan struct{})
	defer close(ended)
	cmd.Cancel = func() error {
		// The ID is valid until Run has returned, since the leader is not reaped before.
		group := -cmd.Process.Pid
		go func() {
			select {
			case <-ended:
			case <-time.After(liveGrace):
				_ = syscall.Kill(group, syscall.SIGKILL) // an error means all have ended
			}
		}()
		return syscall.Kill(group, syscall.SIGTERM)
	}
	// A process holding standard error for so long was left over, or the machine is lost.
	cmd.WaitDelay = time.Minute
	err = cmd.Run()
	return log.text, err
}

// liveGrace is the time a client has to clean up.
const liveGrace = 4 * time.Second

// tail keeps the last few hundred bytes written to it, for messages.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - 500; over > 0 {
		t.text = t.text[over:]
	}
	return len(p), nil
}

// lines passes each line written to it to each.
type lines struct {
	each func(line []byte)
	part []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.part = append(l.part, p...)
	for {
		line, rest, whole := bytes.Cut(l.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		l.each(line)
		l.part = rest
	}
}

// sleep waits. It returns false if ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// scriptBroken tells a script that cannot work (not found, a syntax error, a usage error) from one
// that gave up.
func scriptBroken(err error, output []byte) error {
	exit, ok := err.(*exec.ExitError)
	if !ok {
		return err
	}
	switch exit.ExitCode() {
	case 2, 126, 127:
		return fmt.Errorf("the script failed with status %d: %s", exit.ExitCode(), output)
	}
	return nil
}
