package sim

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
)

// Figure is a diagram: curves over a common axis. Render draws it, WriteCSV tabulates it.
type Figure struct {
	Name           string // of its files, without extension
	Title          string
	XLabel, YLabel string // with units
	LogX, LogY     bool   // values not above 0 are then left out
	YMin, YMax     float64
	Curves         []Curve
	Spans          []Interval // shaded parts of the X axis
}

// Curve is a line through points, with a band around it if Low and High are there.
type Curve struct {
	Name      string
	X, Y      []float64
	Low, High []float64
	Dots      bool     // points only, as for measurements next to a computed line
	Plain     bool     // no marks on the line, as next to measurements
	Like      int      // 1, 2, …: the style of that curve of the figure; 0: its own
	Labels    []string // if there, the points are drawn with these texts and no line
}

// Interval is a part of the X axis with a meaning.
type Interval struct {
	From, To float64
	Label    string
}

// seconds returns 1, 2, … n: the ends of bins of one second.
func seconds(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

// real returns the curve of measurements for the simulated curve number i, and makes the latter
// plain.
func (f *Figure) real(i int, name string, x, y []float64) Curve {
	f.Curves[i].Plain = true
	return Curve{Name: name + ", real", X: x, Y: y, Dots: true, Like: i + 1}
}

// means returns the averages of each n values, and the middles of these bins counted from 0.
// Unknown values (NaN) do not count; a bin of nothing else is NaN.
func means(values []float64, n int) (x, y []float64) {
	for i := 0; i+n <= len(values); i += n {
		sum, known := 0.0, 0.0
		for _, v := range values[i : i+n] {
			if !math.IsNaN(v) {
				sum += v
				known++
			}
		}
		x, y = append(x, float64(i)+float64(n)/2), append(y, sum/known)
	}
	return x, y
}

// every returns the last of each n values.
func every(values []float64, n int) []float64 {
	var list []float64
	for i := n - 1; i < len(values); i += n {
		list = append(list, values[i])
	}
	return list
}

// WriteCSV writes a table with a column for X and one for each curve, or, if the curves do not
// share their X, one line for each point.
func (f Figure) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	shared := true
	for _, c := range f.Curves {
		shared = shared && slices.Equal(c.X, f.Curves[0].X)
	}
	if shared && len(f.Curves) > 0 && f.Curves[0].Labels == nil {
		f.wide(out)
	} else {
		_ = out.Write([]string{"curve", f.XLabel, f.YLabel}) // errors stay in the writer
		for _, c := range f.Curves {
			for i := range c.X {
				if c.Labels != nil {
					c.Name = c.Labels[i]
				}
				_ = out.Write([]string{c.Name, number(c.X[i]), number(c.Y[i])})
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (f Figure) wide(out *csv.Writer) {
	head := []string{f.XLabel}
	for _, c := range f.Curves {
		head = append(head, c.Name)
		if c.Low != nil {
			head = append(head, c.Name+" (least)", c.Name+" (greatest)")
		}
	}
	_ = out.Write(head) // errors stay in the writer
	for i := range f.Curves[0].X {
		row := []string{number(f.Curves[0].X[i])}
		for _, c := range f.Curves {
			row = append(row, number(c.Y[i]))
			if c.Low != nil {
				row = append(row, number(c.Low[i]), number(c.High[i]))
			}
		}
		_ = out.Write(row)
	}
}

func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
