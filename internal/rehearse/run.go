package rehearse

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/inject"
	"ftsh/internal/tracefile"
	"ftsh/internal/virtual"
)

// A Job is a script to rehearse.
type Job struct {
	Options
	Program string   // the file of ftsh
	Args    []string // the command line of a run, without the name
	Text    string   // of the script
	Bash    bool     // read in the dialect of bash from the first line
	Posix   bool     // without blocks
	Script  string   // the script as the shell has it, and
	Shown   string   // as the user has written it
	Env     []string
	Stdin   []byte
	Dir     string   // the working directory
	Words   []string // the command line after the options, to be repeated by the user
}

// An outcome is the result of a run.
type outcome struct {
	faults  []inject.Spot
	status  int
	over    bool // ended by this program: it took too long
	out     []byte
	errs    string // the last line of standard error or, without one, of the log
	stderr  string // the last line of standard error
	records []inject.Record
	files   files
	left    []string // processes left
	trace   *tracefile.Run
	// decisions are wrong ones of its blocks, in words.
	decisions []string
	checked   string   // the output of the check, if it failed
	failed    bool     // the check failed
	rerun     bool     // it follows a failed run in the same directory
	again     *outcome // the script run once more, without a fault; nil: it was not
}

// crashed reports whether the shell was killed in the run.
func (o *outcome) crashed() bool {
	return slices.ContainsFunc(o.faults, func(s inject.Spot) bool { return s.Fault.Shell() })
}

// stuck returns why the run could not go on.
func (o *outcome) stuck() string {
	for i := range o.records {
		if o.records[i].Stuck != "" {
			return o.records[i].Stuck
		}
	}
	return ""
}

// A stage is where a run takes place.
type stage struct {
	ctx  context.Context
	job  *Job
	dir  string // of its own
	most time.Duration
}

func (s *stage) control() string { return filepath.Join(s.dir, "control") }
func (s *stage) work() string    { return filepath.Join(s.dir, "work") }

