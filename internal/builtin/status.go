package builtin

import "ftsh/internal/flow"

// colon is `:`.
func colon(Host, []string) flow.Outcome { return flow.Outcome{} }

// trueStatus is `true`, and `success` in a block.
func trueStatus(Host, []string) flow.Outcome { return flow.Outcome{} }

// falseStatus is `false`.
func falseStatus(Host, []string) flow.Outcome { return flow.Outcome{Status: 1} }
