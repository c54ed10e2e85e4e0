package sim

import (
	"fmt"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
)

// NewPolicyReport draws and tabulates the first n delays of policies, to help choose one.
func NewPolicyReport(policies []string, n int) (Report, error) {
	specs, err := parsePolicies(policies)
	if err != nil {
		return Report{}, err
	}
	f := Figure{Name: "policy", Title: "Delay after each failure (thin: least and greatest)",
		XLabel: "failures so far",
		YLabel: "delay (s)", LogY: true}
	total := Figure{Name: "policy-total", Title: "Wait in all (thin: least and greatest)",
		XLabel: "failures so far",
		YLabel: "total wait (s)", LogY: true}
	var report Report
	for _, s := range specs {
		steps := backoff.Schedule(s.Policy(), n)
		delay, sum := Curve{Name: s.String()}, Curve{Name: s.String()}
		table := Table{Title: "policy " + s.String(),
			Head: []string{"failures", "least", "expected", "greatest", "least in all",
				"expected in all", "greatest in all"}}
		for i, step := range steps {
			delay.add(float64(i+1), step.Delay)
			sum.add(float64(i+1), step.Total)
			table.Rows = append(table.Rows, []string{fmt.Sprint(i + 1), human(step.Delay.Least),
				human(step.Delay.Mean),
				human(step.Delay.Greatest), human(step.Total.Least), human(step.Total.Mean),
				human(step.Total.Greatest)})
		}
		if len(steps) < n {
			table.Notes = []string{fmt.Sprintf("after %d failures it gives up", len(steps)+1)}
		}
		f.Curves, total.Curves = append(f.Curves, delay), append(total.Curves, sum)
		report.Tables = append(report.Tables, table)
	}
	report.Figures = []Figure{f, total}
	return report, nil
}

func (c *Curve) add(x float64, s backoff.Span) {
	c.X, c.Y = append(c.X, x), append(c.Y, s.Mean.Seconds())
	high := s.Greatest.Seconds()
	if s.Greatest == backoff.Unbounded {
		high = 0 // not drawn: the axis is logarithmic
	}
	c.Low, c.High = append(c.Low, s.Least.Seconds()), append(c.High, high)
}

func human(d time.Duration) string {
	if d == backoff.Unbounded {
		return "unbounded"
	}
	return duration.Human(d)
}
