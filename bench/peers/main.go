//go:build linux

// Command peers runs random scripts under ftsh and under other shells, dash, bash --posix, mksh and
// yash, and compares the outcome: standard output, exit status, and the files made. If three of the
// four agree and ftsh does not, it shrinks the script as long as the difference remains, and prints
// it with the output of the shells.
//
// A script comes from a seed: -only SEED runs it again, -show SEED prints it. Intended differences
// are in exceptions.go, each with its reason.
//
// Usage: go run ./bench/peers [-for 10m] [-seed N] [-count N] [-only SEED] [-show SEED] [-bash] [-ftsh PROGRAM]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := compareAll(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// A config is the command line.
type config struct {
	span time.Duration
	seed uint64
	only uint64
	show uint64
	most uint64
	bash bool
	ftsh string
}

// figures summarize the run.
type figures struct {
	scripts, compared, excepted, different int
}

func compareAll(args []string) error {
	var c config
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.DurationVar(&c.span, "for", 10*time.Minute, "how long")
	flags.Uint64Var(&c.seed, "seed", 1, "the first seed")
	flags.Uint64Var(&c.only, "only", 0, "run the script of this seed alone")
	flags.Uint64Var(&c.show, "show", 0, "print the script of this seed")
	flags.Uint64Var(&c.most, "count", 0, "how many scripts at most")
	flags.BoolVar(&c.bash, "bash", false, "scripts in the language of bash, compared with bash")
	flags.StringVar(&c.ftsh, "ftsh", "", "a program to use instead of building one")
	if err := flags.Parse(args); err != nil {
		return err
	}
	m := ofSh()
	if c.bash {
		m = ofBash()
	}
	if c.show > 0 {
		fmt.Print(m.script(c.show))
		return nil
	}
	for _, sh := range m.peers {
		if _, err := exec.LookPath(sh.args[0]); err != nil {
			fmt.Printf("peers: left out, since not all shells are here: %v\n", err)
			return nil
		}
	}
	if c.ftsh == "" {
		dir, err := os.MkdirTemp("", "peers-ftsh-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		c.ftsh = filepath.Join(dir, "ftsh")
		build := exec.Command("go", "build", "-ldflags=ftsh/cmd/ftsh=-E ftsh/internal/entry.entry",
			"-o", c.ftsh, "./cmd/ftsh")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building ftsh: %w\n%s", err, out)
		}
	}
	// A guard against scripts writing in circles; children inherit it.
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE,
		&syscall.Rlimit{Cur: maxFile, Max: maxFile}); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	m.ftsh.args[0] = c.ftsh
	return c.work(ctx, m)
}

// work compares scripts until the time is over.
func (c config) work(ctx context.Context, m *match) error {
	var f figures
	began := time.Now()
	seed := c.seed
	if c.only > 0 {
		seed = c.only
	}
	for ; ; seed++ {
		if err := f.one(ctx, m, seed); err != nil && ctx.Err() == nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if c.only > 0 || uint64(f.scripts) == c.most || time.Since(began) > c.span || ctx.Err() != nil {
			break
		}
	}
	fmt.Printf("peers: %d scripts (seeds %d to %d) in %v, of %d most peers agreed, %d meant differences, %d others\n",
		f.scripts, seed+1-uint64(f.scripts), seed, time.Since(began).Round(time.Second), f.compared,
		f.excepted, f.different)
	if f.different > 0 {
		return fmt.Errorf("%d differences", f.different)
	}
	return nil
}

// one compares the script of a seed.
func (f *figures) one(ctx context.Context, m *match, seed uint64) error {
	tree := m.script(seed)
	f.scripts++
	cmp, err := m.compare(ctx, tree.String())
	if err != nil {
		return err
	}
	if len(cmp.agree) >= m.need {
		f.compared++
	}
	if !m.differs(cmp) {
		return nil
	}
	if m.excepted(tree.String(), cmp) != "" {
		f.excepted++
		return nil
	}
	var last *comparison
	small := shrink(tree, func(n *node) bool {
		c, err := m.compare(ctx, n.String())
		if err != nil || !m.differs(c) || m.excepted(n.String(), c) != "" {
			return false
		}
		last = c
		return true
	})
	if last == nil { // could not be shrunk
		last = cmp
	}
	f.different++
	fmt.Printf("=== seed %d\n%s--- ftsh: %s\n--- %s: %s\n", seed, small, last.ours,
		strings.Join(last.agree, ", "), last.theirs)
	return nil
}
