//go:build unix

package transcript

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// A Shell is a program that runs cases.
type Shell struct {
	Name string   // argv[0], and the name in reports
	Path string   // absolute; $SH in scripts
	Args []string // before everything else
}

// A Result is the outcome of one run of a case.
type Result struct {
	Stdout, Stderr string
	Status         int // 128+n when a signal ended the shell
	TimedOut       bool
	Left           []string // processes left after the shell: "pid command line"
}

// A Runner runs cases. Its methods may be called concurrently.
type Runner struct {
	// Guard is the time after which a shell counts as hanging. It is no measure of speed. Zero
	// means three minutes.
	Guard time.Duration
	// Grace is the time a process may outlive the shell, as one just ending does. Zero means five
	// seconds.
	Grace time.Duration

	cases atomic.Int64
}

// Run runs c under sh in a temporary directory of its own. The error reports a run that could not
// be made.
func (r *Runner) Run(c *Case, sh Shell) (Result, error) {
	top, err := os.MkdirTemp("", "transcript")
	if err != nil {
		return Result{}, err
	}
	defer removeAll(top)
	work := filepath.Join(top, "work")
	for _, d := range []string{work, filepath.Join(top, "home"), filepath.Join(top, "tmp")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return Result{}, err
		}
	}
	if err := c.write(work); err != nil {
		return Result{}, err
	}
	mark := markName + "=" + strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(r.cases.Add(1), 10)
	cmd := &exec.Cmd{
		Path: sh.Path,
		Args: append([]string{sh.Name}, sh.Args...),
		Dir:  work,
		Env: append([]string{
			"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
			"HOME=" + filepath.Join(top, "home"),
			"TMPDIR=" + filepath.Join(top, "tmp"),
			"LC_ALL=C.UTF-8",
			"SH=" + sh.Path,
			// A shell built with the race detector would wait a second at its end.
			"GORACE=atexit_sleep_ms=0",
			mark,
		}, c.Env...),
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	closeInput, err := c.arrange(cmd, top)
	if err != nil {
		return Result{}, err
	}
	defer closeInput()
	return r.watch(cmd, mark, !c.Leaves)
}

// write makes the case's files.
func (c *Case) write(work string) error {
	for _, f := range c.Files {
		mode := os.FileMode(0o644)
		if f.Exec {
			mode = 0o755
		}
		p := filepath.Join(work, f.Path)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if err := writeFile(p, f.Text, mode); err != nil {
			return err
		}
	}
	return nil
}

// writeFile makes one file while no child is started. A child started by another case meanwhile
// would hold it open for writing until it executes its own program, and a file open for writing
// cannot be executed (ETXTBSY).
func writeFile(path, text string, mode os.FileMode) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, []byte(text), mode)
}

// arrange completes the command line and standard input.
func (c *Case) arrange(cmd *exec.Cmd, top string) (closeInput func(), err error) {
	cmd.Args = append(cmd.Args, c.Flags...)
	input, pipe := c.Stdin, c.StdinPipe
	has := c.HasStdin
	switch c.Mode {
	case ModeC:
		cmd.Args = append(cmd.Args, "-c", c.Script)
	case ModeStdin, ModePipe:
		input, pipe, has = c.Script+c.Stdin, c.Mode == ModePipe, true
		if len(c.Args) > 0 {
			cmd.Args = append(cmd.Args, "-s")
		}
	default:
		if err := writeFile(filepath.Join(top, "script"), c.Script, 0o755); err != nil {
			return nil, err
		}
		cmd.Args = append(cmd.Args, "../script")
	}
	cmd.Args = append(cmd.Args, c.Args...)
	if !has {
		return func() {}, nil
	}
	if pipe {
		cmd.Stdin = bytes.NewReader([]byte(input))
		return func() {}, nil
	}
	name := filepath.Join(top, "stdin")
	if err := writeFile(name, input, 0o644); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	cmd.Stdin = f
	return func() { f.Close() }, err
}

// watch starts cmd, collects its output, and ends the processes it leaves. With alone it first
// waits for them to end by themselves.
func (r *Runner) watch(cmd *exec.Cmd, mark string, alone bool) (Result, error) {
	var res Result
	outR, outW, err := os.Pipe()
	if err != nil {
		return res, err
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		return res, err
	}
	cmd.Stdout, cmd.Stderr = outW, errW
	// A leftover may hold the read end of a pipe to standard input.
	cmd.WaitDelay = time.Second
	err = cmd.Start()
	outW.Close()
	errW.Close()
	if err != nil {
		outR.Close()
		errR.Close()
		return res, err
	}
	collect := func(f *os.File) chan string {
		ch := make(chan string, 1)
		go func() {
			b, _ := io.ReadAll(f)
			f.Close()
			ch <- string(b)
		}()
		return ch
	}
	stdout, stderr := collect(outR), collect(errR)

	of := family{mark: mark, session: cmd.Process.Pid, since: started(cmd.Process.Pid)}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	guard := time.NewTimer(orDefault(r.Guard, 3*time.Minute))
	defer guard.Stop()
	select {
	case err = <-ended:
	case <-guard.C:
		res.TimedOut = true
		of.kill()
		err = <-ended
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return res, err
	}
	ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if res.Status = ws.ExitStatus(); ws.Signaled() {
		res.Status = 128 + int(ws.Signal())
	}
	for end := time.Now().Add(orDefault(r.Grace, 5*time.Second)); alone; time.Sleep(10 * time.Millisecond) {
		left := of.living()
		if len(left) == 0 {
			break
		}
		if time.Now().After(end) {
			for _, p := range left {
				res.Left = append(res.Left, strconv.Itoa(p.pid)+" "+p.command)
			}
			break
		}
	}
	of.kill()
	res.Stdout, res.Stderr = <-stdout, <-stderr
	return res, nil
}

// removeAll removes a tree even where a case took its own permissions away.
func removeAll(top string) {
	if os.RemoveAll(top) == nil {
		return
	}
	_ = filepath.WalkDir(top, func(p string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(p, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(top)
}

func orDefault(d, def time.Duration) time.Duration {
	if d == 0 {
		return def
	}
	return d
}
