package cron

import (
	"fmt"
	"strconv"
	"strings"
)

// metrics writes the run in the text format of Prometheus, for the textfile collector of its node
// exporter (https://prometheus.io/docs/instrumenting/exposition_formats/). row is the number of
// failures in a row, if it is known.
func (r *run) metrics(out *outcome, row int, known bool) {
	if r.config.Metrics == "" {
		return
	}
	label := `{name="` + labelValue.Replace(strings.ToValidUTF8(r.config.title(), "\uFFFD")) + `"}`
	var b strings.Builder
	gauge := func(name, help string, value float64) {
		name = "ftsh_cron_" + name
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s gauge\n%s%s %s\n", name, help, name, name, label,
			strconv.FormatFloat(value, 'f', -1, 64))
	}
	gauge("start_time_seconds", "When the last run began, in seconds since 1970.",
		float64(out.start.UnixMilli())/1000)
	gauge("duration_seconds", "How long the last run took.",
		float64(out.end.Sub(out.began).Milliseconds())/1000)
	gauge("status", "The exit status of the last run.", float64(out.status))
	gauge("attempts", "The most attempts that a block of the last run made.", float64(out.made()))
	if known {
		gauge("failures_in_a_row", "How many runs in a row have failed, with the last one.",
			float64(row))
	}
	if err := replaceFile(r.config.Metrics, b.String()); err != nil {
		r.note("the metrics cannot be written: %v", err)
	}
}

// labelValue escapes text for a label's value.
var labelValue = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
