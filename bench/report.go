package main

import (
	"fmt"
	"strings"
)

// table formats the result as Markdown: dash's median, and each other shell's ratio to it.
func table(results []result, shells []shell) string {
	var b, notes strings.Builder
	b.WriteString("| work |")
	rule := "|---|"
	for _, s := range shells {
		fmt.Fprintf(&b, " %s |", s.name)
		rule += "---|"
	}
	b.WriteString("\n" + rule + "\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s |", r.workload.title)
		base, _ := r.median("dash")
		for _, s := range shells {
			m, ok := r.median(s.name)
			switch {
			case !ok:
				b.WriteString(" failed |")
				fmt.Fprintf(&notes, "- %s: %s: %s\n", r.workload.name, s.name, r.output[s.name])
				continue
			case s.name == "dash":
				fmt.Fprintf(&b, " %s |", absolute(m, r.workload.memory))
			default:
				fmt.Fprintf(&b, " %s |", ratio(m/base))
			}
			if r.output[s.name] != r.output["dash"] {
				fmt.Fprintf(&notes, "- %s: %s printed %.60q, dash %.60q\n", r.workload.name, s.name,
					r.output[s.name], r.output["dash"])
			}
		}
		b.WriteString("\n")
	}
	if notes.Len() > 0 {
		b.WriteString("\nNot comparable:\n\n" + notes.String())
	}
	return b.String()
}

func absolute(v float64, memory bool) string {
	switch {
	case memory:
		return fmt.Sprintf("%.1f MB", v/1024)
	case v < 100e6:
		return fmt.Sprintf("%.1f ms", v/1e6)
	}
	return fmt.Sprintf("%.2f s", v/1e9)
}

func ratio(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.3fx", x)
	}
	return fmt.Sprintf("%.2fx", x)
}

// A verdict is the outcome for the goals.
type verdict struct {
	text  string
	count int // of goals missed
}

// goals checks every row of ftsh with a goal.
func goals(results []result) verdict {
	var v verdict
	var b strings.Builder
	held := 0
	for _, r := range results {
		if r.workload.goal == informed || r.workload.memory && r.workload.most == 0 {
			continue
		}
		ours, ok := r.median("ftsh")
		base, okBase, limit, words := r.bar()
		switch {
		case r.samples["ftsh"] == nil && r.output["ftsh"] == "":
			continue // ftsh was not requested
		case !ok || !okBase:
			v.count++
			fmt.Fprintf(&b, "- missed: %s: no result (%s)\n", r.workload.title, r.output["ftsh"])
		case !r.workload.memory && r.output["ftsh"] != r.output["dash"]:
			v.count++
			fmt.Fprintf(&b, "- missed: %s: another output than dash's\n", r.workload.title)
		case ours/base > limit:
			v.count++
			fmt.Fprintf(&b, "- missed: %s: %s, goal %s\n", r.workload.title, ratio(ours/base),
				words)
		default:
			held++
		}
	}
	v.text = fmt.Sprintf("\nGoals of ftsh: %d held, %d missed.\n%s", held, v.count, b.String())
	return v
}

// bar returns the measure for the goal of a row: at most limit times base. words describes it.
func (r result) bar() (base float64, ok bool, limit float64, words string) {
	if r.workload.memory {
		return float64(r.workload.most), true, 1, absolute(float64(r.workload.most), true)
	}
	peer, limit := r.workload.peer, float64(r.workload.goal)
	if peer == "" {
		peer = "dash"
	}
	if limit == 0 {
		limit = 2
	}
	if base, ok = r.median(peer); peer == fastest {
		base, ok = r.fastest()
	}
	return base, ok, limit, fmt.Sprintf("at most %gx %s", limit, peer)
}

// fastest returns the least median of the other shells with dash's output.
func (r result) fastest() (least float64, ok bool) {
	for name := range r.samples {
		m, ran := r.median(name)
		if ran && name != "ftsh" && r.output[name] == r.output["dash"] && (!ok || m < least) {
			least, ok = m, true
		}
	}
	return least, ok
}
