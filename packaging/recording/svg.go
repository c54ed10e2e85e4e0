package main

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// Sizes in the picture, in pixels.
const (
	fontSize   = 12
	charWidth  = 7.2
	lineHeight = 17
	margin     = 14
)

// A span is a row of the screen during a time.
type span struct {
	row        int
	text       string
	begin, end time.Duration // end 0: it is on the last screen
}

// spans returns each row of each screen with its time on the screen, in the order of appearance.
// Time is counted in steps; rows shorter than a step are dropped.
func spans(screens []screen, step time.Duration) []span {
	var all []span
	open := map[int]int{} // by row: the index of its current span
	for _, s := range screens {
		at := s.at.Round(step)
		for y := range max(len(s.rows), rows) {
			text := ""
			if y < len(s.rows) {
				text = s.rows[y]
			}
			i, stands := open[y]
			if stands && all[i].text == text {
				continue
			}
			if stands {
				all[i].end = max(at, step)
				delete(open, y)
			}
			if text != "" {
				open[y] = len(all)
				all = append(all, span{row: y, text: text, begin: at})
			}
		}
	}
	seen := all[:0]
	for _, s := range all {
		if s.end == 0 || s.end > s.begin {
			seen = append(seen, s)
		}
	}
	return seen
}

// svg draws a recording.
func svg(screens []screen) string {
	all := spans(screens, 50*time.Millisecond)
	high := 0
	for _, s := range all {
		high = max(high, s.row+1)
	}
	width, height := 2*margin+int(math.Ceil(columns*charWidth)), 2*margin+high*lineHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img">
<title>A session of ftsh, recorded by packaging/recording</title>
<style>
text{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#c9d1d9;white-space:pre}
.p{fill:#7ee787}.i{fill:#fff}.c{fill:#8b949e}
.t{visibility:hidden}
@media (prefers-reduced-motion:no-preference){
.s{visibility:hidden;animation:show 1ms forwards}
.t{animation:show 1ms forwards,hide 1ms forwards}
@keyframes show{to{visibility:visible}}
@keyframes hide{to{visibility:hidden}}
}
</style>
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
`, width, height, fontSize)
	for _, s := range all {
		// s: rows of the last screen, visible without motion, too; t: other rows, visible only in
		// motion.
		class, delay := "s", fmt.Sprintf("%.2fs", s.begin.Seconds())
		if s.end > 0 {
			class, delay = "t", delay+fmt.Sprintf(",%.2fs", s.end.Seconds())
		}
		fmt.Fprintf(&b, `<text class="%s" style="animation-delay:%s" x="%d" y="%d" `+
			`textLength="%.0f" xml:space="preserve">%s</text>`+"\n",
			class, delay, margin, margin+s.row*lineHeight+fontSize,
			float64(utf8.RuneCountInString(s.text))*charWidth, coloured(s.text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// coloured returns a row with typed text set apart from printed text.
func coloured(row string) string {
	typed, ok := strings.CutPrefix(row+" ", prompt)
	typed = strings.TrimRight(typed, " ")
	switch {
	case !ok:
		return escaped(row)
	case typed == "":
		return `<tspan class="p">` + escaped(strings.TrimRight(prompt, " ")) + "</tspan>"
	case strings.HasPrefix(typed, "#"):
		return `<tspan class="p">` + escaped(prompt) + `</tspan><tspan class="c">` +
			escaped(typed) + "</tspan>"
	default:
		return `<tspan class="p">` + escaped(prompt) + `</tspan><tspan class="i">` +
			escaped(typed) + "</tspan>"
	}
}

func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
