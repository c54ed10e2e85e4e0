package interp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/array"
	"ftsh/internal/option"
	"ftsh/internal/printer"
	"ftsh/internal/standalone"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// The kinds of the variables of bash that are computed when they are read.
const (
	computedRandom = iota + 1 // 0 is LINENO
	computedSecureRandom
	computedSeconds
	computedEpoch
	computedEpochReal
	computedPid
	computedSubshell
	computedCommand
	computedArg0
	computedLast
	computedOptions
	computedGroups
	computedPipe
	computedFunctions
	computedSources
	computedLines
	computedDirs
	computedShopts
	computedAliases
	computedCommands
	computedHistory
)

type bashVariable struct {
	name  string
	kind  int
	attrs vars.Attr
}

// bashVariables lists the computed variables. A function, so that nothing can change it.
func bashVariables() [21]bashVariable {
	return [21]bashVariable{
		{"RANDOM", computedRandom, 0},
		{"SRANDOM", computedSecureRandom, 0},
		{"SECONDS", computedSeconds, 0},
		{"EPOCHSECONDS", computedEpoch, 0},
		{"EPOCHREALTIME", computedEpochReal, 0},
		{"BASHPID", computedPid, 0},
		{"BASH_SUBSHELL", computedSubshell, 0},
		{"BASH_COMMAND", computedCommand, 0},
		{"BASH_ARGV0", computedArg0, 0},
		{"_", computedLast, 0},
		{"SHELLOPTS", computedOptions, vars.Readonly},
		{"BASHOPTS", computedShopts, vars.Readonly},
		{"GROUPS", computedGroups, vars.Indexed},
		{"PIPESTATUS", computedPipe, vars.Indexed},
		{"FUNCNAME", computedFunctions, vars.Indexed},
		{"BASH_SOURCE", computedSources, vars.Indexed},
		{"BASH_LINENO", computedLines, vars.Indexed},
		{"DIRSTACK", computedDirs, vars.Indexed},
		{"BASH_ALIASES", computedAliases, vars.Associative},
		{"BASH_CMDS", computedCommands, vars.Associative},
		{"HISTCMD", computedHistory, 0},
	}
}

// A bashComputer computes the variables of an environment.
type bashComputer environment

var _ vars.Computer = (*bashComputer)(nil)

// Positional returns a positional parameter, or $0.
func (c *bashComputer) Positional(n int) string {
	switch {
	case n == 0:
		return c.arg0
	case n < 0 || n > len(c.params):
		return ""
	}
	return c.params[n-1]
}

// Value returns the value of a plain variable.
func (c *bashComputer) Value(kind uint8) (string, bool) {
	b := c.bash
	switch kind {
	case computedRandom:
		return strconv.Itoa(b.random.next(c.sh.rand)), true
	case computedSecureRandom:
		return strconv.FormatUint(uint64(rand.Uint32()), 10), true
	case computedSeconds:
		return strconv.FormatInt(c.sh.clock.Wall().Unix()-b.started, 10), true
	case computedEpoch:
		return strconv.FormatInt(c.sh.clock.Wall().Unix(), 10), true
	case computedEpochReal:
		now := c.sh.clock.Wall()
		return fmt.Sprintf("%d.%06d", now.Unix(), now.Nanosecond()/1000), true
	case computedPid:
		return strconv.Itoa(c.sh.id.pid), true
	case computedSubshell:
		return strconv.Itoa(b.level), true
	case computedCommand:
		return commandText(b.command), true
	case computedArg0:
		return c.arg0, true
	case computedLast:
		return b.last, true
	case computedOptions:
		return shellOptions(c.opts), true
	case computedHistory:
		return strconv.Itoa(historyNumber((*environment)(c))), true
	case computedShopts:
		return c.shopts.Names(), true
	}
	return "", false
}

// Elements returns the elements of an array.
func (c *bashComputer) Elements(kind uint8) *array.Indexed {
	var values []string
	switch kind {
	case computedGroups:
		values = groups()
	case computedPipe:
		if c.bash.pipe == nil {
			return array.FromValues([]string{strconv.Itoa(c.status)})
		}
		for _, status := range c.bash.pipe {
			values = append(values, strconv.Itoa(int(status)))
		}
	case computedFunctions:
		if !c.bash.calls.inFunction() {
			return nil
		}
		for call := c.bash.calls; call != nil; call = call.outer {
			values = append(values, call.name)
		}
	case computedSources:
		for call := c.bash.calls; call != nil; call = call.outer {
			values = append(values, call.source)
		}
	case computedLines:
		for call := c.bash.calls; call != nil; call = call.outer {
			values = append(values, strconv.FormatUint(uint64(call.line), 10))
		}
	case computedDirs:
		values = append([]string{c.pwd}, c.bash.dirs...)
	}
	return array.FromValues(values)
}

// Keyed returns the elements of an associative array.
func (c *bashComputer) Keyed(kind uint8) *array.Assoc {
	from := c.aliases.m
	if kind == computedCommands {
		from = (*environment)(c).places().paths
	}
	a := &array.Assoc{}
	for _, key := range slices.Sorted(maps.Keys(from)) {
		a.Set(key, from[key])
	}
	return a
}

