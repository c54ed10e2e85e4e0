// Package transcript implements the test format of spec/: many small cases in one text file, each a
// script with its required output and exit status.
//
// The package parses such files, runs one case under one shell, compares, and rewrites
// expectations. It knows nothing about ftsh: a shell is a path and some arguments, so the same
// cases run under any sh. The format is described in spec/README.md.
//
// Invariants: a parsed file prints back byte for byte; a case never sees the caller's environment;
// Run leaves no process of the case running.
//
// Absent on purpose: patterns and placeholders in expectations, and time limits as a test of speed.
// Expected values are literal.
package transcript

import (
	"fmt"
	"strconv"
	"strings"
)

// A File is a parsed transcript file.
type File struct {
	Name     string
	preamble []string   // header lines and comments before the first case, as written
	common   []*section // files for all cases, after them
	Cases    []*Case
}

// Mode is the way the shell gets the script.
type Mode string

const (
	ModeFile  Mode = "file"  // as an operand: sh ../script
	ModeC     Mode = "-c"    // as a string: sh -c SCRIPT
	ModeStdin Mode = "stdin" // on standard input, a regular file
	ModePipe  Mode = "pipe"  // on standard input, a pipe
)

// StderrRule is the check of standard error.
type StderrRule string

const (
	StderrExact StderrRule = "exact" // equal to the expected text
	StderrSome  StderrRule = "some"  // not empty
	StderrAny   StderrRule = "any"   // not looked at
)

// A Case is one script and its expected behaviour. Its fields have the file's header merged in.
type Case struct {
	Name string
	Line int // of the === line, from 1

	Mode   Mode
	Flags  []string // options before the script
	Args   []string // operands after the script (under -c the first is $0)
	Env    []string // NAME=value, added to the small environment
	Leaves bool     // processes may outlive the shell (they are ended all the same)
	Todo   string   // why the shell under test is known to fail, or ""

	Peers  []string          // other shells that must agree
	Except map[string]string // peer → why it must disagree
	Skip   map[string]string // peer → why it is not run

	Script    string
	Stdin     string
	StdinPipe bool
	HasStdin  bool
	Files     []ExtraFile

	Stdout     string
	Stderr     string
	StderrRule StderrRule
	Status     int

	header   []string   // lines between === and the first section, as written
	sections []*section // as written
}

// An ExtraFile is put into the working directory before the script runs.
type ExtraFile struct {
	Path string
	Text string
	Exec bool // executable
}

// A section is one "--- kind operand options" line and the lines after it.
type section struct {
	line int
	head string
	body []string
	// trail are the blank lines between the body and the next case.
	trail []string
}

