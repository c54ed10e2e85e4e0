// Package archtest holds the project's architecture to what
// docs/architecture.md says, as tests: which package may import which, what is
// never linked into the shell, and the house rules a parser can see.
//
// There is no code here besides the tests.
package archtest
