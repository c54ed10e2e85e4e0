package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/cron"
	"ftsh/internal/duration"
	"ftsh/internal/eventlog"
	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/rehearse"
	"ftsh/internal/standalone"
	"ftsh/interp"
	"ftsh/interp/event"
)

// An invocation is a command line.
type invocation struct {
	set         []string // options of set -o
	dialect     dialect
	interactive bool
	login       bool
	start       standalone.Start
	startNamed  string // the first option of bash present that sets it
	stdin       bool   // -s
	hasCommand  bool   // -c
	command     string
	file        string
	zero        string // $0, if the command line names one
	args        []string

	log         logging
	killTimeout time.Duration
	stopTimeout time.Duration // of process 1: the kill timeout, if set; else 0
	killWeak    bool
	journalDir  string // FTSH_JOURNAL_DIR, if the command line sets it
	handover    int    // descriptor with an asynchronous list; 0 for none
	explain     bool
	help        bool
	version     bool

	cronJob   cronJob
	rehearsal rehearsing
	line      commandLine
}

// A dialect is the choice of the language of the script.
type dialect struct {
	posix bool // the name sh, or -o posix
	plain bool // +o bash
}

// A commandLine is the words of a command line.
type commandLine struct {
	all []string
	job []string // those after the program's name, without --cron, --rehearse and their options

	cronJob bool // --cron runs the script
}

// A cronJob is --cron with its options.
type cronJob struct {
	on    bool
	set   cron.Options
	named string // the first option of --cron present
}

// logging holds the settings of --log-level and kin.
type logging struct {
	level interp.Level
	file  string
	form  eventlog.Form
	trace string // the file of --trace
}

// parse reads the command line, and the environment's settings below it.
func parse(args, env []string) (*invocation, error) {
	inv := &invocation{log: logging{level: event.LevelFailure}, killTimeout: interp.DefaultKillTimeout,
		line: commandLine{all: args}}
	if err := inv.environment(env); err != nil {
		return nil, err
	}
	if len(args) > 0 {
		inv.login = strings.HasPrefix(args[0], "-")
		switch strings.TrimPrefix(filepath.Base(args[0]), "-") {
		case "sh":
			inv.dialect.posix = true
		case "bash":
			inv.set = append(inv.set, "bash")
		}
	}
	rest, err := inv.options(args)
	if err != nil || inv.handover != 0 || inv.help || inv.version {
		return inv, err
	}
	if inv.startNamed != "" && !slices.Contains(inv.set, "bash") {
		return nil, fmt.Errorf("unknown option %s: try --help", inv.startNamed)
	}
	if inv.cronJob.named != "" && !inv.cronJob.on && !inv.line.cronJob {
		return nil, fmt.Errorf("--%s: only with --cron", inv.cronJob.named)
	}
	if inv.cronJob.set.OnLocked != cron.Skip && inv.cronJob.set.Lock == "" {
		return nil, errors.New("--on-locked: only with --lock")
	}
	if err := inv.rehearsal.valid(inv); err != nil {
		return nil, err
	}
	if err := inv.operands(rest); err != nil || !inv.cronJob.on && !inv.rehearsal.on {
		return inv, err
	}
	if inv.rehearsal.on && inv.fromStdin() {
		return nil, errors.New("--rehearse: expected a script or -c with a command")
	}
	if inv.interactive || inv.fromStdin() {
		return nil, errors.New("--cron: expected a script or -c with a command")
	}
	return inv, nil
}

