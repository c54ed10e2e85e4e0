//go:build linux

package rehearse_test

import (
	"strings"
	"testing"

	"ftsh/internal/rehearse"
	"ftsh/internal/subject"
)

// Reports of scripts that confuse a reader if they are read wrongly.
func TestReports(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	for _, c := range []struct {
		name, script string
		only         []string
		once         string
		found        bool
		has          []string
		hasNot       string
	}{
		{
			name: "a file that is not the same a second later", script: "count >out\nseq 2 >/dev/null || :\n",
			only: []string{"2:1=fail", "2:1=kill", "2:1=half"},
			has:  []string{"3 runs, 0 findings"},
		},
		{
			name: "a file named by the second", script: "seq 3 >file$(count)\nseq 2 >/dev/null || :\n",
			only: []string{"2:1=fail", "2:1=kill", "2:1=half"},
			has:  []string{"3 runs, 0 findings"},
		},
		{
			name: "the commands of a trap", script: "trap 'rm -f new' EXIT\nseq 3 >new\ncp new res\n",
			only: []string{"fail"}, found: true,
			has: []string{"\n3:1 cp new res     .\n", "\n3:1 rm -f new      X\n",
				"s:3:1: rm -f new fails before it did its work: status 0, but new is left\n"},
			hasNot: "trap …",
		},
		{
			name: "a process that is left without a fault, too", script: "tail -f /dev/null &\nseq 3 >x\n",
			only: []string{"1:1=lost"},
			has:  []string{"1 run, 0 findings"},
		},
		{
			name: "a script that lacks a file and goes on", script: "sort input >x\n:\n", only: []string{"1:1=fail"},
			has: []string{"1 run, 0 findings\nWithout a fault it says: sort: cannot read: input: No such file or " +
				"directory (a run has an empty directory; with --copy a copy of this one)\n"},
		},
		{
			name: "a step that is not there", script: "seq 3 >x\n", only: []string{"1:1=fail"}, once: "submit *",
			has: []string{"1 run, 0 findings\n--once 'submit *': no program of a run without a fault is that\n"},
		},
		{
			name: "no program", script: "echo hello\n",
			has: []string{"The script starts no program that can fail: builtins, sleep, true and false do not.\n" +
				"0 runs, 0 findings\n"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found, text := rehearsal(t, c.script, rehearse.Options{Only: c.only}, c.once)
			if found != c.found || c.hasNot != "" && strings.Contains(text, c.hasNot) {
				t.Errorf("found %t:\n%s", found, text)
			}
			for _, want := range c.has {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}
