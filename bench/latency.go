package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	// deadline is the deadline of the blocks measured for lateness.
	deadline = 50 * time.Millisecond
	// latest is the goal for the 99th percentile.
	latest = 10 * time.Millisecond
	// attemptCost and failureCost are the goals for an attempt: of `:`, and of a failing program as
	// a ratio to the same in dash, without a block.
	attemptCost = 2 * time.Microsecond
	failureCost = 1.2
)

// A wait is a block's body without an end of its own.
type wait struct{ name, body string }

// waits returns the kinds of waiting. All their processes die of SIGTERM at once, so the lateness
// is ftsh's, and the kernel's.
func waits() []wait {
	return []wait{
		{"program", "sleep 1000"},
		{"program in a subshell", "(sleep 1000; :)"},
		{"program in a function", "f() { sleep 1000; }; f"},
		{"tree of programs", "sh -c 'sh -c \"sleep 1000; :\"; :'"},
		{"program in a session of its own", "setsid -w sleep 1000"},
		{"loop of programs", "while :; do /bin/true; done"},
		{"busy loop", "while :; do :; done"},
		{"trap action that loops", "trap 'while :; do :; done' USR1; kill -USR1 $$"},
		{"read of a fifo", "read x <>fifo"},
		{"read of a pipe", "sleep 1000 | read x"},
		{"read of an endless line", "read -r x </dev/zero"},
		{"open of a fifo to read", ": <fifo"},
		{"open of a fifo to write", ": >fifo"},
		{"write to a full pipe", "while :; do echo line; done | sleep 1000"},
		{"here-documents into a full pipe", "while :; do cat <<E; done | sleep 1000\n$document\nE"},
		{"wait for all jobs", "sleep 1000 & wait"},
		{"wait for a list", "{ sleep 1000; :; } & wait $!"},
		{"wait for a stopped job", "sleep 1000 & kill -STOP $!; wait"},
		{"pipeline of programs", "yes | sleep 1000 | cat"},
		{"substitution", "x=$(sleep 1000)"},
		{"blocks in blocks", "try for 1h; try 3 times; sleep 1000; end; end"},
		{"forany", "forany w in a b; sleep 1000; end"},
		{"forall of 10 programs", "forall w in 1 2 3 4 5 6 7 8 9 10; sleep 1000; end"},
		{"forall of 10 fifos", "forall w in 1 2 3 4 5 6 7 8 9 10; : <fifo; end"},
	}
}

// latency prints how late blocks end after their deadline, in an idle process table and with many
// idle processes, and the cost of an attempt; and the goals.
func latency(shells []shell, dir string, rounds, idle int, scale float64) (verdict, error) {
	var v verdict
	var b strings.Builder
	dash, ftsh := shells[0].argv, shells[1].argv
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		return v, err
	}
	fmt.Printf("| waits in | p50 | p99 | p50, %d idle processes | p99 |\n|---|---|---|---|---|\n",
		idle)
	// The lateness of the machine itself, also under other load: no goal.
	control := func() ([]time.Duration, error) {
		return lateness(dash, dir, fmt.Sprintf("sleep %g; echo 124", deadline.Seconds()), rounds)
	}
	machine, err := control()
	if err != nil {
		return v, err
	}
	quiet := map[string][]time.Duration{}
	for _, w := range waits() {
		late, err := lateness(ftsh, dir, w.block(), rounds)
		if err != nil {
			return v, err
		}
		quiet[w.name] = late
	}
	end, err := crowd(idle)
	if err != nil {
		return v, err
	}
	defer end()
	row := func(name string, a, c []time.Duration) {
		fmt.Printf("| %s | %s | %s | %s | %s |\n", name, ms(percentile(a, 50)),
			ms(percentile(a, 99)), ms(percentile(c, 50)), ms(percentile(c, 99)))
	}
	crowded, err := control()
	if err != nil {
		return v, err
	}
	row("(dash: `sleep 0.05`)", machine, crowded)
	held := 0
	for _, w := range waits() {
		crowded, err := lateness(ftsh, dir, w.block(), rounds)
		if err != nil {
			return v, err
		}
		row(w.name, quiet[w.name], crowded)
		if worst := max(percentile(quiet[w.name], 99), percentile(crowded, 99)); worst > latest {
			v.count++
			fmt.Fprintf(&b, "- missed: %s: %s late, goal at most %s\n", w.name, ms(worst),
				ms(latest))
		} else {
			held++
		}
	}
	end()
	attempt, failing, err := costs(dash, ftsh, dir, scale)
	if err != nil {
		return v, err
	}
	fmt.Printf("\nAn attempt of `:` costs %v, one of /bin/false %s of dash's loop over it.\n",
		attempt, ratio(failing))
	for _, g := range []struct {
		missed bool
		text   string
	}{
		{attempt > attemptCost, fmt.Sprintf("an attempt of `:`: %v, goal at most %v", attempt,
			attemptCost)},
		{failing > failureCost, fmt.Sprintf("an attempt of a failing program: %s, goal at most %s",
			ratio(failing), ratio(failureCost))},
	} {
		if g.missed {
			v.count++
			fmt.Fprintf(&b, "- missed: %s\n", g.text)
		} else {
			held++
		}
	}
	v.text = fmt.Sprintf("\nGoals of ftsh: %d held, %d missed.\n%s", held, v.count, b.String())
	return v, nil
}

