package sim

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	figureWidth  = 7 * vg.Inch
	figureHeight = 4.3 * vg.Inch
	legendRow    = 13 * vg.Millimeter / 2
)

// style is the look of a curve. Dashes and marks alone tell curves apart in black and white; color
// only helps.
type style struct {
	color  color.Color
	dashes []vg.Length
	mark   draw.GlyphDrawer
}

func styleOf(i int) style {
	colors := []color.Color{
		color.Gray{0}, color.RGBA{0xb0, 0x20, 0x20, 0xff}, color.RGBA{0x10, 0x40, 0xb0, 0xff},
		color.RGBA{0x10, 0x70, 0x30, 0xff}, color.RGBA{0x80, 0x30, 0x90, 0xff},
		color.RGBA{0x90, 0x60, 0x00, 0xff},
	}
	dashes := [][]vg.Length{nil, {6, 3}, {1.5, 2}, {8, 2, 2, 2}, {3, 3}, {12, 3}}
	marks := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{},
		draw.CrossGlyph{},
		draw.PlusGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}}
	return style{colors[i%len(colors)], dashes[i%len(dashes)], marks[i%len(marks)]}
}

// Render writes the figure as NAME.svg and NAME.csv into dir, and returns their paths.
func (f Figure) Render(dir string) ([]string, error) {
	p, legends, err := f.plot()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	svg := vgsvg.New(figureWidth, figureHeight)
	f.drawAll(draw.New(svg), p, legends)
	var paths []string
	for ext, write := range map[string]func(io.Writer) error{
		"svg": func(w io.Writer) error { _, err := svg.WriteTo(w); return err },
		"csv": f.WriteCSV,
	} {
		path := filepath.Join(dir, f.Name+"."+ext)
		if err := writeFile(path, write); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// drawAll puts the legend under the diagram, in columns, so that it hides nothing, and the name of
// the Y axis next to it: package plot makes room for the name as if every axis were linear.
func (f Figure) drawAll(c draw.Canvas, p *plot.Plot, legends []plot.Legend) {
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max,
		{X: c.Min.X, Y: c.Max.Y}})
	rows := 0
	for _, l := range legends {
		rows = max(rows, int(math.Round(float64(l.Rectangle(c).Size().Y/legendRow))))
	}
	height := vg.Length(rows)*legendRow + 3*vg.Millimeter
	diagram := draw.Crop(c, 9*vg.Millimeter, -5*vg.Millimeter, height+2*vg.Millimeter,
		-2*vg.Millimeter)
	p.Draw(diagram)
	name := p.X.Label.TextStyle
	name.Rotation, name.XAlign, name.YAlign = math.Pi/2, draw.XCenter, draw.YTop
	data := p.DataCanvas(diagram)
	c.FillText(name, vg.Point{X: c.Min.X + 2*vg.Millimeter, Y: (data.Min.Y + data.Max.Y) / 2},
		f.YLabel)
	width := (c.Size().X - 20*vg.Millimeter) / vg.Length(max(len(legends), 1))
	for i, l := range legends {
		area := draw.Crop(c, 15*vg.Millimeter+vg.Length(i)*width, 0, 2*vg.Millimeter, 0)
		area.Max.X, area.Max.Y = area.Min.X+width, area.Min.Y+height
		l.Draw(area)
	}
}

func (f Figure) plot() (*plot.Plot, []plot.Legend, error) {
	p := plot.New()
	p.Title.Text = f.Title
	p.Title.Padding = 2 * vg.Millimeter
	p.X.Label.Text = f.XLabel
	p.X.Tick.Marker, p.Y.Tick.Marker = linearTicks{}, linearTicks{}
	if f.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	if f.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{0xe4}, color.Gray{0xe4}
	p.Add(grid)
	columns := 1
	if len(f.Curves) > 2 {
		columns = 2
	}
	if len(f.Curves) > 6 {
		columns = 3
	}
	legends := make([]plot.Legend, columns)
	for i := range legends {
		legends[i] = plot.NewLegend()
		legends[i].Left, legends[i].Top = true, true
		legends[i].ThumbnailWidth = 12 * vg.Millimeter
		legends[i].Padding = 0.7 * vg.Millimeter
	}
	perColumn := max(1, (len(f.Curves)+columns-1)/columns)
	for i, c := range f.Curves {
		if err := f.curve(p, &legends[i/perColumn], c, i); err != nil {
			return nil, nil, err
		}
	}
	f.margins(p)
	if f.YMax > f.YMin {
		p.Y.Min, p.Y.Max = f.YMin, f.YMax
	}
	if err := f.annotate(p); err != nil {
		return nil, nil, err
	}
	return p, legends, nil
}

