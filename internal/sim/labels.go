package sim

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labelled draws points with their names next to them. Many points need this: a legend with as many
// marks would be unreadable.
func labelled(p *plot.Plot, c Curve, s style) error {
	xys := make(plotter.XYs, len(c.X))
	for i := range c.X {
		xys[i] = plotter.XY{X: c.X[i], Y: c.Y[i]}
	}
	dots, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: s.color, Radius: vg.Points(2.4), Shape: s.mark}
	p.Add(dots)
	for i, offset := range places(xys, c.Labels) {
		text, err := plotter.NewLabels(plotter.XYLabels{XYs: xys[i : i+1],
			Labels: c.Labels[i : i+1]})
		if err != nil {
			return err
		}
		text.Offset = offset
		text.TextStyle[0].Font.Size = labelSize
		p.Add(text)
	}
	return nil
}

const labelSize = vg.Length(10)

// places finds, for the label of each point, a free place next to it: on the right, or higher,
// lower, on the left. It assumes letters of half their height and axes beginning at 0, which is
// near enough.
func places(points plotter.XYs, labels []string) []vg.Point {
	_, right, _, top := plotter.XYRange(points)
	at := func(p plotter.XY) vg.Point {
		return vg.Point{X: vg.Length(p.X/right) * (figureWidth - vg.Inch),
			Y: vg.Length(p.Y/top) * (figureHeight - vg.Inch)}
	}
	const gap = 1.2 * vg.Millimeter
	var taken []vg.Rectangle
	for _, p := range points {
		dot := at(p)
		taken = append(taken, vg.Rectangle{Min: vg.Point{X: dot.X - 2, Y: dot.Y - 2},
			Max: vg.Point{X: dot.X + 2, Y: dot.Y + 2}})
	}
	offsets := make([]vg.Point, len(points))
	for i, p := range points {
		width := labelSize * vg.Length(len(labels[i])) / 2
		for _, o := range []vg.Point{{X: gap, Y: -gap}, {X: gap, Y: gap}, {X: gap, Y: -4 * gap},
			{X: -gap - width, Y: -gap}, {X: -gap - width, Y: gap}} {
			low := vg.Point{X: at(p).X + o.X, Y: at(p).Y + o.Y}
			box := vg.Rectangle{Min: low, Max: vg.Point{X: low.X + width, Y: low.Y + labelSize}}
			if offsets[i] = o; !slices.ContainsFunc(taken, func(r vg.Rectangle) bool {
				return overlap(r, box)
			}) {
				taken = append(taken, box)
				break
			}
		}
	}
	return offsets
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
