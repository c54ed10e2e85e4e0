package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ftsh/internal/cron"
	"ftsh/internal/eventlog"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/interp/event"
)

// runCron runs the script or command as a job.
func (inv *invocation) runCron(name string, env []string) int {
	if option := inv.strayOption(); option != "" {
		fmt.Fprintf(os.Stderr, "%[1]s: warning: %[2]s after the script goes to the job: write it before the "+
			"script, or write -- before the script if the job needs it\n", filepath.Base(name), option)
	}
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

// brittleJob returns the job's command line. It makes the script brittle from its first line: the
// next step must not follow a failed one and end in success. The options of the command line, and
// of the script, may override this, and a script for sh -o posix is not brittle.
func (inv *invocation) brittleJob() []string {
	if inv.dialect.posix {
		return inv.line.job
	}
	return append([]string{"-o", "brittle"}, inv.line.job...)
}

// strayOption returns a word after the job that looks like an option of --cron. It returns "" if
// there is none, or if a -- on the command line gives the words to the job.
func (inv *invocation) strayOption() string {
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
		if long, ok := strings.CutPrefix(option, "--"); ok && (long == "cron" || cron.Takes(long)) {
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
