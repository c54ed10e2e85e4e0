//go:build linux

package interp_test

import (
	"testing"

	"ftsh/interp"
)

// A guest shell has no program for other machines to run.
func TestViaInAGuest(t *testing.T) {
	r := script(t, interp.Options{}, "forall x via local in a; echo not run; end\necho $?\n")
	const want = "test:1:1: via: expected a shell that runs as a program of its own\n"
	if r.out != "2\n" || r.errs != want || r.err != nil {
		t.Errorf("output %q, errors %q, %v", r.out, r.errs, r.err)
	}
}
