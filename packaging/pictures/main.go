// Pictures makes pictures in PNG smaller: those of a browser have 16 million possible colours, and
// use few. It takes the most frequent ones that differ enough, 256 at most, and the nearest of
// these for each other. The script next to it, run, makes the pictures.
//
//	pictures FILE.png...
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
)

func main() {
	for _, name := range os.Args[1:] {
		if err := shrink(name); err != nil {
			fmt.Fprintln(os.Stderr, "pictures:", err)
			os.Exit(1)
		}
	}
}

// shrink replaces a picture by one with a palette.
func shrink(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	from, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var to bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&to, reduce(from)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, to.Bytes(), 0o644)
}

// reduce returns a picture with the 256 most frequent colours of another.
func reduce(from image.Image) *image.Paletted {
	counts := map[color.RGBA]int{}
	b := from.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(from.At(x, y)).(color.RGBA) }
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	colours := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(p, q color.RGBA) int {
		if d := counts[q] - counts[p]; d != 0 {
			return d
		}
		return (int(p.R)-int(q.R))<<16 + (int(p.G)-int(q.G))<<8 + int(p.B) - int(q.B)
	})
	to := image.NewPaletted(b, choose(colours))
	index := map[color.RGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			i, ok := index[c]
			if !ok {
				i = uint8(to.Palette.Index(c))
				index[c] = i
			}
			to.SetColorIndex(x, y, i)
		}
	}
	return to
}

// choose returns the first colours of a list, without those that look like an earlier one.
func choose(colours []color.RGBA) color.Palette {
	const enough = 9 // sum of the differences in red, green and blue
	var palette color.Palette
	var chosen []color.RGBA
	for _, c := range colours {
		if len(chosen) == 256 {
			break
		}
		if !slices.ContainsFunc(chosen, func(p color.RGBA) bool { return distance(p, c) < enough }) {
			chosen, palette = append(chosen, c), append(palette, c)
		}
	}
	return palette
}

func distance(p, q color.RGBA) int {
	abs := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return abs(p.R, q.R) + abs(p.G, q.G) + abs(p.B, q.B)
}
