package main

import (
	"image"
	"image/color"
	"testing"
)

// A picture keeps its frequent colours, and something like each other one.
func TestReduce(t *testing.T) {
	from := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for y := range 40 {
		for x := range 40 {
			from.SetRGBA(x, y, color.RGBA{200, 10, 10, 255})
			if y < 10 {
				from.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
			}
		}
	}
	to := reduce(from)
	if n := len(to.Palette); n < 10 || n > 256 || to.At(5, 30) != (color.RGBA{200, 10, 10, 255}) {
		t.Errorf("%d colours, %v", len(to.Palette), to.At(5, 30))
	}
	if c := to.At(39, 9).(color.RGBA); distance(c, color.RGBA{39, 9, 90, 255}) > 9 {
		t.Errorf("a rare colour became %v", c)
	}
}