// margins keeps marks and labels off the edges, and starts an axis at 0 if it nearly does so.
func (f Figure) margins(p *plot.Plot) {
	for _, a := range []struct {
		axis *plot.Axis
		log  bool
	}{{&p.X, f.LogX}, {&p.Y, f.LogY}} {
		if a.log {
			room := math.Pow(a.axis.Max/a.axis.Min, 0.02)
			a.axis.Min, a.axis.Max = a.axis.Min/room, a.axis.Max*room
			continue
		}
		if a.axis.Min < 0.4*a.axis.Max {
			a.axis.Min = min(a.axis.Min, 0)
		}
		room := 0.02
		if len(f.Curves) > 0 && f.Curves[0].Labels != nil {
			room = 0.1
		}
		a.axis.Max += room * (a.axis.Max - a.axis.Min)
	}
}

// points leaves out values without a place on the axes.
func (f Figure) points(x, y []float64) plotter.XYs {
	var xys plotter.XYs
	for i := range x {
		if math.IsNaN(y[i]) || math.IsInf(y[i], 0) || f.LogY && y[i] <= 0 || f.LogX && x[i] <= 0 {
			continue
		}
		if f.YMax > f.YMin {
			xys = append(xys, plotter.XY{X: x[i], Y: min(max(y[i], f.YMin), f.YMax)})
			continue
		}
		xys = append(xys, plotter.XY{X: x[i], Y: y[i]})
	}
	return xys
}

func (f Figure) curve(p *plot.Plot, legend *plot.Legend, c Curve, number int) error {
	if c.Like > 0 {
		number = c.Like - 1
	}
	s := styleOf(number)
	xys := f.points(c.X, c.Y)
	if len(xys) == 0 {
		return nil
	}
	if c.Low != nil {
		for _, edge := range [][]float64{c.Low, c.High} {
			line, err := plotter.NewLine(f.points(c.X, edge))
			if err != nil {
				// The band has no edge: unbounded, or 0 on a logarithmic axis.
				continue
			}
			line.Color, line.Width, line.Dashes = s.color, vg.Points(0.5), s.dashes
			p.Add(line)
		}
	}
	// Marks on about a dozen points tell the curves apart without covering them. Marks of different
	// curves lie next to each other. Earlier curves are broader, so of two coinciding ones both are
	// seen.
	every := max(len(xys)/12, 1)
	if c.Dots {
		every = 1
	}
	var marked plotter.XYs
	for i := (every/2 + number*every/max(len(f.Curves), 1)) % every; i < len(xys); i += every {
		marked = append(marked, xys[i])
	}
	dots, err := plotter.NewScatter(marked)
	if err != nil {
		return err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: s.color, Radius: vg.Points(2.4), Shape: s.mark}
	if c.Dots {
		dots.Radius, dots.Shape = vg.Points(3.2), hollow(number)
		p.Add(dots)
		legend.Add(c.Name, dots)
		return nil
	}
	if c.Labels != nil {
		return labelled(p, c, s)
	}
	line, err := plotter.NewLine(xys)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = s.color, vg.Points(max(2.4-0.6*float64(number), 1.2)),
		s.dashes
	p.Add(line)
	if c.Plain {
		legend.Add(c.Name, line)
		return nil
	}
	p.Add(dots)
	legend.Add(c.Name, line, dots)
	return nil
}

// hollow marks do not hide the line under them.
func hollow(i int) draw.GlyphDrawer {
	marks := []draw.GlyphDrawer{draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{},
		draw.CrossGlyph{}, draw.PlusGlyph{}}
	return marks[i%len(marks)]
}

// annotate shades intervals, with their texts.
func (f Figure) annotate(p *plot.Plot) error {
	for _, s := range f.Spans {
		bottom, top := p.Y.Min, p.Y.Max
		box, err := plotter.NewPolygon(plotter.XYs{{X: s.From, Y: bottom}, {X: s.To, Y: bottom},
			{X: s.To, Y: top}, {X: s.From, Y: top}})
		if err != nil {
			return err
		}
		box.Color, box.LineStyle.Width = color.NRGBA{0, 0, 0, 0x18}, 0
		p.Add(box)
		if err := label(p, s.From, top, " "+s.Label, draw.YTop); err != nil {
			return err
		}
	}
	return nil
}

func label(p *plot.Plot, x, y float64, text string, align draw.YAlignment) error {
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x, Y: y}},
		Labels: []string{text}})
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].YAlign = align
	}
	p.Add(labels)
	return nil
}
