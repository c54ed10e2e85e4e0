package sim

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"ftsh/internal/duration"
)

// Table is the numeric part of a report.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
	Notes []string
}

// Report is the outcome of one experiment.
type Report struct {
	Figures []Figure
	Tables  []Table
}

// Write prints the table in columns, for a terminal.
func (t Table) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", t.Title)
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		fmt.Fprintf(out, "  %s\n", strings.Join(row, "\t"))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, n := range t.Notes {
		fmt.Fprintf(w, "  %s\n", n)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// count prints a number for people: whole if large.
func count(x float64) string {
	switch {
	case math.IsNaN(x):
		return "never"
	case x == math.Trunc(x) || math.Abs(x) >= 100:
		return fmt.Sprintf("%.0f", x)
	case math.Abs(x) >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// secs prints seconds for people.
func secs(x float64) string {
	if math.IsNaN(x) {
		return "never"
	}
	return duration.Human(time.Duration(x * 1e9))
}
