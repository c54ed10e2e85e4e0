package lint

import "testing"

func TestLostStatus(t *testing.T) {
	const lost = "1:1 the status of this try is lost: the script goes on when it fails; begin it " +
		"with set -o brittle, or write end || exit"
	runRule(t, LostStatus, []ruleCase{
		{"try 3 times\n a\nend\nb", []string{lost}},
		{"try 3 times; a; end; b", []string{lost}},
		{"try 3 times\n a\nend >log\nb", []string{"1:1 the status of this try"}},
		{"forany h in a b\n c\nend\nforall h in a b\n c\nend\nb",
			[]string{"1:1 the status of this forany", "4:1 the status of this forall"}},
		{"for f in *; do\n try 3 times\n  a\n end\ndone", []string{"2:2 the status of this try"}},
		{"while read -r f; do\n try 3 times\n  a\n end\ndone",
			[]string{"2:2 the status of this try"}},
		{"if x; then\n try 3 times\n  a\n end\nfi\nb", []string{"2:2 the status of this try"}},
		{"f() {\n try 3 times\n  a\n end\n b\n}\nf", []string{"2:2 the status of this try"}},
		{"f() {\n try 3 times\n  a\n end\n b\n}\ng() { f; }\ntry\n f\nend\nif g; then c; fi",
			[]string{"2:2 the status of this try", "8:1 the status of this try"}},
		{"try 3 times\n a\nend\nset -- \"$x\" -e\nb", []string{"1:1 the status of this try"}},
		{"#!/usr/bin/env ftsh\ntry 3 times\n a\nend\nb", []string{"2:1 the status of this try"}},

		{"b\ntry 3 times\n a\nend", nil},
		{"set -o brittle\ntry 3 times\n a\nend\nb", nil},
		{"set -eu\ntry 3 times\n a\nend\nb", nil},
		{"set -uo errexit\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh -o brittle\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh --cron\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh -eu\ntry 3 times\n a\nend\nb", nil},
		{"try 3 times\n a\ncatch\n c\nend\nb", nil},
		{"try 3 times\n a\nend || exit\nb", nil},
		{"try 3 times\n a\nend && b\nc", nil},
		{"if try 3 times; a; end; then b; fi\n! try 3 times; a; end\nc", nil},
		{"try 3 times\n a\nend\nif [ $? -ne 0 ]; then b; fi\nc", nil},
		{"try 3 times\n a\nend\ncase $? in 0) ;; esac\nc", nil},
		{"try 3 times\n a\nend\nrc=$?\nc", nil},
		{"try 3 times\n a\nend\nexit", nil},
		{"try 3 times\n a\nend\nexit $?", nil},
		{"try 3 times\n a\nend\n[ -s data ] || exit 1\nc", nil},
		{"try 3 times\n a\nend\nif [ -s data ]; then b; fi\nc", nil},
		{"try 3 times\n a\nend &\nb", nil},
		{"while :; do\n try 3 times\n  a\n end\n b\n sleep 60\ndone",
			[]string{"2:2 the status of this try"}},
		{"while :; do\n try 3 times\n  a\n end\n sleep 60\ndone", nil},
		{"while true; do\n sleep 60\n try 3 times\n  a\n end\ndone", nil},
		{"f() {\n try 3 times\n  a\n end\n}\nf || exit", nil},
		{"f() {\n try 3 times\n  a\n end\n b\n}\ntry 2 times\n f\nend", nil},
		{"try 3 times\n try\n  a\n end\n b\nend", nil},
		{"if x; then\n try 3 times\n  a\n end\nelse\n b\nfi", nil},
	})
}