// block returns the measured block with the printing of its status.
func (w wait) block() string {
	return fmt.Sprintf("try for %v\n%s\nend\necho $?", deadline, w.body)
}

// lateness runs a script over and over in one shell, which writes a line before each run; the
// script writes one at its end. It returns the time of each run beyond the deadline, without the
// first run.
func lateness(shell []string, dir, text string, rounds int) ([]time.Duration, error) {
	script := "document=$(seq 2000)\n" + loop(rounds+1, "echo\n"+text)
	cmd := exec.Command(shell[0], append(slices.Clone(shell[1:]), "-c", script)...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=" + dir, "FTSH_LOG_LEVEL=0"}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = cmd.Wait() }()
	var late []time.Duration
	lines := bufio.NewReader(stdout)
	for i := range rounds + 1 {
		if _, err := lines.ReadString('\n'); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		start := time.Now()
		status, err := lines.ReadString('\n')
		if took := time.Since(start); i > 0 {
			late = append(late, took-deadline)
		}
		if err != nil || status != "124\n" {
			_ = cmd.Process.Kill()
			return nil, fmt.Errorf("%s: status %q instead of that of a deadline: %v", text, status,
				err)
		}
	}
	_, err = io.Copy(io.Discard, lines)
	return late, err
}

// crowd starts idle processes, waiting for a line from a pipe. None of them executes a program:
// this could still go on when all have been started. end, which may be called twice, ends them.
func crowd(n int) (end func(), err error) {
	script := fmt.Sprintf("exec 3<&0; i=0; while [ $i -lt %d ]; do read line <&3 & i=$((i+1)); done; echo; wait", n)
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := cmd.StdinPipe(); err != nil { // closed by Wait
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, err = bufio.NewReader(stdout).ReadString('\n')
	ended := false
	end = func() {
		if !ended {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			_ = cmd.Wait()
			ended = true
		}
	}
	if err != nil {
		end()
	}
	return end, err
}

// costs returns the costs of one attempt: of `:`, in processor time beyond the loop around it, and
// of a failing program, as a ratio of times to a loop of dash.
func costs(dash, ftsh []string, dir string, scale float64) (attempt time.Duration, failing float64,
	err error) {
	const runs = 7
	many, programs := max(1, int(200000*scale)), max(1, int(1000*scale))
	scripts := []struct {
		argv []string
		text string
	}{
		{ftsh, loop(many, ":")},
		{ftsh, loop(many, "try 2 times; :; end")},
		{dash, loop(programs, "/bin/false")},
		{ftsh, fmt.Sprintf("try %d times every 0s; /bin/false; end; :", programs)},
	}
	took := make([][]time.Duration, len(scripts))
	for range runs + 1 { // the first warms caches, and is the slowest
		for i, s := range scripts {
			cmd := exec.Command(s.argv[0], append(slices.Clone(s.argv[1:]), "-c", s.text)...)
			cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "FTSH_LOG_LEVEL=0",
				"TMPDIR=" + dir}
			cmd.Stderr = os.Stderr
			start := time.Now()
			if err := cmd.Run(); err != nil {
				return 0, 0, fmt.Errorf("%.40q: %w", s.text, err)
			}
			t := time.Since(start)
			if i < 2 {
				t = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			}
			took[i] = append(took[i], t)
		}
	}
	median := func(i int) time.Duration { return percentile(took[i], 50) }
	return (median(1) - median(0)) / time.Duration(many), float64(median(3)) / float64(median(2)),
		nil
}

func percentile(samples []time.Duration, p int) time.Duration {
	s := slices.Sorted(slices.Values(samples))
	return s[min(len(s)-1, len(s)*p/100)]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
