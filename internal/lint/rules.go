package lint

// The names of the rules.
const (
	SyntaxError         = "syntax-error"
	RetryWithoutLimit   = "retry-without-limit"
	RetryWithoutDelay   = "retry-without-delay"
	KnownFailures       = "known-failures"
	SubmitsTwice        = "submits-twice"
	MisusedScratch      = "misused-scratch"
	WaitWithoutLimit    = "wait-without-limit"
	HiddenFailure       = "hidden-failure"
	LeavesBlock         = "leaves-block"
	LostStatus          = "lost-status"
	LostAssignment      = "lost-assignment"
	LoopInput           = "loop-input"
	NotIdempotent       = "not-idempotent"
	UnquotedDestructive = "unquoted-destructive"
	UnreachableCatch    = "unreachable-catch"
	GuardEndsList       = "guard-ends-list"
	BlockWord           = "block-word"
	PasswordArgument    = "password-argument"
	Bashism             = "bashism"
	Original            = "original-construct"
	Directive           = "directive"
)

// A Rule describes one kind of mistake. Its section in docs/reference/lint.md has its name.
type Rule struct {
	Name    string
	Level   Level
	Summary string // one line, without a full stop
}

// Rules returns all rules, in the order of docs/reference/lint.md.
func Rules() []Rule {
	return []Rule{
		{SyntaxError, Error, "a syntax error"},
		{RetryWithoutLimit, Warning, "a retry that nothing ends"},
		{RetryWithoutDelay, Warning, "a retry that does not wait between attempts"},
		{KnownFailures, Warning, "a long retry of a program with known failures, without the " +
			"word known or a rule of its own"},
		{SubmitsTwice, Warning, "a retried submission of a batch job that nobody looks for"},
		{MisusedScratch, Warning, "FTSH_SCRATCH where it is not set, or of the other kind"},
		{WaitWithoutLimit, Warning, "a loop that waits for something without a time limit"},
		{HiddenFailure, Warning, "a || true, or a curl without -f, that hides a failure from its block"},
		{LeavesBlock, Warning,
			"a || exit that leaves a block at the first failure, before it tries again"},
		{LostStatus, Warning, "a block whose failure nobody notices"},
		{LostAssignment, Warning, "a variable assigned in the branches of a forall, or in a " +
			"pipeline, and used after it"},
		{LoopInput, Warning, "a command that reads the lines of the loop around it"},
		{NotIdempotent, Warning, "a step of a retried block that goes wrong in the second attempt"},
		{UnquotedDestructive, Warning, "an unquoted expansion in a command that destroys"},
		{UnreachableCatch, Warning, "a catch list that never runs"},
		{GuardEndsList, Warning,
			"a [ … ] && guard that ends the list of a block, or a brittle script"},
		{BlockWord, Warning, "a block word that opens or closes no block"},
		{PasswordArgument, Warning,
			"a password in the arguments of a command, where everybody can see it"},
		{Bashism, Warning, "bash syntax that ftsh lacks or reads differently"},
		{Original, Error, "syntax of the original ftsh, for which the shell refuses " +
			"the script"},
		{Directive, Warning, "a comment for ftsh-lint that has no effect"},
	}
}

func levelOf(rule string) Level {
	for _, r := range Rules() {
		if r.Name == rule {
			return r.Level
		}
	}
	return Warning
}

// Known reports whether there is a rule of that name.
func Known(rule string) bool {
	for _, r := range Rules() {
		if r.Name == rule {
			return true
		}
	}
	return false
}
