// Package version says which version of the project a program is of.
//
// The model: a build that knows better says so by the linker (make does, from git); else it is
// what the go command noted, that of the module for `go install …@v1.2.3`, or the commit
// that a checkout was at.
package version

import "runtime/debug"

// stamp is set by the linker (-X), see the Makefile; "" where it was not.
var stamp = ""

// Of is what a program answers to --version: its name, a blank and a version without blanks.
func Of(program string) string { return program + " " + number() }

func number() string {
	if stamp != "" {
		return stamp
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	return noted(info)
}

// unknown is the version of what was built without one: from a directory that is no
// checkout, or by a test.
const unknown = "unknown"

// noted is the version that the go command noted.
func noted(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "-dirty"
		}
	}
	if revision == "" {
		return unknown
	}
	return revision + modified
}
