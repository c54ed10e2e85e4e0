package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A result is one row as measured.
type result struct {
	workload workload
	// samples of each shell, by name: nanoseconds, or KiB in a memory row. The nanoseconds are from
	// start to end, or of processor time with -cpu.
	samples map[string][]float64
	output  map[string]string // output of the first run, or the failure
}

// median returns the median of a shell's samples; false if the shell did not run.
func (r result) median(name string) (float64, bool) {
	s := slices.Clone(r.samples[name])
	if len(s) == 0 {
		return 0, false
	}
	slices.Sort(s)
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2, true
	}
	return s[len(s)/2], true
}

// measure runs every row under every shell, turn by turn.
func measure(dir string, rows []workload, shells []shell, runs int, cpu bool) ([]result, error) {
	var results []result
	for _, w := range rows {
		work := filepath.Join(dir, w.name)
		switch err := w.install(work); {
		case errors.Is(err, errUnavailable):
			fmt.Fprintf(os.Stderr, "%s: left out: %v\n", w.name, err)
			if err := os.RemoveAll(work); err != nil {
				return nil, err
			}
			continue
		case err != nil:
			return nil, err
		}
		r := result{w, map[string][]float64{}, map[string]string{}}
		fmt.Fprintf(os.Stderr, "%s", w.name)
		for i := range runs + 1 { // the first warms caches and is not counted
			fmt.Fprint(os.Stderr, ".")
			for _, s := range shells {
				x, err := sample(w, s, work)
				if err != nil {
					r.output[s.name] = err.Error()
					continue
				}
				if !w.memory {
					r.output[s.name] = x.out
				}
				if i > 0 {
					r.samples[s.name] = append(r.samples[s.name], x.value(w, cpu))
				}
			}
		}
		fmt.Fprintln(os.Stderr)
		results = append(results, r)
		if err := os.RemoveAll(work); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// install makes the directory in which w runs.
func (w workload) install(work string) error {
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{"script": w.script, "peers": w.peers} {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if w.prepare == nil {
		return nil
	}
	return w.prepare(work)
}

// A measured is one measurement: the means of repeated runs.
type measured struct {
	wall, cpu float64 // nanoseconds; cpu includes the processes that the shell has waited for
	peak      float64 // KiB, in a memory row
	out       string
}

func (m measured) value(w workload, cpu bool) float64 {
	switch {
	case w.memory:
		return m.peak
	case cpu:
		return m.cpu
	}
	return m.wall
}

// sample runs a workload once, or as often as it asks for.
func sample(w workload, s shell, work string) (m measured, err error) {
	args := slices.Concat(s.argv[1:], w.flags)
	file, text := "./script", w.script
	if s.name != "ftsh" && w.peers != "" {
		file, text = "./peers", w.peers
	}
	if w.inline {
		args = append(args, "-c", text)
	} else {
		args = append(append(args, file), w.args...)
	}
	repeat := max(1, w.repeat)
	var wall, cpu time.Duration
	for range repeat {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(s.argv[0], args...)
		cmd.Dir = work
		cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + work, "LC_ALL=C.UTF-8", "TMPDIR=" + work,
			"CONFIG_SHELL=" + s.sh}
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		start := time.Now()
		err := cmd.Run()
		wall += time.Since(start)
		if err != nil {
			return m, fmt.Errorf("%v: %s", err, strings.TrimSpace(firstLine(stderr.String())))
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		m.out = stdout.String()
	}
	m.wall = float64(wall.Nanoseconds()) / float64(repeat)
	m.cpu = float64(cpu.Nanoseconds()) / float64(repeat)
	if w.memory {
		lines := strings.Fields(m.out)
		if len(lines) == 0 {
			return m, fmt.Errorf("no peak memory printed")
		}
		m.peak, err = strconv.ParseFloat(lines[len(lines)-1], 64)
	}
	return m, err
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
