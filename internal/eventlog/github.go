package eventlog

import (
	"strconv"
	"strings"

	"ftsh/interp/event"
)

// annotation returns a command of GitHub Actions to show a failure at its place in the script, "" for
// other events (https://docs.github.com/actions, "Workflow commands": error).
func annotation(e *event.Event) string {
	if e.Kind != event.BlockFailed && e.Kind != event.ScriptFailed ||
		e.Level > event.LevelFailure || e.Result.Reported || e.Result.GivenUp {
		return ""
	}
	at := e.Place
	if len(e.Result.Errors) > 0 { // the last failed command
		if f := e.Result.Errors[len(e.Result.Errors)-1].Failure; f.Place.Line > 0 {
			at = f.Place
		}
	}
	if at.Line == 0 {
		return ""
	}
	message := workflowData.Replace(strings.Join(text(e), "\n"))
	return "::error file=" + workflowProperty.Replace(at.Script) + ",line=" + strconv.Itoa(at.Line) +
		",col=" + strconv.Itoa(at.Col) + ",title=ftsh::" + message + "\n"
}

var (
	workflowData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	workflowProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
