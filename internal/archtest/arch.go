// Package archtest tests the rules of docs/architecture.md: imports between packages, code never
// linked into the shell, and the house rules visible to a parser.
//
// There is no code here besides the tests.
package archtest
