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
	"ftsh/interp"
)

// runCron runs the script or command as a job.
func (inv *invocation) runCron(name string, env []string) int {
	if option := inv.strayOption(); option != "" {
		fmt.Fprintf(os.Stderr, "%[1]s: warning: %[2]s is an argument of the job here: put it before the script, or -- if it is the job's\n", filepath.Base(name), option)
	}
	job := &cron.Job{
		Options: inv.cronSet, Program: self, Name: name, Args: inv.brittleJob(), Command: inv.command, Brittle: !inv.posix,
		Env: absoluteLog(env), KillTimeout: inv.killTimeout,
	}
	if inv.stopTimeout == 0 && proc.First() {
		job.KillTimeout = interp.DefaultStopTimeout // who stops a container waits no longer
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

// brittleJob is the job's command line, by which its script is brittle from its first line: a step that
// failed must not be followed by the next one, and by success. The options of the command line, and the
// script's, may say otherwise; those of a script for sh -o posix do.
func (inv *invocation) brittleJob() []string {
	if inv.posix {
		return inv.job
	}
	return append([]string{"-o", "brittle"}, inv.job...)
}

// strayOption is a word behind the job that looks like an option of --cron; "": there is none, or the command line says
// with -- that it is the job's.
func (inv *invocation) strayOption() string {
	args, operands := inv.args, 1+len(inv.args)
	if inv.hasCommand && inv.zero != "" {
		args = append([]string{inv.zero}, args...)
		operands++
	}
	if n := len(inv.job) - operands; n > 0 && inv.job[n-1] == "--" {
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

// withEnvFile is the command line once more, in the environment that the file of --env-file makes.
func (inv *invocation) withEnvFile(args, env []string) (*invocation, []string, error) {
	more, err := cron.EnvFile(inv.cronSet.EnvFile)
	if err != nil {
		return nil, nil, err
	}
	env = cron.WithEnv(env, more)
	inv, err = parse(args, env)
	return inv, env, err
}

// events is who gets the shell's events, and up to which level at least: the log, and in a job of
// --cron its summary, which has what would go to standard error.
func (inv *invocation) events(env []string, log *eventlog.Log) (to func(interp.Event), atLeast interp.Level, close func()) {
	records := cron.OpenRecords(env)
	if records == nil {
		return log.Event, interp.LevelNone, func() {}
	}
	return func(e interp.Event) {
		records.Event(e)
		if inv.logFile != "" && !e.Unasked {
			log.Event(e)
		}
	}, cron.Level, records.Close
}
