//go:build linux

package main

import (
	"testing"

	"ftsh/parser"
)

func TestScriptsAreValid(t *testing.T) {
	for seed := range uint64(2000) {
		for _, guest := range []bool{false, true} {
			script := newGenerator(seed, guest).script()
			if _, err := parser.Parse(script, parser.Options{}); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, script)
			}
		}
	}
}

func TestSeedsReproduce(t *testing.T) {
	for seed := range uint64(50) {
		first, second := planOf(seed).String(), planOf(seed).String()
		if first != second {
			t.Errorf("seed %d: two plans", seed)
		}
	}
	if planOf(1).script == planOf(2).script {
		t.Error("seeds 1 and 2 have the same script")
	}
}
