// Package version reports the version of the project.
//
// The model: the linker sets it, if the build knows a version (make takes it from git). Otherwise
// it is the version recorded by the go command: of the module for `go install …@v1.2.3`, or the
// commit of a checkout.
package version

import "runtime/debug"

// stamp is set by the linker (-X), see the Makefile; "" if it was not.
var stamp = ""

// Of returns a program's answer to --version: its name, a blank and a version without blanks.
func Of(program string) string { return program + " " + Number() }

// Number returns the version without the name of a program.
func Number() string {
	if stamp != "" {
		return stamp
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	return noted(info)
}

// unknown is the version of a build without one: from a directory that is no checkout, or by a
// test.
const unknown = "unknown"

// noted returns the version recorded by the go command.
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
