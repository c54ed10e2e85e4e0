package interp

import (
	"fmt"
	"strings"
	"time"
)

// timeFormat expands bash's TIMEFORMAT: %R, %U and %S are seconds, with up to three digits after
// the point and, after an l, with minutes; %P is the processor's share in per cent.
func timeFormat(format string, real, user, sys time.Duration) string {
	if format == "" {
		return ""
	}
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(format, "%")
		b.WriteString(text)
		if !found {
			return b.String() + "\n"
		}
		precision, long := 3, false
		if rest != "" && '0' <= rest[0] && rest[0] <= '9' {
			precision, rest = min(int(rest[0]-'0'), 3), rest[1:]
		}
		if strings.HasPrefix(rest, "l") {
			long, rest = true, rest[1:]
		}
		letter := ""
		if rest != "" {
			letter, format = rest[:1], rest[1:]
		} else {
			format = ""
		}
		switch letter {
		case "%":
			b.WriteByte('%')
		case "R":
			b.WriteString(timeText(real, precision, long))
		case "U":
			b.WriteString(timeText(user, precision, long))
		case "S":
			b.WriteString(timeText(sys, precision, long))
		case "P":
			share := 0.0
			if real > 0 {
				share = 100 * float64(user+sys) / float64(real)
			}
			fmt.Fprintf(&b, "%.2f", share)
		default:
			b.WriteString("%" + letter)
		}
	}
}

// timeText writes a time with so many digits after the point. The rest is cut off.
func timeText(d time.Duration, digits int, long bool) string {
	unit := time.Second
	for range digits {
		unit /= 10
	}
	d = d.Truncate(unit)
	if !long {
		return fmt.Sprintf("%.*f", digits, d.Seconds())
	}
	m := d / time.Minute
	return fmt.Sprintf("%dm%.*fs", m, digits, (d - m*time.Minute).Seconds())
}