// prepare makes the directories of a run.
func (s *stage) prepare() error {
	for _, d := range []string{"control", "tmp", "state", "work"} {
		if err := os.MkdirAll(filepath.Join(s.dir, d), 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(s.control(), "stdin"), s.job.Stdin, 0o600); err != nil {
		return err
	}
	if s.job.Copy {
		if err := copyTree(s.job.Dir, s.work()); err != nil {
			return err
		}
	}
	return virtual.Create(filepath.Join(s.control(), inject.ClockFile))
}

// run runs the script, under a plan.
func (s *stage) run(faults []inject.Spot, reaches int) (*outcome, error) {
	plan := &inject.Plan{Script: s.job.Script, Shown: s.job.Shown, Seed: s.job.Seed, Most: reaches,
		Faults: faults}
	if err := plan.Write(s.control()); err != nil {
		return nil, err
	}
	for _, f := range []string{inject.RecordFile, "trace"} {
		_ = os.Remove(filepath.Join(s.control(), f))
	}
	if err := os.MkdirAll(s.work(), 0o700); err != nil { // the run before may have removed it
		return nil, err
	}
	stdin, err := os.Open(filepath.Join(s.control(), "stdin"))
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	o := &outcome{faults: faults}
	out, err := os.Create(filepath.Join(s.control(), "stdout"))
	if err != nil {
		return nil, err
	}
	defer out.Close()
	errs, err := os.Create(filepath.Join(s.control(), "stderr"))
	if err != nil {
		return nil, err
	}
	defer errs.Close()
	cmd := exec.CommandContext(s.ctx, s.job.Program)
	cmd.Args = append([]string{"ftsh"}, s.job.Args...)
	cmd.Dir, cmd.Env = s.work(), s.env()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, out, errs // files: no wait for processes holding them
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limit := time.AfterFunc(s.most, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	o.over = !limit.Stop()
	o.left = s.clean()
	if err := s.ctx.Err(); err != nil {
		return nil, err // a script that does not end has left a trace too long to read now
	}
	if o.status = cmd.ProcessState.ExitCode(); o.status < 0 {
		ws, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		o.status = 128 + int(ws.Signal())
	}
	o.out = begin(out)
	o.stderr = s.tidy(lastLine(begin(errs)))
	if o.errs = o.stderr; o.errs == "" {
		log, _ := os.ReadFile(filepath.Join(s.control(), "log"))
		o.errs = s.tidy(lastLine(log))
	}
	return o, s.collect(o)
}

// collect reads the results of the run.
func (s *stage) collect(o *outcome) (err error) {
	if o.records, err = inject.Records(s.control()); err != nil {
		return err
	}
	if o.files, err = look(s.work()); err != nil {
		return err
	}
	if o.over { // its trace may be larger than the memory
		return nil
	}
	if f, err := os.Open(filepath.Join(s.control(), "trace")); err == nil {
		o.trace, _ = tracefile.Read(f)
		f.Close()
	}
	if s.job.Check == "" {
		return nil
	}
	check := exec.Command("/bin/sh", "-c", s.job.Check)
	check.Dir, check.Env = s.work(), append(s.env(), inject.Variable+"=")
	said, err := check.CombinedOutput()
	if o.failed = err != nil; o.failed {
		line, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
		o.checked = line
	}
	return nil
}

// env returns the environment of a run.
func (s *stage) env() []string {
	drop := map[string]bool{inject.Variable: true, tracefile.Variable: true, "TMPDIR": true,
		"FTSH_STATE_DIR": true, "FTSH_LOG_FILE": true, "FTSH_JOURNAL_DIR": true, "PWD": true, "OLDPWD": true,
		"TRACEPARENT": true, "FTSH_TREE": true}
	path, env := "", []string(nil)
	if !slices.ContainsFunc(s.job.Env, func(e string) bool { return strings.HasPrefix(e, killTimeout+"=") }) {
		env = append(env, killTimeout+"=1s")
	}
	for _, e := range s.job.Env {
		name, value, _ := strings.Cut(e, "=")
		if name == "PATH" {
			path = value
		} else if !drop[name] {
			env = append(env, e)
		}
	}
	return append(env,
		"PATH="+strings.Join(append(append([]string(nil), s.job.Stubs...), path), ":"),
		inject.Variable+"="+s.control(), tracefile.Variable+"="+filepath.Join(s.control(), "trace"),
		"TMPDIR="+filepath.Join(s.dir, "tmp"), "FTSH_STATE_DIR="+filepath.Join(s.dir, "state"),
		"FTSH_JOURNAL_DIR="+filepath.Join(s.dir, "state"), "PWD="+s.work(),
		"FTSH_LOG_FILE="+filepath.Join(s.control(), "log"))
}

// killTimeout names the time until SIGKILL. A program deaf to SIGTERM is waited for by the real clock.
const killTimeout = "FTSH_KILL_TIMEOUT"

// said returns the last message of the run, to be put after its status.
func (o *outcome) said() string {
	if o.errs == "" {
		return ""
	}
	return ": " + o.errs
}

// lastLine returns the last line of a text, of a record without its time and process.
func lastLine(text []byte) string {
	text = bytes.TrimSpace(text)
	line := string(text[bytes.LastIndexByte(text, '\n')+1:])
	if strings.Trim(line, " ^~") == "" { // the excerpt of a syntax error
		first, _, _ := bytes.Cut(text, []byte("\n"))
		line = string(first)
	}
	if _, rest, ok := strings.Cut(line, "] "); ok && len(line) > 4 && line[4] == '-' {
		return rest
	}
	return line
}

// tidy takes the paths of the run out of a text.
func (s *stage) tidy(text string) string {
	return strings.NewReplacer(s.job.Script, s.job.Shown, s.work(), ".", s.dir, "").Replace(text)
}

// kept is how much of the output of a run is looked at.
const kept = 1 << 20

// begin returns the beginning of a written file.
func begin(f *os.File) []byte {
	text := make([]byte, kept)
	n, _ := f.ReadAt(text, 0)
	return text[:n]
}