// environment takes the settings passed on by a surrounding shell.
func (inv *invocation) environment(env []string) error {
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		if value == "" {
			continue
		}
		var err error
		switch name {
		case "FTSH_LOG_LEVEL":
			err = inv.long("log-level", value)
		case "FTSH_LOG_FILE":
			err = inv.long("log-file", value)
		case "FTSH_KILL_TIMEOUT":
			err = inv.long("kill-timeout", value)
		case "FTSH_KILL_MODE":
			err = inv.long("kill-mode", value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// options reads the options and returns the words after them.
func (inv *invocation) options(args []string) ([]string, error) {
	for i := 1; i < len(args); i++ {
		a, from := args[i], i
		switch {
		case a == "--" || a == "-":
			inv.line.job = append(inv.line.job, args[i:]...)
			return args[i+1:], nil
		case strings.HasPrefix(a, "--"):
			name, value, has := strings.Cut(a[2:], "=")
			if n, v, ok := strings.Cut(name, " "); ok && takesValue(n) {
				// The first line of a script has at most one argument.
				name, value, has = n, v, true
			}
			if !has && takesValue(name) {
				i++
				if i >= len(args) {
					return nil, fmt.Errorf("--%s: expected a value, found nothing", name)
				}
				value = args[i]
				if i+1 < len(args) && isUnit(name, value, args[i+1]) {
					return nil, fmt.Errorf("--%s: expected a duration in one word: write '%s %s'",
						name, value, args[i+1])
				}
			}
			if err := inv.long(name, value); err != nil {
				return nil, err
			}
			if name == "cron" || cron.Takes(name) || rehearsal(name) {
				continue
			}
		case len(a) > 1 && (a[0] == '-' || a[0] == '+'):
			used, err := inv.letters(a, args[i+1:])
			if err != nil {
				return nil, err
			}
			i += used
		default:
			inv.line.job = append(inv.line.job, args[i:]...)
			return args[i:], nil
		}
		inv.line.job = append(inv.line.job, args[from:i+1]...)
	}
	return nil, nil
}

// isUnit reports whether next, the word after an option's duration without a unit, is most likely
// the missing unit. It would be taken for the script.
func isUnit(name, value, next string) bool {
	switch name {
	case "max-runtime", "splay", "kill-timeout":
	default:
		return false
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		return false
	}
	_, err := duration.Parse("1 " + next)
	return err == nil && strings.Trim(next, "abcdefghijklmnopqrstuvwxyz") == ""
}

func takesValue(name string) bool {
	switch name {
	case "log-level", "log-file", "log-format", "trace", "kill-timeout", "kill-mode", "journal-dir",
		"rcfile", "init-file":
		return true
	}
	return cron.Takes(name) || rehearse.Takes(name)
}

// letters reads a group of one-letter options and returns the number of words it used of rest.
func (inv *invocation) letters(group string, rest []string) (int, error) {
	on, used := group[0] == '-', 0
	for i, c := range []byte(group[1:]) {
		switch c {
		case 'c':
			inv.hasCommand = on
			continue
		case 's':
			inv.stdin = on
			continue
		case 'i':
			inv.interactive = on
			continue
		case 'l':
			inv.login = on
			continue
		case ' ':
			return 0, fmt.Errorf("%s: expected one word: the system passes the options of a first "+
				"line (#!) as one; write #!/usr/bin/env -S ftsh %s", group, group)
		case 'o':
			name := strings.TrimSpace(group[i+2:])
			if _, ok := option.ByName(name); ok { // in one word, for the first line of a script
				return used, inv.option(name, on)
			}
			if used >= len(rest) {
				return 0, errors.New("-o: expected an option's name, found nothing")
			}
			if err := inv.option(rest[used], on); err != nil {
				return 0, err
			}
			used++
			continue
		}
		o, ok := option.ByLetter(c)
		if !ok {
			n, err := inv.bashLetter(group[:1]+string(rune(c)), rest[used:])
			if err != nil {
				return 0, err
			}
			used += n
			continue
		}
		if err := inv.option(o.String(), on); err != nil {
			return 0, err
		}
	}
	return used, nil
}

// option turns an option of set -o on or off.
func (inv *invocation) option(name string, on bool) error {
	if _, ok := option.ByName(name); !ok {
		if _, _, ok := option.BashByName(name); ok {
			inv.callBash("-o "+name, "set", sign(on)+"o", name)
			return nil
		}
		return fmt.Errorf("unknown option %q of -o: try set -o for a list", name)
	}
	switch name {
	case "posix":
		inv.dialect.posix = on
		return nil
	case "interactive":
		inv.interactive = on
		return nil
	case "stdin":
		inv.stdin = on
		return nil
	case "bash":
		inv.dialect.plain = !on
	}
	for i, n := range inv.set {
		if n == name {
			inv.set = append(inv.set[:i], inv.set[i+1:]...)
			break
		}
	}
	if on {
		inv.set = append(inv.set, name)
	}
	return nil
}

// long sets one of ftsh's own options.
func (inv *invocation) long(name, value string) error {
	if cron.Takes(name) {
		if inv.cronJob.named == "" {
			inv.cronJob.named = name
		}
		return inv.cronJob.set.Set(name, value)
	}
	if rehearsal(name) {
		return inv.rehearsal.option(name, value)
	}
	if inv.bashOption(name, value) {
		return nil
	}
	switch name {
	case "cron":
		inv.cronJob.on = true
	case "cron-job":
		inv.line.cronJob = true
	case "help":
		inv.help = true
	case "version":
		inv.version = true
	case "login":
		inv.login = true
	case "explain":
		inv.explain = true
	case "log-level":
		level, err := event.ParseLevel(value)
		if err != nil {
			return fmt.Errorf("log level: %w", err)
		}
		inv.log.level = level
	case "log-format":
		switch value {
		case "text":
			inv.log.form = eventlog.Text
		case "json":
			inv.log.form = eventlog.JSON
		default:
			return fmt.Errorf("log format: expected text or json, found %q", value)
		}
	case "log-file":
		if value == "" { // standard error
			inv.log.file = ""
			return nil
		}
		path, err := filepath.Abs(value)
		if err != nil {
			return err
		}
		inv.log.file = path
	case "trace":
		path, err := filepath.Abs(value)
		switch {
		case err != nil || value == "":
			return fmt.Errorf("trace: expected a file, found %q", value)
		case value == toCollector:
			path = value
		}
		inv.log.trace = path
	case "journal-dir":
		path, err := filepath.Abs(value)
		if err != nil || value == "" {
			return fmt.Errorf("journal directory: expected a path, found %q", value)
		}
		inv.journalDir = path
	case "handover":
		n, err := strconv.Atoi(value)
		if err != nil || n < 3 {
			return fmt.Errorf("handover: expected a descriptor, found %q", value)
		}
		inv.handover = n
	case "kill-timeout":
		d, err := duration.Option(value)
		if err != nil {
			return fmt.Errorf("kill timeout: %w", err)
		}
		inv.killTimeout, inv.stopTimeout = d, d
	case "kill-mode":
		switch value {
		case "strong", "weak":
			inv.killWeak = value == "weak"
		default:
			return fmt.Errorf("kill mode: expected strong or weak, found %q", value)
		}
	default:
		return fmt.Errorf("unknown option --%s: try --help", name)
	}
	return nil
}

// operands reads the words after the options: XCU sh.
func (inv *invocation) operands(rest []string) error {
	switch {
	case inv.hasCommand:
		if len(rest) == 0 {
			return errors.New("-c: expected a command, found nothing")
		}
		inv.command = rest[0]
		if len(rest) > 1 {
			inv.zero, inv.args = rest[1], rest[2:]
		}
	case inv.stdin || len(rest) == 0:
		inv.args = rest
		if len(rest) == 0 && !inv.interactive && !inv.explain {
			inv.interactive = terminal(0) && terminal(2)
		}
	default:
		inv.file, inv.args = rest[0], rest[1:]
		inv.zero = rest[0]
	}
	if inv.interactive {
		inv.addMonitor()
	}
	return nil
}

func (inv *invocation) addMonitor() {
	for _, n := range inv.set {
		if n == "monitor" {
			return
		}
	}
	if terminal(0) {
		inv.set = append(inv.set, "monitor")
	}
}

// fromStdin reports whether commands are read from standard input.
func (inv *invocation) fromStdin() bool { return !inv.hasCommand && inv.file == "" }

// name0 returns $0.
func (inv *invocation) name0(program string) string {
	if inv.zero != "" {
		return inv.zero
	}
	return program
}

// withJournals returns env with the directory of journals from the command line.
func (inv *invocation) withJournals(env []string) []string {
	if inv.journalDir == "" {
		return env
	}
	return append(slices.Clip(env), "FTSH_JOURNAL_DIR="+inv.journalDir)
}

// terminal reports whether descriptor n is a terminal.
func terminal(n int) bool { return fd.IsTerminal(fd.Wrap(n, false)) }

// passOn returns the options for a shell started to run an asynchronous list.
func (inv *invocation) passOn() []string {
	mode := "strong"
	if inv.killWeak {
		mode = "weak"
	}
	args := []string{
		"--log-level=" + strconv.Itoa(int(inv.log.level)),
		"--kill-timeout=" + inv.killTimeout.String(),
		"--kill-mode=" + mode,
	}
	if inv.log.form == eventlog.JSON {
		args = append(args, "--log-format=json")
	}
	if inv.log.file != "" {
		args = append(args, "--log-file="+inv.log.file)
	}
	return args
}
