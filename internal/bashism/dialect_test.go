package bashism

import "testing"

func TestDialect(t *testing.T) {
	for text, want := range map[string]bool{
		"#!/bin/bash\n":                          true,
		"#!/usr/bin/env bash\n":                  true,
		"#! /bin/bash -e":                        true,
		"#!/usr/bin/env -S ftsh -o bash\n":       true,
		"#!/usr/bin/ftsh -obash\n":               true,
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
