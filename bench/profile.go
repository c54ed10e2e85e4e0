package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// unprofiled are rows left out of the profile: nearly all of their time passes in other programs,
// or in the kernel. confbash is left out to see the effect of the profile on an unknown script, and
// confhelp since it begins with exec: the timer for samples goes on, and ends the next program.
var unprofiled = []string{"confbash", "confhelp", "confhello", "held", "true", "pipe", "pipelong", "heredoc", "jobs",
	"ltlink", "debfunc", "maint", "through"}

// profile runs each row under ftsh until it has used so much processor time, and writes the samples
// of all rows to file, for the compiler.
func profile(dir string, rows []workload, each time.Duration, file string) error {
	samples := filepath.Join(dir, "samples")
	if err := os.Mkdir(samples, 0o755); err != nil {
		return err
	}
	sh := shell{name: "ftsh", argv: []string{filepath.Join(dir, "profiled")},
		env: []string{"FTSH_PROFILE=" + samples}}
	if err := tool("build", "-o", sh.argv[0], "./bench/profiled"); err != nil {
		return err
	}
	shells := []shell{sh}
	if err := linkShells(shells, dir); err != nil {
		return err
	}
	for _, w := range rows {
		if w.memory || slices.Contains(unprofiled, w.name) {
			continue
		}
		if err := spend(w, shells[0], filepath.Join(dir, w.name), each); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return merge(samples, file)
}

// spend runs w until it has used so much processor time.
func spend(w workload, sh shell, work string, each time.Duration) error {
	if err := w.install(work); err != nil {
		return err
	}
	w.repeat = 1
	n := 0
	for spent := time.Duration(0); spent < each; n++ {
		m, err := sample(w, sh, work)
		if err != nil {
			return err
		}
		spent += time.Duration(m.cpu)
	}
	fmt.Fprintf(os.Stderr, "%s: %d runs\n", w.name, n)
	return os.RemoveAll(work)
}

// merge writes the sum of all samples to file. They have the names of their functions, with the lines
// where those begin, which the compiler needs and a look at the program would not find.
func merge(samples, file string) error {
	names, err := filepath.Glob(filepath.Join(samples, "*.pprof"))
	if err != nil {
		return err
	}
	return tool(append([]string{"tool", "pprof", "-proto", "-symbolize=none", "-output", file}, names...)...)
}

// tool runs the go command.
func tool(args ...string) error {
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}
