package sim

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// Live configures a real run of an experiment: the clients are processes of Shell running Script.
// The scripts are those in examples/, or others called in the same way; live_scripts.go has their
// arguments. The policy is in FTSH_BACKOFF, so one script serves every discipline.
type Live struct {
	Shell  string // the ftsh to run
	Script string // for fixed and Aloha
	Sense  string // for Ethernet; empty if an experiment has none
	Dir    string // for the files that clients look at
}

// liveFlags are the options for --live.
type liveFlags struct {
	live                 *bool
	shell, script, sense *string
	examples             [2]string // default scripts in examples/
}

// addLiveFlags defines them, with the default examples. script is empty if no example is the
// default, sense if no client looks before an attempt.
func addLiveFlags(f *flag.FlagSet, script, sense string) liveFlags {
	plain := "examples/" + script
	if script == "" {
		plain = "one of its own"
	}
	l := liveFlags{
		f.Bool("live", false, "run it for real: servers on loopback and ftsh processes as clients"),
		f.String("ftsh", "",
			"with --live: the `shell` to run (default: ftsh next to ftsh-sim, else in PATH)"),
		f.String("script", "", "with --live: the `script` of fixed and Aloha clients (default: "+
			plain+", built in)"),
		new(string),
		[2]string{script, sense},
	}
	if sense != "" {
		f.StringVar(l.sense, "sense", "",
			"with --live: the `script` of Ethernet clients (default: examples/"+sense+", built in)")
	}
	return l
}

// check refuses options without effect: options of live runs without --live, and with it those of
// the simulation, except the common ones and the ones named.
func (l liveFlags) check(f *flag.FlagSet, also ...string) (err error) {
	f.Visit(func(g *flag.Flag) {
		switch g.Name {
		case "ftsh", "script", "sense":
			if !*l.live {
				err = &usageError{"--" + g.Name + " needs --live"}
			}
		case "live", "out", "seed", "no-plots":
		default:
			if *l.live && !slices.Contains(also, g.Name) {
				err = &usageError{"--" + g.Name +
					" has no effect with --live"}
			}
		}
	})
	return err
}

// open checks the paths in the flags, and makes the directory shared by the clients of an
// experiment.
func (l liveFlags) open(experiment string) (Live, func(), error) {
	shell, err := findShell(*l.shell)
	if err != nil {
		return Live{}, nil, err
	}
	live := Live{Shell: shell, Script: *l.script, Sense: *l.sense}
	for _, path := range []*string{&live.Shell, &live.Script, &live.Sense} {
		if *path == "" {
			continue // built in
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
	// Remains are small, and in $TMPDIR.
	done := func() { _ = os.RemoveAll(live.Dir) }
	err = live.example(&live.Script, l.examples[0])
	if err == nil {
		err = live.example(&live.Sense, l.examples[1])
	}
	if err == nil {
		err = live.install(experiment)
	}
	if err != nil {
		done()
		return Live{}, nil, err
	}
	return live, done, nil
}

// findShell finds the shell for the clients.
func findShell(name string) (string, error) {
	if name != "" {
		return exec.LookPath(name)
	}
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), "ftsh")); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("ftsh")
	if err != nil {
		return "", errors.New("expected an ftsh next to ftsh-sim or in PATH, found none: name one with --ftsh")
	}
	return path, nil
}

// clients prepares the clients of a discipline. The log is off: hundreds of processes would write
// it to one terminal.
func (l Live) clients(d Discipline, words string, count int) liveClients {
	script := l.Script
	if d.Sense && l.Sense != "" {
		script = l.Sense
	}
	return liveClients{shell: l.Shell, script: script, count: count,
		env:    []string{"FTSH_BACKOFF=" + words, "FTSH_LOG_LEVEL=0"},
		failed: scriptBroken}
}

// liveDisciplines returns the three disciplines with their policies also in words, for
// FTSH_BACKOFF.
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

// timed runs f for the time d. Reaching its end is not an error.
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
