// Package tests holds tests of the whole program on real work: a configure script, the shell
// scripts installed by Debian, and the remains of a script. Each runs under dash too, and ftsh must
// do the same. Pages of docs/ are run too: page_test.go describes the form of a page.
//
// A test fails if one of its programs is missing; .ci/run installs them. There is no code here
// except the tests.
package tests
