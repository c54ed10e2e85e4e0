package sim

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/version"
)

// Package flag has the table of an experiment's options. They are read by our own code, because
// flag stops at the first operand, names an option with one hyphen only, and says "parse error".

// amount is the value of an option that is a number of something.
type amount struct {
	value       *int
	least, most int
}

func (c amount) String() string {
	if c.value == nil { // package flag asks a zero value
		return ""
	}
	return strconv.Itoa(*c.value)
}

func (c amount) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < c.least || n > c.most {
		return fmt.Errorf("expected a number from %d to %d", c.least, c.most)
	}
	*c.value = n
	return nil
}

// span is the value of an option that is a length of time.
type span struct {
	value *time.Duration
	least time.Duration
}

// longest is the limit of an experiment's time: results are kept for every second.
const longest = 7 * duration.Day

func (s span) String() string {
	if s.value == nil {
		return ""
	}
	return duration.Format(*s.value)
}

func (s span) Set(text string) error {
	d, err := duration.Option(text)
	if s.least == 0 && text == "0" {
		d, err = 0, nil
	}
	if err != nil || d < s.least || d > longest {
		return fmt.Errorf("expected a time from %s to %s, as 90s or 1h30m",
			duration.Format(s.least), duration.Format(longest))
	}
	*s.value = d
	return nil
}

// seed is the value of --seed.
type seed struct{ value *uint64 }

func (s seed) String() string {
	if s.value == nil {
		return ""
	}
	return strconv.FormatUint(*s.value, 10)
}

func (s seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("expected a number from 0 on")
	}
	*s.value = n
	return nil
}

// several is the value of an option that is one number of something or more.
type several struct{ values *[]int }

func (s several) String() string {
	if s.values == nil {
		return ""
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*s.values), " ", ","), "[]")
}

func (s several) Set(text string) error {
	var values []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostOfAnything {
			return fmt.Errorf("expected numbers from 1 to %d, as 1,100", mostOfAnything)
		}
		values = append(values, n)
	}
	*s.values = values
	return nil
}

const mostOfAnything = 100_000 // clients, producers, descriptors, rows of a table

// countVar and spanVar define options with their defaults, which stand in the variable.
func countVar(f *flag.FlagSet, value *int, name string, least int, usage string) {
	f.Var(amount{value, least, mostOfAnything}, name, usage)
}

func spanVar(f *flag.FlagSet, value *time.Duration, name string, least time.Duration,
	usage string) {
	f.Var(span{value, least}, name, usage)
}

// option takes a word of the command line apart. ok is false if it is no option.
func option(word string) (name, value string, hasValue, ok bool) {
	rest, ok := strings.CutPrefix(word, "-")
	if !ok || rest == "" || word == "--" {
		return "", "", false, false
	}
	name, value, hasValue = strings.Cut(strings.TrimPrefix(rest, "-"), "=")
	return name, value, hasValue, true
}

// experiment finds the experiment among the words, and returns the others, since options may stand
// before it. It is empty if there is none.
func experiment(words []string) (name string, rest []string) {
	for i := 0; i < len(words); i++ {
		option, _, hasValue, ok := option(words[i])
		switch {
		case words[i] == "--":
		case !ok:
			return words[i], slices.Concat(words[:i], words[i+1:])
		case slices.Contains([]string{"help", "h", "version"}, option):
			return words[i], nil
		case !hasValue && !slices.Contains([]string{"no-plots", "live", "through"}, option):
			i++ // its value
		}
	}
	return "", words
}

// parse reads options and operands in any order. For --help and --version it prints the text and
// returns flag.ErrHelp.
func (o *options) parse(f *flag.FlagSet, args []string) (operands []string, err error) {
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, value, hasValue, ok := option(word)
		if !ok {
			if word == "--" {
				operands = append(operands, args...)
				break
			}
			operands = append(operands, word)
			continue
		}
		switch name {
		case "help", "h":
			o.usage(f)
			return nil, flag.ErrHelp
		case "version":
			fmt.Fprintln(o.stdout, version.Of("ftsh-sim"))
			return nil, flag.ErrHelp
		}
		known := f.Lookup(name)
		if known == nil {
			return nil, &usageError{fmt.Sprintf("unknown option --%s of %s", name, f.Name())}
		}
		if bare, ok := known.Value.(interface{ IsBoolFlag() bool }); ok && bare.IsBoolFlag() {
			if hasValue {
				return nil, &usageError{fmt.Sprintf("--%s takes no value", name)}
			}
			value = "true"
		} else if !hasValue {
			if len(args) == 0 {
				return nil, &usageError{fmt.Sprintf("--%s: expected a value, found nothing", name)}
			}
			value, args = args[0], args[1:]
		}
		if err := f.Set(name, value); err != nil {
			return nil, &usageError{fmt.Sprintf("--%s: %v, found %q", name, err, value)}
		}
	}
	if slices.Contains(operands, "") { // an unset variable
		return nil, &usageError{"an argument is empty"}
	}
	return operands, o.directory()
}

// directory checks the place for figures before an experiment takes its time.
func (o *options) directory() error {
	if o.noPlots {
		return nil
	}
	switch info, err := os.Stat(o.out); {
	case errors.Is(err, os.ErrNotExist):
		return &usageError{fmt.Sprintf("--out: there is no directory %q: make it, or say --no-plots", o.out)}
	case err != nil:
		return fmt.Errorf("--out: %w", err)
	case !info.IsDir():
		return &usageError{fmt.Sprintf("--out: %q is no directory", o.out)}
	}
	return nil
}

// usage lists the options of an experiment.
func (o *options) usage(f *flag.FlagSet) {
	fmt.Fprintf(o.stdout, "usage: ftsh-sim %s [options]%s\n\n", f.Name(), policyOperands(f.Name()))
	width := 0
	var names, texts []string
	f.VisitAll(func(g *flag.Flag) {
		value, text := flag.UnquoteUsage(g)
		switch g.Value.(type) {
		case amount, seed:
			value = "n"
		case several:
			value = "n,…"
		case span:
			value = "duration"
		}
		if g.DefValue != "" && g.DefValue != "false" {
			text += " (default " + g.DefValue + ")"
		}
		name := strings.TrimSpace("--" + g.Name + " " + value)
		names, texts, width = append(names, name), append(texts, text), max(width, len(name))
	})
	names, texts = append(names, "--help", "--version"),
		append(texts, "print this", "print the version")
	for i := range names {
		fmt.Fprintf(o.stdout, "  %-*s  %s\n", width, names[i], texts[i])
	}
}

// policyOperands returns the operands of an experiment for its usage.
func policyOperands(experiment string) string {
	switch experiment {
	case "outage", "recovery":
		return " [policy…]"
	case "policy":
		return " policy…"
	}
	return ""
}
