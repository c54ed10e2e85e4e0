package sim

import (
	"testing"

	"gonum.org/v1/plot/plotter"
)

// TestLabelsApart: of two points that lie close together, the second has its label elsewhere.
func TestLabelsApart(t *testing.T) {
	offsets := places(plotter.XYs{{X: 100, Y: 50}, {X: 100, Y: 51}, {X: 10, Y: 10}},
		[]string{"linear", "google-drive", "far"})
	if offsets[0] == offsets[1] {
		t.Errorf("both at %v", offsets[0])
	}
	if offsets[2].X <= 0 {
		t.Errorf("one that stands alone at %v", offsets[2])
	}
}
