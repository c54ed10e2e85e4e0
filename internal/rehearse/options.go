package rehearse

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"ftsh/internal/inject"
)

// Options are the options of --rehearse. The zero value is made whole by Run.
type Options struct {
	Only     []string // the places or spots to rehearse; none: all
	Seed     uint64
	Budget   int      // runs at most; 0: defaultBudget
	Jobs     int      // runs at the same time; 0: one for each processor
	Check    string   // a command to check the result; "": compare the files
	Once     []string // patterns of commands not to be done twice
	Stubs    []string // directories before PATH
	Copy     bool     // run in copies of the working directory, not in empty ones
	JSON     bool
	Coverage string // file for lcov; "": none
}

// defaultBudget is the default of Budget: a few seconds for a short script.
const defaultBudget = 200

// Takes reports whether --name is an option of --rehearse with a value.
func Takes(name string) bool {
	switch name {
	case "only", "seed", "budget", "jobs", "check", "once", "stub", "coverage":
		return true
	}
	return false
}

// Flag reports whether --name is an option of --rehearse without a value.
func Flag(name string) bool { return name == "copy" || name == "json" }

// Set sets the option --name, one of those in Takes or Flag.
func (o *Options) Set(name, value string) error {
	var err error
	switch name {
	case "copy":
		o.Copy = true
	case "json":
		o.JSON = true
	case "only":
		for _, s := range strings.Split(value, "+") {
			if _, fault, ok := strings.Cut(s, "="); ok && !inject.Fault(fault).Known() {
				return fmt.Errorf("--only: expected %s after =, found %q", inject.Names(), fault)
			}
		}
		o.Only = append(o.Only, value)
	case "check":
		o.Check = value
	case "once":
		o.Once = append(o.Once, value)
	case "seed":
		if o.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("--seed: expected a number, found %q", value)
		}
	case "budget", "jobs":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("--%s: expected a number of runs, found %q", name, value)
		}
		if name == "jobs" {
			o.Jobs = n
		} else {
			o.Budget = n
		}
	case "stub", "coverage":
		path, err := filepath.Abs(value)
		if err != nil || value == "" {
			return fmt.Errorf("--%s: expected a path, found %q", name, value)
		}
		if name == "stub" {
			o.Stubs = append(o.Stubs, path)
		} else {
			o.Coverage = path
		}
	}
	return nil
}

func (o *Options) fill() {
	if o.Budget == 0 {
		o.Budget = defaultBudget
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
}
