// Command bench runs the same scripts under ftsh and the other installed shells, in turn within one
// run. It prints medians and their ratios to dash as a Markdown table, with peak memory in the last
// row.
//
// A row is a workload: a script and its input. Its output must be the same under every shell, or
// the row names the shells with another output: a wrong shell is not fast. Time is the time of the
// whole process, from start to reaping. Interleaving makes the ratios hold on a machine with other
// users; absolute times are worth little.
//
// With -cpu the table has the processor time (user and system) of the shell and the processes it has
// waited for.
//
// With -growth it measures instead how the processor time of ftsh grows with the size of each row.
//
// With -latency it measures instead how late blocks end after their deadline, over many kinds of
// waiting, and the cost of an attempt.
//
// With -profile it measures nothing, and writes a profile of the rows for the compiler.
//
// Usage:
//
//	go run ./bench [-ftsh bin/ftsh] [-rows a,b] [-shells a,b] [-runs 7] [-scale 1] [-cpu]
//	go run ./bench -growth [-rows a,b] [-runs 7]
//	go run ./bench -profile file [-rows a,b] [-each 4s]
//	go run ./bench -latency [-rounds 100] [-idle 4000] [-scale 1]
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	ftsh := fs.String("ftsh", "bin/ftsh", "the ftsh to measure; empty for none")
	rowList := fs.String("rows", "", "only these rows, comma-separated (-list names them)")
	shellList := fs.String("shells", "", "only these shells and dash, comma-separated")
	runs := fs.Int("runs", 7, "samples for each row and shell")
	scale := fs.Float64("scale", 1, "size of the workloads, as a factor")
	listRows := fs.Bool("list", false, "print the names of the rows")
	show := fs.String("show", "", "print the script of this row")
	cpu := fs.Bool("cpu", false, "compare processor time, not the time from start to end")
	growing := fs.Bool("growth", false, "instead: how time grows with the size of each row")
	late := fs.Bool("latency", false,
		"instead: how late blocks end after their deadline, what an attempt costs")
	rounds := fs.Int("rounds", 100, "with -latency: blocks for each kind of waiting")
	idle := fs.Int("idle", 4000, "with -latency: idle processes beside, in the second half")
	profiles := fs.String("profile", "", "instead: write a profile for the compiler to this file")
	each := fs.Duration("each", 4*time.Second, "with -profile: processor time for each row")
	check := fs.Bool("check", false, "fail if a goal is missed")
	if err := fs.Parse(args); err != nil {
		return err
	}
	rows := workloads(*scale)
	switch {
	case *listRows:
		for _, w := range rows {
			fmt.Printf("%-10s %s\n", w.name, w.title)
		}
		return nil
	case *show != "":
		for _, w := range rows {
			if w.name == *show {
				fmt.Print(w.script)
			}
		}
		return nil
	}
	rows, err := choose(rows, *rowList)
	if err != nil {
		return err
	}
	if *late || *growing {
		*shellList = "ftsh"
	}
	dir, err := os.MkdirTemp("", "ftsh-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *profiles != "" {
		return profile(dir, rows, *each, *profiles)
	}
	shells, err := installed(*ftsh, *shellList)
	if err != nil {
		return err
	}
	if err := installCopy(shells, dir); err != nil {
		return err
	}
	if err := linkShells(shells, dir); err != nil {
		return err
	}
	var missed verdict
	switch {
	case *late:
		missed, err = latency(shells, dir, *rounds, *idle, *scale)
	case *growing:
		missed, err = grow(shells[len(shells)-1], dir, rows, *runs, *scale)
	default:
		missed, err = compare(shells, dir, rows, *runs, *cpu)
	}
	if err != nil {
		return err
	}
	fmt.Print(missed.text)
	if *check && missed.count > 0 {
		return fmt.Errorf("%d goals missed", missed.count)
	}
	return nil
}

// compare prints the table of all rows, and checks their goals.
func compare(shells []shell, dir string, rows []workload, runs int, cpu bool) (verdict,
	error) {
	results, err := measure(dir, rows, shells, runs, cpu)
	if err != nil {
		return verdict{}, err
	}
	fmt.Print(table(results, shells))
	return goals(results), nil
}

// installCopy makes ftsh run from a copy, like an installed program. A file just written by a
// linker is in the page cache page by page, an installed file in larger pieces, as are the other
// shells: starting takes a tenth less.
func installCopy(shells []shell, dir string) error {
	for i, s := range shells {
		if s.name != "ftsh" {
			continue
		}
		program, err := os.ReadFile(s.argv[0])
		if err != nil {
			return err
		}
		shells[i].argv = []string{filepath.Join(dir, "ftsh")}
		if err := os.WriteFile(shells[i].argv[0], program, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// linkShells makes a link sh to each shell, in a directory of its own.
func linkShells(shells []shell, dir string) error {
	for i, s := range shells {
		own := filepath.Join(dir, "sh-"+strings.Fields(s.name)[0])
		if err := os.Mkdir(own, 0o755); err != nil {
			return err
		}
		shells[i].sh = filepath.Join(own, "sh")
		if err := os.Symlink(s.argv[0], shells[i].sh); err != nil {
			return err
		}
	}
	return nil
}

// choose keeps the rows named in a comma-separated list.
func choose(rows []workload, list string) ([]workload, error) {
	if list == "" {
		return rows, nil
	}
	var out []workload
	for _, name := range strings.Split(list, ",") {
		found := false
		for _, w := range rows {
			if w.name == name {
				out, found = append(out, w), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no row %q", name)
		}
	}
	return out, nil
}

// A shell is one column.
type shell struct {
	name string
	argv []string
	sh   string   // a link sh to it, as which it is a standard shell: $CONFIG_SHELL of scripts
	env  []string // added to its environment
}

// installed finds the shells to compare. dash, the reference, must be among them, and comes first.
func installed(ftsh, only string) ([]shell, error) {
	all := []shell{
		{name: "dash", argv: []string{"dash"}},
		{name: "ftsh", argv: []string{ftsh}},
		{name: "bash --posix", argv: []string{"bash", "--posix"}},
		{name: "busybox sh", argv: []string{"busybox", "sh"}},
		{name: "mksh", argv: []string{"mksh"}},
		{name: "ksh", argv: []string{"ksh93"}},
		{name: "zsh (sh)", argv: []string{"zsh", "--emulate", "sh"}},
		{name: "yash", argv: []string{"yash"}},
	}
	wanted := func(name string) bool {
		if only == "" || name == "dash" {
			return true
		}
		for _, o := range strings.Split(only, ",") {
			if first, _, _ := strings.Cut(name, " "); o == first {
				return true
			}
		}
		return false
	}
	var out []shell
	for _, s := range all {
		if s.argv[0] == "" || !wanted(s.name) {
			continue
		}
		path, err := exec.LookPath(s.argv[0])
		switch {
		case err == nil:
		case s.name == "dash" || s.name == "ftsh":
			return nil, fmt.Errorf("%s: %w", s.name, err)
		default:
			continue
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		out = append(out, shell{name: s.name, argv: append([]string{path}, s.argv[1:]...)})
	}
	return out, nil
}
