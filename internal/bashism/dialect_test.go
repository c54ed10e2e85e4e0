package bashism

import "testing"

func TestDialect(t *testing.T) {
	for text, want := range map[string]bool{
		"#!/bin/bash\n":                          true,
		"#!/usr/bin/env bash\n":                  true,
		"#! /bin/bash -e":                        true,
		"#!/usr/bin/env -S ftsh -o bash\n":       true,
		"#!/usr/bin/ftsh -obash\n":               true,
		"#!/usr/bin/ftsh -euo bash\n":            true,
		"#!/usr/bin/env -S ftsh -e -uobash\n":    true,
		"#!/usr/bin/env -S X=1 ftsh -o bash":     true,
		"#!/usr/bin/ftsh +o bash\n":              false,
		"#!/bin/zsh -o bash\n":                   false,
		"#!/usr/bin/ftsh --log-file=-o bash\n":   false,
		"#!/bin/sh\n# bash\n":                    false,
		"#!/usr/bin/env ftsh\nset -o bash\n":     false,
		"#!/usr/bin/env -S ftsh -o brittle bash": false,
		"set -o bash\n":                          false,
		"#!":                                     false,
		"":                                       false,
	} {
		if Dialect(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for text, want := range map[string]Line{
		"#!/bin/bash -e  x\n":                {"bash", false, "-e  x"},
		"#! /usr/bin/env -S A=b ftsh -o x\n": {"ftsh", true, "-o x"},
		"#!/usr/bin/env -Sftsh\n":            {"ftsh", true, ""},
		"#!/usr/bin/env":                     {},
		"echo":                               {},
	} {
		if got := FirstLine(text); got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
