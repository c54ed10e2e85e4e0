package lint

// The names of the rules.
const (
	SyntaxError         = "syntax-error"
	RetryWithoutLimit   = "retry-without-limit"
	RetryWithoutDelay   = "retry-without-delay"
	KnownFailures       = "known-failures"
	WaitWithoutLimit    = "wait-without-limit"
	HiddenFailure       = "hidden-failure"
	LeavesBlock         = "leaves-block"
	LostStatus          = "lost-status"
	LostAssignment      = "lost-assignment"
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

// A Rule describes one kind of mistake. Its section in docs/lint.md has its name.
type Rule struct {
	Name    string
	Level   Level
	Summary string // one line, without a full stop
}

// Rules returns all rules, in the order of docs/lint.md.
func Rules() []Rule {
	return []Rule{
		{SyntaxError, Error, "what the shell cannot read"},
		{RetryWithoutLimit, Warning, "a retry that nothing ends"},
		{RetryWithoutDelay, Warning, "a retry that does not wait between attempts"},
		{KnownFailures, Warning,
			"a long retry that does not say which failures are final, of a program of which it is known"},
		{WaitWithoutLimit, Warning, "a loop that waits for something, for ever if it never comes"},
		{HiddenFailure, Warning, "a || true by which a block never sees a failure"},
		{LeavesBlock, Warning,
			"a || exit by which the first failure leaves a block that would try again"},
		{LostStatus, Warning, "a block whose failure nobody notices"},
		{LostAssignment, Warning, "a variable of a forall's branches that is used after it"},
		{NotIdempotent, Warning, "a step of a retried block that a second attempt does wrong"},
		{UnquotedDestructive, Warning, "an unquoted expansion in a command that destroys"},
		{UnreachableCatch, Warning, "a catch list that nothing leads to"},
		{GuardEndsList, Warning,
			"a [ … ] && guard that ends the list of a block, or a brittle script"},
		{BlockWord, Warning, "a word of a block where it opens or closes none"},
		{PasswordArgument, Warning,
			"a password among the words of a command, which everybody can see"},
		{Bashism, Warning, "what bash has, and ftsh has not or reads otherwise"},
		{Original, Error, "a construct of the original ftsh, for which the shell refuses " +
			"the script"},
		{Directive, Warning, "a comment for ftsh-lint that says nothing"},
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
