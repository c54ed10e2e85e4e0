package builtin

import "ftsh/internal/flow"

// misuse is the outcome of a regular builtin used wrongly.
func misuse() flow.Outcome { return flow.Status(flow.StatusUsage) }

// fatal is the outcome of a failed special builtin: XCU 2.8.1 has the shell exit.
func fatal() flow.Outcome {
	return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
}

// cancelled is the outcome of a builtin whose context ended while it waited.
func cancelled() flow.Outcome {
	return flow.Outcome{Status: flow.StatusDeadline, Divert: flow.Cancel}
}
