package builtin

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

func itoa(n int) string { return strconv.Itoa(n) }

// zone returns the time zone that a value of TZ names: a file of the system's zones, or
// NAME[+|-]hours[:minutes], whose sign is POSIX's. Rules for summer time are not read. Any other
// value is UTC.
func zone(value string) *time.Location {
	value = strings.TrimPrefix(value, ":")
	if value == "" {
		return time.UTC
	}
	if l, err := time.LoadLocation(value); err == nil && value != "Local" {
		return l
	}
	if strings.HasPrefix(value, "/") {
		if data, err := os.ReadFile(value); err == nil {
			if l, err := time.LoadLocationFromTZData("", data); err == nil {
				return l
			}
		}
		return time.UTC
	}
	n := 0
	for n < len(value) && (value[n] >= 'A' && value[n] <= 'Z' || value[n] >= 'a' && value[n] <= 'z') {
		n++
	}
	name, rest := value[:n], value[n:]
	if n < 3 || rest == "" {
		return time.UTC
	}
	sign := -1
	if rest[0] == '-' || rest[0] == '+' {
		if rest[0] == '-' {
			sign = 1
		}
		rest = rest[1:]
	}
	hours, rest := leadingNumber(rest)
	minutes := 0
	if after, ok := strings.CutPrefix(rest, ":"); ok {
		minutes, _ = leadingNumber(after)
	}
	return time.FixedZone(name, sign*(hours*3600+minutes*60))
}

func leadingNumber(s string) (n int, rest string) {
	for s != "" && s[0] >= '0' && s[0] <= '9' && n < 1000 {
		n, s = n*10+int(s[0]-'0'), s[1:]
	}
	return n, s
}

// strftime formats a time as strftime(3) does in the locale C, with the padding flags of the GNU
// library: %-d, %_d, %0e, %^a.
func strftime(format string, t time.Time) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(format, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if rest == "" {
			b.WriteByte('%')
			return b.String()
		}
		flag := byte(0)
		n := 0
		for n < len(rest)-1 && strings.IndexByte("-_0^#", rest[n]) >= 0 {
			flag = rest[n]
			n++
		}
		if n < len(rest)-1 && (rest[n] == 'E' || rest[n] == 'O') {
			n++
		}
		if text, ok := timeField(rest[n], flag, t); ok {
			b.WriteString(text)
		} else {
			b.WriteString("%" + rest[:n+1])
		}
		format = rest[n+1:]
	}
}

// timeField formats one conversion of strftime; false if there is none.
func timeField(c, flag byte, t time.Time) (string, bool) {
	if text, ok := timeNumber(c, flag, t); ok {
		return text, true
	}
	text := ""
	switch c {
	case 'a':
		text = t.Format("Mon")
	case 'A':
		text = t.Format("Monday")
	case 'b', 'h':
		text = t.Format("Jan")
	case 'B':
		text = t.Format("January")
	case 'c':
		text = strftime("%a %b %e %H:%M:%S %Y", t)
	case 'D', 'x':
		text = strftime("%m/%d/%y", t)
	case 'F':
		text = strftime("%Y-%m-%d", t)
	case 'n':
		text = "\n"
	case 'p':
		text = t.Format("PM")
	case 'P':
		text = t.Format("pm")
	case 'r':
		text = strftime("%I:%M:%S %p", t)
	case 'R':
		text = strftime("%H:%M", t)
	case 'T', 'X':
		text = strftime("%H:%M:%S", t)
	case 't':
		text = "\t"
	case 'z':
		text = t.Format("-0700")
	case 'Z':
		text, _ = t.Zone()
	case '+':
		text = strftime("%a %b %e %H:%M:%S %Z %Y", t)
	case '%':
		text = "%"
	default:
		return "", false
	}
	if flag == '^' {
		text = strings.ToUpper(text)
	}
	return text, true
}

// timeNumber formats a numeric conversion; false if it is none.
func timeNumber(c, flag byte, t time.Time) (string, bool) {
	width, pad, n := 2, byte('0'), int64(0)
	isoYear, isoWeek := t.ISOWeek()
	hour12 := int64((t.Hour()+11)%12 + 1)
	switch c {
	case 'C':
		n = int64(t.Year() / 100)
	case 'd':
		n = int64(t.Day())
	case 'e':
		n, pad = int64(t.Day()), ' '
	case 'g':
		n = int64(isoYear % 100)
	case 'G':
		n, width = int64(isoYear), 1
	case 'H':
		n = int64(t.Hour())
	case 'I':
		n = hour12
	case 'j':
		n, width = int64(t.YearDay()), 3
	case 'k':
		n, pad = int64(t.Hour()), ' '
	case 'l':
		n, pad = hour12, ' '
	case 'm':
		n = int64(t.Month())
	case 'M':
		n = int64(t.Minute())
	case 's':
		n, width = t.Unix(), 1
	case 'S':
		n = int64(t.Second())
	case 'u':
		n, width = int64((t.Weekday()+6)%7+1), 1
	case 'U':
		n = int64((t.YearDay() + 6 - int(t.Weekday())) / 7)
	case 'V':
		n = int64(isoWeek)
	case 'w':
		n, width = int64(t.Weekday()), 1
	case 'W':
		n = int64((t.YearDay() + 6 - int((t.Weekday()+6)%7)) / 7)
	case 'y':
		n = int64(t.Year() % 100)
	case 'Y':
		n, width = int64(t.Year()), 1
	default:
		return "", false
	}
	switch flag {
	case '-':
		width = 1
	case '_':
		pad = ' '
	case '0':
		pad = '0'
	}
	if pad == ' ' {
		return fmt.Sprintf("%*d", width, n), true
	}
	return fmt.Sprintf("%0*d", width, n), true
}
