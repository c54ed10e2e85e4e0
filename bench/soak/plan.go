//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	killTimeout = time.Second
	// bound is the time limit of a script: its deadline, some kill timeouts of nested blocks, and
	// the delay by a busy machine and the race detector.
	bound = 30 * time.Second
)

// A plan is a script and its disturbances, all from a seed.
type plan struct {
	seed     uint64
	script   string
	limit    string // commands of sh to set limits
	user     uint32 // 0: the current user
	logLevel int
	stdin    bool   // from a silent pipe instead of /dev/null
	errs     string // standard error: "" a file, fullPipe or brokenPipe
	strokes  []stroke
	kill     time.Duration // time of SIGKILL after ftsh has a watchdog; 0: none
}

// The kinds of standard error other than a file.
const (
	fullPipe   = "a full pipe that nobody reads"
	brokenPipe = "a broken pipe"
)

// A stroke is a signal sent while the script runs.
type stroke struct {
	after time.Duration // since the one before
	sig   syscall.Signal
	child int // index among ftsh's children, ordered by ID; -1: ftsh
}

func planOf(seed uint64) plan {
	r := rand.New(rand.NewPCG(seed, 0xb10c))
	p := plan{seed: seed, script: newGenerator(seed, false).script(), logLevel: 10 * r.IntN(5),
		stdin: r.IntN(3) == 0}
	if os.Geteuid() == 0 && r.IntN(3) == 0 {
		p.user = 50000 + uint32(seed%5000)
	}
	switch r.IntN(6) {
	case 0:
		p.limit = fmt.Sprintf("ulimit -n %d", 10+r.IntN(30))
	case 1:
		p.limit = fmt.Sprintf("ulimit -f %d", r.IntN(64))
	case 2:
		// Without a user of its own the limit would count the processes of others.
		if p.user != 0 {
			p.limit = fmt.Sprintf("ulimit -p %d", 25+r.IntN(60))
		}
	}
	for range max(0, r.IntN(6)-2) {
		s := stroke{after: time.Duration(r.IntN(500)) * time.Millisecond, child: r.IntN(8) - 2}
		if s.child < 0 {
			s.child = -1
			s.sig = []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP,
				syscall.SIGQUIT, syscall.SIGSTOP}[r.IntN(5)]
		} else {
			s.sig = []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP,
				syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGCONT}[r.IntN(6)]
		}
		p.strokes = append(p.strokes, s)
	}
	switch r.IntN(8) {
	case 0:
		p.errs = fullPipe
		// A message outside all blocks waits for a reader without limit, or until a signal ends the
		// shell.
		p.strokes = append(p.strokes, stroke{after: 5 * time.Second, sig: syscall.SIGALRM,
			child: -1})
	case 1:
		p.errs = brokenPipe
	}
	// Under a limit there may be no watchdog, and a stroke may hit it. A shell waiting for a reader
	// of its messages has none either.
	if r.IntN(5) == 0 && p.limit == "" && p.errs != fullPipe {
		p.kill, p.strokes = 50*time.Millisecond+time.Duration(r.IntN(700))*time.Millisecond, nil
	}
	return p
}

func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# seed %d, log level %d, user %d, limit %q, standard input a silent pipe: %t\n", p.seed, p.logLevel, p.user, p.limit, p.stdin)
	if p.errs != "" {
		fmt.Fprintf(&b, "# standard error: %s\n", p.errs)
	}
	if p.kill > 0 {
		fmt.Fprintf(&b, "# SIGKILL to ftsh, %v after it has a watchdog\n", p.kill)
	}
	for _, s := range p.strokes {
		target := fmt.Sprintf("process %d of ftsh", s.child)
		if s.child < 0 {
			target = "ftsh"
		}
		fmt.Fprintf(&b, "# after %v: %v to %s\n", s.after, s.sig, target)
	}
	return b.String() + p.script
}

// A result is the outcome of one run.
type result struct {
	problems []string
	stderr   string
	state    *os.ProcessState
	took     time.Duration
}

// run runs the script once. The error means soak itself cannot continue.
func (p plan) run(ftsh string) (result, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	for _, d := range []string{dir, p.in(dir, "tmp"), p.in(dir, "work")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return result{}, err
		}
		if err := os.Chown(d, p.owner(), -1); err != nil {
			return result{}, err
		}
	}
	cmd, done, err := p.start(ftsh, dir)
	if err != nil {
		return result{}, err
	}
	begin := time.Now()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its status does not matter, but its state does
		close(ended)
	}()
	var r result
	killed := p.kill > 0 && p.murder(cmd.Process.Pid, ended)
	p.strike(cmd.Process.Pid, filepath.Join(cmd.Dir, "started"), ended)
	select {
	case <-ended:
	case <-time.After(bound - time.Since(begin)):
		r.problems = append(r.problems, "did not end; processes:\n"+
			describe(descendants(os.Getpid())))
		_ = cmd.Process.Kill()
		<-ended
	}
	r.took, r.state = time.Since(begin), cmd.ProcessState
	done()
	left := descendants(os.Getpid())
	if killed {
		left = afterKill(ftsh, bound-time.Since(begin))
	}
	if len(left) > 0 {
		r.problems = append(r.problems, "processes left:\n"+describe(left))
	}
	endAll()
	r.look(dir)
	return r, nil
}

