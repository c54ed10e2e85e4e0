package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/cron"
	"ftsh/internal/eventlog"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/interp/event"
)

// runCron runs the script or command as a job.
func (inv *invocation) runCron(name string, env []string) int {
	env, err := inv.withFirstLine(env)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(name), err)
		return flow.StatusUsage
	}
	if inv.log.trace != "" && inv.cronJob.set.TraceDir != "" {
		fmt.Fprintf(os.Stderr, "%s: --trace and --trace-dir: expected one of them\n", filepath.Base(name))
		return flow.StatusUsage
	}
	inv.warnOfStray(name, "job", func(option string) bool { return option == "cron" || cron.Takes(option) })
	job := &cron.Job{
		Options: inv.cronJob.set, Program: self, Name: name, Args: inv.brittleJob(),
		Command: inv.command, Brittle: !inv.dialect.posix,
		Env: absolutePaths(env), KillTimeout: inv.killTimeout,
	}
	if inv.stopTimeout == 0 && proc.First() {
		job.KillTimeout = standalone.DefaultStopTimeout // a container's manager waits no longer
	}
	if job.Program == "" {
		path, err := os.Executable()
		if err != nil {
			path = "/proc/self/exe"
		}
		job.Program = path
	}
	if !inv.hasCommand {
		job.Script = cron.ScriptPath(inv.file, os.Getenv("PATH"))
	}
	status, ended := cron.Run(job)
	if ended != 0 {
		sig.Die(ended)
	}
	return status
}

// withFirstLine obeys the options in the first line of the script of --cron, and returns the
// environment with that of their --env-file. The script itself reads a line that names bash.
func (inv *invocation) withFirstLine(env []string) ([]string, error) {
	if inv.file == "" {
		return env, nil
	}
	text, err := os.ReadFile(cron.ScriptPath(inv.file, os.Getenv("PATH")))
	if err != nil || bashism.FirstLine(string(text)).Program != "ftsh" {
		return env, nil // the job reports that it cannot be read
	}
	before := inv.cronJob.set.EnvFile
	if err := inv.followFirstLine(inv.file, string(text), env); err != nil ||
		inv.cronJob.set.EnvFile == before {
		return env, err
	}
	more, err := cron.EnvFile(inv.cronJob.set.EnvFile)
	if err != nil {
		return nil, err
	}
	return cron.WithEnv(env, more), nil
}

// brittleJob returns the job's command line. It makes the script brittle from its first line: the
// next step must not follow a failed one and end in success. The options of the command line, and
// of the script, may override this, and a script for sh -o posix is not brittle.
func (inv *invocation) brittleJob() []string {
	job := []string{"--cron-job"}
	if !inv.dialect.posix {
		job = append(job, "-o", "brittle")
	}
	return append(job, inv.line.job...)
}

// warnOfStray warns of an option after the script that goes to what: most likely by mistake.
func (inv *invocation) warnOfStray(name, what string, takes func(option string) bool) {
	if option := inv.strayOption(takes); option != "" {
		fmt.Fprintf(os.Stderr, "%[1]s: warning: %[2]s after the script goes to the %[3]s: write it before the "+
			"script, or write -- before the script if the %[3]s needs it\n", filepath.Base(name), option, what)
	}
}

// strayOption returns a word after the script that looks like an option before it. It returns "" if
// there is none, or if a -- on the command line gives the words to the script.
func (inv *invocation) strayOption(takes func(option string) bool) string {
	args, operands := inv.args, 1+len(inv.args)
	if inv.hasCommand && inv.zero != "" {
		args = append([]string{inv.zero}, args...)
		operands++
	}
	if n := len(inv.line.job) - operands; n > 0 && inv.line.job[n-1] == "--" {
		return ""
	}
	for _, a := range args {
		option, _, _ := strings.Cut(a, "=")
		if long, ok := strings.CutPrefix(option, "--"); ok && takes(long) {
			return option
		}
	}
	return ""
}

// withEnvFile parses the command line once more, in the environment made by the file of --env-file.
func (inv *invocation) withEnvFile(args, env []string) (*invocation, []string, error) {
	more, err := cron.EnvFile(inv.cronJob.set.EnvFile)
	if err != nil {
		return nil, nil, err
	}
	env = cron.WithEnv(env, more)
	inv, err = parse(args, env)
	return inv, env, err
}

// events returns the receiver of the shell's events, and the minimum level for it. The receiver is
// the log and, in a job of --cron, the job's summary, in place of standard error.
func (inv *invocation) events(env []string, log *eventlog.Log) (to func(event.Event),
	atLeast event.Level, close func()) {
	records := cron.OpenRecords(env)
	if records == nil {
		return log.Event, event.LevelNone, func() {}
	}
	return func(e event.Event) {
		records.Event(e)
		if inv.log.file != "" && !e.Unasked {
			log.Event(e)
		}
	}, cron.Level, records.Close
}
