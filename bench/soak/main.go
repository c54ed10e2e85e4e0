//go:build linux

// Command soak runs random scripts of nested blocks under an ftsh built with the race detector, on
// a machine made sick: commands fail, deadlines pass, signals reach the shell and its processes,
// descriptors, processes and file sizes run out. After each script nothing may be left: no process,
// no file in $TMPDIR, no report of a race, no traceback. At the same time one shell inside a
// program (package interp) runs such scripts over and over, and must not gather goroutines, threads
// or descriptors.
//
// A script, its limits and its disturbances come from a seed. A failure names the seed: -only SEED
// runs it again, -show SEED prints it. Timing depends on the machine, so a failure may need several
// runs (-only SEED -times 100).
//
// Usage: go run ./bench/soak [-for 30m] [-seed N] [-jobs 6] [-only SEED [-times N]] [-show SEED]
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// A config is the command line.
type config struct {
	span     time.Duration
	seed     uint64
	jobs     int
	only     string
	times    int
	worker   int    // number of this worker; 0 in the main program
	ftsh     string // of a worker
	embedded bool   // the worker with the shell inside
}

func run(args []string) error {
	var c config
	fs := flag.NewFlagSet("soak", flag.ContinueOnError)
	fs.DurationVar(&c.span, "for", 10*time.Minute, "how long")
	fs.Uint64Var(&c.seed, "seed", 1, "the first seed")
	fs.IntVar(&c.jobs, "jobs", 6, "scripts at the same time, beside the embedded shell")
	fs.StringVar(&c.only, "only", "", "run the script of this seed alone")
	fs.IntVar(&c.times, "times", 1, "how many times, with -only")
	show := fs.String("show", "", "print the script of this seed and what is done to it")
	fs.IntVar(&c.worker, "worker", 0, "of soak itself: run every such script, from -seed on")
	fs.BoolVar(&c.embedded, "embedded", false, "of soak itself: the shell inside")
	fs.StringVar(&c.ftsh, "ftsh", "", "a program to use instead of building one")
	if err := fs.Parse(args); err != nil {
		return err
	}
	switch {
	case *show != "":
		seed, err := strconv.ParseUint(*show, 10, 64)
		fmt.Print(planOf(seed))
		return err
	case c.embedded:
		return soakEmbedded(c)
	case c.worker > 0:
		return work(c)
	}
	return supervise(c)
}

// supervise builds the programs and starts workers, processes of this program. Each is the reaper
// of the orphans of one script at a time, so leftovers of a script cannot be missed, or taken for
// another's.
func supervise(c config) error {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // an ordinary user needs access, too
		return err
	}
	soak := filepath.Join(dir, "soak")
	if c.ftsh == "" {
		c.ftsh = filepath.Join(dir, "ftsh")
		if err := build(c.ftsh, "./cmd/ftsh",
			"-ldflags=ftsh/cmd/ftsh=-E ftsh/internal/entry.entry"); err != nil {
			return err
		}
	}
	if err := build(soak, "./bench/soak"); err != nil {
		return err
	}
	var workers []*exec.Cmd
	start := func(args ...string) error {
		cmd := exec.Command(soak, append(args, "-for", c.span.String(), "-ftsh", c.ftsh)...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.Env = append(os.Environ(), "TMPDIR="+dir, "GORACE=atexit_sleep_ms=0")
		workers = append(workers, cmd)
		return cmd.Start()
	}
	switch {
	case c.only != "":
		err = start("-worker", "1", "-only", c.only, "-times", strconv.Itoa(c.times))
	default:
		err = start("-embedded", "-seed", strconv.FormatUint(c.seed, 10))
		for i := range c.jobs {
			err = errors.Join(err, start("-worker", strconv.Itoa(c.jobs), "-seed",
				strconv.FormatUint(c.seed+uint64(i), 10)))
		}
	}
	for _, w := range workers {
		if w.Process != nil {
			err = errors.Join(err, w.Wait())
		}
	}
	return err
}

func build(program string, args ...string) error {
	pkg, flags := args[0], args[1:]
	cmd := exec.Command("go", append(append([]string{"build", "-race", "-o", program}, flags...),
		pkg)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// work runs one script after the other until the time is over.
func work(c config) error {
	// A script that signals $PPID may hit this program.
	guardAgainstScripts()
	if err := becomeSubreaper(); err != nil {
		return err
	}
	seed, scripts, failed := c.seed, 0, 0
	if c.only != "" {
		var err error
		if seed, err = strconv.ParseUint(c.only, 10, 64); err != nil {
			return err
		}
	}
	for end := time.Now().Add(c.span); time.Now().Before(end); scripts++ {
		if c.only != "" && scripts == c.times {
			break
		}
		p := planOf(seed)
		r, err := p.run(c.ftsh)
		if err != nil {
			return err
		}
		if len(r.problems) > 0 {
			failed++
			fmt.Printf("==== seed %d: %s (%v after %v)\n%s---- standard error\n%s\n", seed,
				strings.Join(r.problems, "; "),
				r.state, r.took.Round(time.Millisecond), p, r.stderr)
		}
		if c.only == "" {
			seed += uint64(c.worker)
		}
	}
	fmt.Printf("soak: %d scripts, %d failed\n", scripts, failed)
	if failed > 0 {
		return fmt.Errorf("%d scripts failed", failed)
	}
	return nil
}

func becomeSubreaper() error {
	const prSetChildSubreaper = 36
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
		return errno
	}
	return nil
}