// Parse reads a transcript. name is used in errors only.
func Parse(name, text string) (*File, error) {
	f := &File{Name: name}
	var c *Case
	var s *section
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] != "" {
		return nil, fmt.Errorf("%s: last line has no newline", name)
	}
	lines = lines[:len(lines)-1]
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "=== "):
			c = &Case{Name: strings.TrimSpace(l[4:]), Line: i + 1}
			s = nil
			f.Cases = append(f.Cases, c)
		case strings.HasPrefix(l, "--- "):
			s = &section{line: i + 1, head: l[4:]}
			if c == nil {
				f.common = append(f.common, s)
			} else {
				c.sections = append(c.sections, s)
			}
		case strings.HasPrefix(l, "===") || strings.HasPrefix(l, "---"):
			return nil, fmt.Errorf("%s:%d: %q is neither a case nor a section (escape it with a backslash)", name, i+1, l)
		case s != nil:
			s.body = append(s.body, l)
		case c == nil:
			f.preamble = append(f.preamble, l)
		default:
			c.header = append(c.header, l)
		}
	}
	defaults := Case{Mode: ModeFile, StderrRule: StderrExact}
	if err := defaults.parseHeader(name, 1, f.preamble); err != nil {
		return nil, err
	}
	if err := defaults.parseCommon(name, f.common); err != nil {
		return nil, err
	}
	seen := map[string]int{}
	for _, c := range f.Cases {
		if first, ok := seen[c.Name]; ok {
			return nil, fmt.Errorf("%s:%d: a case named %q stands already in line %d", name, c.Line,
				c.Name, first)
		}
		seen[c.Name] = c.Line
		c.inherit(&defaults)
		if err := c.parseHeader(name, c.Line+1, c.header); err != nil {
			return nil, err
		}
		if err := c.parseSections(name); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (c *Case) inherit(d *Case) {
	c.Mode, c.StderrRule, c.Leaves, c.Todo = d.Mode, d.StderrRule, d.Leaves, d.Todo
	c.Flags = append([]string(nil), d.Flags...)
	c.Args = append([]string(nil), d.Args...)
	c.Env = append([]string(nil), d.Env...)
	c.Peers = append([]string(nil), d.Peers...)
	c.Files = append([]ExtraFile(nil), d.Files...)
	c.Except, c.Skip = map[string]string{}, map[string]string{}
	for k, v := range d.Except {
		c.Except[k] = v
	}
	for k, v := range d.Skip {
		c.Skip[k] = v
	}
}

// parseHeader reads "key: value" lines; blank lines and # comments are free.
func (c *Case) parseHeader(name string, line int, lines []string) error {
	if c.Except == nil {
		c.Except, c.Skip = map[string]string{}, map[string]string{}
	}
	for i, l := range lines {
		if strings.TrimSpace(l) == "" || strings.HasPrefix(l, "#") {
			continue
		}
		key, value, ok := strings.Cut(l, ":")
		value = strings.TrimSpace(value)
		if !ok || !c.setHeader(strings.Fields(key), value) {
			return fmt.Errorf("%s:%d: expected a header such as \"peers: dash bash\", found %q",
				name, line+i, l)
		}
	}
	return nil
}

func (c *Case) setHeader(key []string, value string) bool {
	if len(key) == 2 && value != "" {
		switch key[0] {
		case "except":
			c.Except[key[1]] = value
			return true
		case "skip":
			c.Skip[key[1]] = value
			return true
		}
	}
	if len(key) != 1 || value == "" {
		return false
	}
	switch key[0] {
	case "peers":
		c.Peers = nil
		if value != "none" {
			c.Peers = strings.Fields(value)
		}
	case "run":
		c.Mode = Mode(value)
		switch c.Mode {
		case ModeFile, ModeC, ModeStdin, ModePipe:
		default:
			return false
		}
	case "flags":
		c.Flags = strings.Fields(value)
	case "args":
		c.Args = strings.Fields(value)
	case "env":
		if !strings.Contains(value, "=") {
			return false
		}
		c.Env = append(c.Env, value)
	case "leaves":
		c.Leaves = value == "processes"
		return c.Leaves
	case "todo":
		c.Todo = value
	default:
		return false
	}
	return true
}

// parseCommon reads the files before the first case.
func (c *Case) parseCommon(name string, sections []*section) error {
	trim(sections)
	for _, s := range sections {
		words := strings.Fields(s.head)
		if len(words) == 0 || words[0] != "file" && words[0] != "program" {
			return fmt.Errorf("%s:%d: before the first case only files and programs may stand",
				name, s.line)
		}
		if err := c.setSection(words, s); err != nil {
			return fmt.Errorf("%s:%d: %v", name, s.line, err)
		}
	}
	return nil
}

// trim removes the blank lines before the next case from the last section: they are layout, not
// content.
func trim(sections []*section) {
	if len(sections) == 0 {
		return
	}
	s := sections[len(sections)-1]
	for n := len(s.body); n > 0 && s.body[n-1] == ""; n-- {
		s.trail = append(s.trail, "")
		s.body = s.body[:n-1]
	}
}

func (c *Case) parseSections(name string) error {
	script := false
	trim(c.sections)
	for _, s := range c.sections {
		words := strings.Fields(s.head)
		if len(words) == 0 {
			return fmt.Errorf("%s:%d: a section needs a name", name, s.line)
		}
		if words[0] == "script" {
			script = true
		}
		if err := c.setSection(words, s); err != nil {
			return fmt.Errorf("%s:%d: %v", name, s.line, err)
		}
	}
	if !script {
		return fmt.Errorf("%s:%d: case %q has no script", name, c.Line, c.Name)
	}
	return nil
}

func (c *Case) setSection(words []string, s *section) error {
	kind, words := words[0], words[1:]
	if kind == "status" {
		if len(words) != 1 || len(s.body) > 0 && strings.Join(s.body, "") != "" {
			return fmt.Errorf("expected \"--- status NUMBER\" and nothing below it")
		}
		n, err := strconv.Atoi(words[0])
		c.Status = n
		return err
	}
	path := ""
	if kind == "file" || kind == "program" {
		if len(words) == 0 {
			return fmt.Errorf("expected a path after %s", kind)
		}
		path, words = words[0], words[1:]
	}
	noeol, escaped, pipe, rule := false, false, false, StderrExact
	for _, w := range words {
		switch {
		case w == "noeol":
			noeol = true
		case w == "escaped":
			escaped = true
		case w == "pipe" && kind == "stdin":
			pipe = true
		case (w == "some" || w == "any") && kind == "stderr":
			rule = StderrRule(w)
		default:
			return fmt.Errorf("unknown option %q of section %s", w, kind)
		}
	}
	text, err := decode(s.body, noeol, escaped)
	if err != nil {
		return err
	}
	switch kind {
	case "script":
		c.Script = text
	case "stdin":
		c.Stdin, c.StdinPipe, c.HasStdin = text, pipe, true
	case "file", "program":
		c.Files = append(c.Files, ExtraFile{Path: path, Text: text, Exec: kind == "program"})
	case "stdout":
		c.Stdout = text
	case "stderr":
		c.Stderr, c.StderrRule = text, rule
		if rule != StderrExact && text != "" {
			return fmt.Errorf("stderr %s takes no text", rule)
		}
	default:
		return fmt.Errorf("unknown section %q", kind)
	}
	return nil
}

// decode turns the lines of a section into its text.
func decode(lines []string, noeol, escaped bool) (string, error) {
	var b strings.Builder
	for i, l := range lines {
		if guarded(l) {
			l = l[1:]
		}
		if escaped {
			u, err := strconv.Unquote(`"` + strings.ReplaceAll(l, `"`, `\"`) + `"`)
			if err != nil {
				return "", fmt.Errorf("bad escape in %q", l)
			}
			l = u
		}
		b.WriteString(l)
		if i < len(lines)-1 || !noeol {
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// guarded reports whether the first backslash of the content line l only keeps it from being read
// as a case or section.
func guarded(l string) bool {
	rest := strings.TrimLeft(l, `\`)
	return len(rest) < len(l) && (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "==="))
}
