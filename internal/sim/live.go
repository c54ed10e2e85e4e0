package sim

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Live says how an experiment is run for real: the clients are processes of Shell that run Script.
// The scripts are those in examples/, or others that are called in the same way; what
// they are given is in live_scripts.go. The policy is in FTSH_BACKOFF, so that one script serves every
// discipline.
type Live struct {
	Shell  string // the ftsh to run
	Script string // for fixed and Aloha
	Sense  string // for Ethernet; empty: scripts/probe.ftsh
	Dir    string // for the files that clients look at
}

// liveFlags are the options that --live brings.
type liveFlags struct {
	live                 *bool
	shell, script, sense *string
}

func addLiveFlags(f *flag.FlagSet, script, sense string) liveFlags {
	return liveFlags{
		f.Bool("live", false, "run it for real: servers on loopback and ftsh processes as clients"),
		f.String("ftsh", "bin/ftsh", "with --live: the `shell` to run"),
		f.String("script", script, "with --live: the `script` of fixed and Aloha clients"),
		f.String("sense", sense, "with --live: the `script` of Ethernet clients"),
	}
}

// open checks what the flags name, and makes the directory that the clients share.
func (l liveFlags) open() (Live, func(), error) {
	shell, err := exec.LookPath(*l.shell)
	if err != nil {
		return Live{}, nil, err
	}
	live := Live{Shell: shell, Script: *l.script, Sense: *l.sense}
	for _, path := range []*string{&live.Shell, &live.Script, &live.Sense} {
		if *path == "" {
			continue // an experiment without carrier sense
		}
		if _, err := os.Stat(*path); err != nil {
			return Live{}, nil, err
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return Live{}, nil, err
		}
	}
	if live.Dir, err = os.MkdirTemp("", "ftsh-sim-"); err != nil {
		return Live{}, nil, err
	}
	done := func() { _ = os.RemoveAll(live.Dir) } // what stays behind there is small, and in $TMPDIR
	if err := live.install(); err != nil {
		done()
		return Live{}, nil, err
	}
	return live, done, nil
}

// clients prepares the clients of a discipline. The log is off: hundreds of processes would
// write it to one terminal.
func (l Live) clients(d Discipline, words string, count int) liveClients {
	script := l.Script
	if d.Sense && l.Sense != "" {
		script = l.Sense
	}
	return liveClients{shell: l.Shell, script: script, count: count, env: []string{"FTSH_BACKOFF=" + words, "FTSH_LOG_LEVEL=0"},
		failed: scriptBroken}
}

// liveDisciplines are the three disciplines with their policies also in words, for FTSH_BACKOFF.
func liveDisciplines(fixed, aloha, ethernet string) ([]Discipline, []string, error) {
	words := []string{fixed, aloha, ethernet}
	specs, err := parsePolicies(words)
	if err != nil {
		return nil, nil, err
	}
	return []Discipline{
		{"fixed", specs[0].Policy(), false},
		{"Aloha", specs[1].Policy(), false},
		{"Ethernet", specs[2].Policy(), true},
	}, words, nil
}

// timed runs f with an end, which is not an error.
func timed(ctx context.Context, d time.Duration, f func(ctx context.Context) error) error {
	inner, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	err := f(inner)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