func (p plan) in(dir, name string) string { return filepath.Join(dir, name) }

func (p plan) owner() int {
	if p.user == 0 {
		return os.Geteuid()
	}
	return int(p.user)
}

// start starts the script; done closes its files.
func (p plan) start(ftsh, dir string) (cmd *exec.Cmd, done func(), err error) {
	script := p.in(dir, "script")
	if err := os.WriteFile(script, []byte(p.script), 0o644); err != nil {
		return nil, nil, err
	}
	out, unread, err := p.standardError(p.in(dir, "stderr"))
	if err != nil {
		return nil, nil, err
	}
	limit := p.limit
	if limit == "" {
		limit = ":"
	}
	cmd = exec.Command("/bin/sh", "-c", limit+`; exec "$@"`, "sh", ftsh, script)
	cmd.Dir = p.in(dir, "work")
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + cmd.Dir, "TMPDIR=" + p.in(dir, "tmp"),
		fmt.Sprintf("FTSH_LOG_LEVEL=%d", p.logLevel),
		"FTSH_KILL_TIMEOUT=" + killTimeout.String(),
		"GORACE=atexit_sleep_ms=0 log_path=" + p.in(dir, "race")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if p.user != 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: p.user, Gid: p.user}
	}
	cmd.Stderr = out
	var r, w *os.File
	if p.stdin {
		if r, w, err = os.Pipe(); err != nil {
			return nil, nil, err
		}
		cmd.Stdin = r
	}
	// Closing a nil file is harmless.
	done = func() { out.Close(); unread.Close(); r.Close(); w.Close() }
	return cmd, done, cmd.Start()
}

// standardError returns the plan's standard error for ftsh, and the other end of a pipe.
func (p plan) standardError(file string) (out, unread *os.File, err error) {
	if p.errs == "" {
		out, err = os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		return out, nil, err
	}
	unread, out, err = os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	if p.errs == brokenPipe {
		unread.Close()
		return out, unread, nil
	}
	_ = out.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
	for size := 64 << 10; size > 0; size /= 2 {
		_, _ = out.Write(make([]byte, size))
	}
	return out, unread, nil
}

// murder sends SIGKILL to ftsh once it has a watchdog; false: it ended before, or got none.
func (p plan) murder(pid int, ended <-chan struct{}) bool {
	none := time.After(bound)
	for !watched(pid) {
		select {
		case <-ended:
			return false
		case <-none:
			return false
		case <-time.After(10 * time.Millisecond):
		}
	}
	select {
	case <-ended:
		return false
	case <-time.After(p.kill):
		// It has not been waited for, or has just been: then it has no process.
		_ = syscall.Kill(pid, syscall.SIGKILL)
		return true
	}
}

// strike sends the signals, until ftsh has ended. Until the shell listens, SIGQUIT belongs to the
// Go runtime, which prints a traceback. The script makes a file when the shell listens.
func (p plan) strike(pid int, started string, ended <-chan struct{}) {
	for _, s := range p.strokes {
		select {
		case <-ended:
			return
		case <-time.After(s.after):
		}
		if _, err := os.Stat(started); err != nil && s.sig == syscall.SIGQUIT {
			continue
		}
		target := pid
		if s.child >= 0 {
			all := descendants(pid)
			if len(all) == 0 {
				continue
			}
			target = all[s.child%len(all)].pid
		}
		select {
		case <-ended:
			return
		default:
		}
		_ = syscall.Kill(target, s.sig) // it may be gone
		switch {
		case s.sig != syscall.SIGSTOP:
		case s.child < 0:
			time.Sleep(100 * time.Millisecond)
			_ = syscall.Kill(target, syscall.SIGCONT)
		default:
			// A child stopped before its exec holds the thread that starts it (docs/design/faults.md).
			program, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", target))
			if now, ok := look(target); ok && now.starting && filepath.Base(program) == "ftsh" {
				_ = syscall.Kill(target, syscall.SIGCONT)
			}
		}
	}
}

// look looks for leftovers in the directory, and for reports.
func (r *result) look(dir string) {
	left, err := os.ReadDir(filepath.Join(dir, "tmp"))
	if err != nil || len(left) > 0 {
		r.problems = append(r.problems, fmt.Sprintf("left in TMPDIR: %v %v", left, err))
	}
	races, _ := filepath.Glob(filepath.Join(dir, "race.*"))
	for _, f := range races {
		text, _ := os.ReadFile(f)
		r.problems = append(r.problems, "race report\n"+string(text))
	}
	text, _ := os.ReadFile(filepath.Join(dir, "stderr"))
	more, _ := os.ReadFile(filepath.Join(dir, "work", "n.err"))
	text = append(text, more...)
	for _, sign := range []string{"panic:", "fatal error:", "\ngoroutine ", "runtime:", "DATA RACE",
		"SIGSEGV", "internal error"} {
		if bytes.Contains(text, []byte(sign)) {
			r.problems = append(r.problems, fmt.Sprintf("%q on standard error", sign))
			break
		}
	}
	if most := 20000; len(text) > most {
		text = append(text[:most:most], "\n[cut]"...)
	}
	r.stderr = string(text)
}

// guardAgainstScripts lets this program survive signals sent by a script to $PPID.
func guardAgainstScripts() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM, syscall.SIGUSR1)
}