// AssignKey defines an alias, or gives a command its path.
func (c *bashComputer) AssignKey(kind uint8, key, value string) {
	e := (*environment)(c)
	if kind == computedCommands {
		e.places().paths[key] = value
	} else if isAliasName(key) {
		e.SetAlias(key, value)
	}
}

// isAliasName reports whether the parser could find an alias of this name.
func isAliasName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\n'\"\\`$&|;<>()=/")
}

// Assign hears of assignments. Most of them change nothing.
func (c *bashComputer) Assign(kind uint8, value string) {
	n, err := strconv.ParseInt(strings.Trim(value, " \t\n"), 0, 64)
	if err != nil {
		n = 0
	}
	switch kind {
	case computedRandom:
		c.bash.random.seed(uint32(n))
	case computedSeconds:
		c.bash.started = c.sh.clock.Wall().Unix() - n
	case computedSubshell:
		c.bash.level = int(n)
	case computedArg0:
		(*environment)(c).arg0 = value
	}
}

// inFunction reports whether a function runs.
func (c *bashCall) inFunction() bool {
	for ; c != nil; c = c.outer {
		if c.function {
			return true
		}
	}
	return false
}

func setElement(i int, value string) func(*array.Indexed) {
	return func(a *array.Indexed) { a.Set(i, value) }
}

// randomNumbers is the generator of RANDOM: bash's, so that a seed gives the same numbers.
type randomNumbers struct {
	state  uint32
	given  int // the last number, which is not given twice in a row
	seeded bool
}

// most is the greatest value of RANDOM.
const most = 32767

func (r *randomNumbers) seed(n uint32) { *r = randomNumbers{state: n, seeded: true} }

func (r *randomNumbers) next(first *source64) int {
	if !r.seeded {
		r.seed(uint32(first.IntN(1 << 31)))
	}
	for {
		// The minimal standard generator (Park and Miller): x = 16807 x mod 2^31-1.
		last := int64(r.state)
		if last == 0 {
			last = 123459876
		}
		high := last / 127773
		low := last - 127773*high
		next := 16807*low - 2836*high
		if next < 0 {
			next += 0x7fffffff
		}
		r.state = uint32(next)
		if n := int(r.state>>16^r.state&65535) & most; n != r.given {
			r.given = n
			return n
		}
	}
}

// groups returns the IDs of the process's groups, its own first.
func groups() []string {
	own := os.Getgid()
	list := []string{strconv.Itoa(own)}
	all, _ := os.Getgroups()
	for _, g := range all {
		if g != own {
			list = append(list, strconv.Itoa(g))
		}
	}
	return list
}

// shellOptions returns the value of SHELLOPTS: the names of options that are on.
func shellOptions(set option.Set) string { return strings.Join(set.BashNames(), ":") }

// bashProgram is the value of BASH: this program.
func bashProgram(o *standalone.Options) string {
	if o.AsBash != "" {
		return o.AsBash
	}
	reexec := o.Reexec
	if len(reexec) > 0 && filepath.IsAbs(reexec[0]) {
		return reexec[0]
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return "ftsh"
}

// A machine is what HOSTTYPE, MACHTYPE and OSTYPE say.
type machine struct{ host, machine, system string }

func bashMachine() machine {
	m := machine{host: runtime.GOARCH, system: runtime.GOOS}
	switch runtime.GOARCH {
	case "amd64":
		m.host = "x86_64"
	case "arm64":
		m.host = "aarch64"
	}
	vendor := "-unknown-"
	switch runtime.GOOS {
	case "linux":
		m.system = "linux-gnu"
		if m.host == "x86_64" {
			vendor = "-pc-"
		}
	case "darwin":
		vendor = "-apple-"
	}
	m.machine = m.host + vendor + m.system
	return m
}

// maxCommand is the number of bytes of a command in BASH_COMMAND at most.
const maxCommand = 1 << 20

// commandText returns the value of BASH_COMMAND: the command's text, with its words as written.
func commandText(n ast.Node) string {
	if n == nil {
		return ""
	}
	switch c := n.(type) {
	case *ast.Simple, *ast.Test:
		if n.End().Offset-n.Pos().Offset > maxCommand {
			break
		}
		if text, ok := printer.BashCommand(c.(ast.Command)); ok {
			return text
		}
	}
	text := printer.Lines(n, maxCommand)
	switch n.(type) { // as bash writes them
	case *ast.For, *ast.Select:
		text, _, _ = strings.Cut(text, "; do")
		if strings.Count(text, " ") == 1 {
			text += ` in "$@"`
		}
	case *ast.Case:
		text, _, _ = strings.Cut(text, " in ")
		text += " in "
	case *ast.Subshell:
		if inner, ok := strings.CutPrefix(text, "("); ok {
			text = "( " + strings.TrimSuffix(inner, ")") + " )"
		}
	}
	return text
}
