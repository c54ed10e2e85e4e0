//go:build linux

package main

import (
	"regexp"
	"strings"
)

// An exception is an intended difference.
type exception struct {
	reason string
	meant  func(script string, c *comparison) bool
}

// exceptions returns the exceptions. They are checked for each script with a difference, smaller
// ones too: a script is not shrunk towards an intended difference. docs/differences.md has the
// reasons in full.
func exceptions() []exception {
	return []exception{
		{
			"an error that ends the shell has status 2, as in dash (language.md, section 10); in others 1 or 127",
			func(_ string, c *comparison) bool {
				ours := c.ours
				ours.status = c.theirs.status
				return c.ours.status == "2" && (c.theirs.status == "1" ||
					c.theirs.status == "127") && ours == c.theirs
			},
		},
		{
			"an error in an expansion of a here-document ends the shell (XCU 2.8.1), elsewhere only the process that reads it",
			func(script string, c *comparison) bool {
				return strings.Contains(script, "<<") && c.ours.status == "2" &&
					strings.HasPrefix(c.theirs.stdout, c.ours.stdout)
			},
		},
		{
			"the same in an asynchronous list, a substitution or a pipeline: that is what it ends",
			matching(regexp.MustCompile(`(?s)([{(].*<<.*\$\(\(.*|<<.*\$\(\(.*)(& *wait|\n\)|\})`)),
		},
		{
			"elements of a pipeline run at the same time: a pattern in one may or may not find what another makes",
			matching(regexp.MustCompile(`>\s*\w+\s*\|.*[*?]`)),
		},
		{
			"echo interprets backslashes (XSI), as in dash",
			asDash(regexp.MustCompile(`(?s)\\.*echo|echo.*\\`)),
		},
		{
			"kill $$ in a subshell runs the traps of the environments of the shell's process (differences.md)",
			matching(regexp.MustCompile(`(?s)[({|].*kill -USR1 \$\$`)),
		},
		{
			"who writes to a pipe that nobody reads may or may not come in time to die of SIGPIPE",
			matching(regexp.MustCompile(`\| *:`)),
		},
		{
			"with pipefail, who writes to a pipe that nobody reads may or may not come in time to die of SIGPIPE",
			func(script string, c *comparison) bool {
				return strings.Contains(script, "pipefail") &&
					strings.Contains(c.ours.String()+c.theirs.String(), "141")
			},
		},
	}
}

// bashExceptions returns the exceptions for scripts in the language of bash.
func bashExceptions() []exception {
	return []exception{
		{
			"an assignment in a here-document for a program is one of the shell, in bash one of the program's process",
			matching(regexp.MustCompile(`(?s)<<.*(\$\{\w+:?=|\$\(\(.*=|\$\(\(.*\+\+|\$\(\(.*--|\$\[|arr\[)`)),
		},
		{
			"a variable assigned before the call of a function and unset in it is gone after the call; in bash it may stay",
			matching(regexp.MustCompile(`(?s)(unset (-v )?a|(local|declare|typeset|export|readonly) .*)(.*)a=\S* f\d`)),
		},
		{
			"after set -e has ended a function the trap of EXIT sees its local variables (decisions/bash-dialect.md)",
			matching(regexp.MustCompile(`(?s)local.*trap '.*\$.*' EXIT.*set -e|set -e.*local.*trap '.*\$.*' EXIT`)),
		},
		{
			"bash splits the value of a declaration whose word has braces",
			matching(regexp.MustCompile(`(declare|typeset|local|export|readonly) (?s:.*)=(?s:.*)\{`)),
		},
		{
			"bash expands a tilde after the second = of a word that has expanded another one",
			matching(regexp.MustCompile(`[=:]~.*=~`)),
		},
		{
			"who writes to a pipe that nobody reads may or may not come in time to die of SIGPIPE",
			matching(regexp.MustCompile(`\|&? *:`)),
		},
		{
			"of \"${a[@]}${x:-$@}\" without elements and parameters nothing is left; in bash an empty word is",
			matching(regexp.MustCompile(`:?[-+=]\$@`)),
		},
		{
			"bash runs ERR for a subshell in a pipeline, and again for the pipeline",
			matching(regexp.MustCompile(`(?s)trap '.*' ERR.*\|&?\s*\(`)),
		},
		{
			"PIPESTATUS after a compound command is its status, in bash that of the last command in it",
			matching(regexp.MustCompile(`(?s)(done|fi|esac|\}).*PIPESTATUS`)),
		},
		{
			"messages have other words and places",
			func(_ string, c *comparison) bool {
				return strings.Contains(c.ours.String()+c.theirs.String(), "../script:")
			},
		},
		{
			"elements of a pipeline run at the same time: a pattern in one may or may not find what another makes",
			matching(regexp.MustCompile(`(?s)>\s*\w+.*\|.*[*?]|\|.*>\s*\w+`)),
		},
	}
}

// matching returns a check for differences in scripts of a form.
func matching(form *regexp.Regexp) func(string, *comparison) bool {
	return func(script string, _ *comparison) bool { return form.MatchString(script) }
}

// asDash returns a check for differences in scripts of a form, if dash behaves like ftsh, does not
// end, or reports something else in the script as an error.
func asDash(form *regexp.Regexp) func(string, *comparison) bool {
	return func(script string, c *comparison) bool {
		dash, ended := c.peers["dash"]
		return form.MatchString(script) && (!ended || dash == c.ours || dash.status == "2")
	}
}

// excepted returns the reason for an intended difference; "" for any other.
func (m *match) excepted(script string, c *comparison) string {
	for _, e := range m.exceptions {
		if e.meant(script, c) {
			return e.reason
		}
	}
	return ""
}
