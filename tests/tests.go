// Package tests holds tests of the whole program on real work: a configure
// script, the shell scripts that Debian installs, and what a script leaves
// behind. Each runs under dash too, and ftsh must do the same. Pages of docs/ are run
// too: page_test.go says how a page is written.
//
// A test fails where a program that it needs is missing; .ci/run installs them.
// There is no code here besides the tests.
package tests
