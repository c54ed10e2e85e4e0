package duration

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"ms millisecond milliseconds":   1_000_000,
		"s sec secs second seconds":     1_000_000_000,
		"m min mins minute minutes":     60_000_000_000,
		"h hr hrs hour hours":           3_600_000_000_000,
		"d day days":                    86_400_000_000_000,
		"w week weeks":                  604_800_000_000_000,
		"ns us M S hourses month y x 1": -1,
	} {
		for _, word := range strings.Fields(text) {
			got, ok := Unit(word)
			if want < 0 && ok || want >= 0 && (got != want || !ok) {
				t.Errorf("Unit(%q) = %d, %v", word, got, ok)
			}
		}
	}
}

func TestParseCompact(t *testing.T) {
	for word, want := range map[string]time.Duration{
		"90s":                   90 * time.Second,
		"1h30m":                 90 * time.Minute,
		"1.5h":                  90 * time.Minute,
		".5s":                   500 * time.Millisecond,
		"0s":                    0,
		"1w2d3h4m5s6ms":         788645006 * time.Millisecond,
		"5min":                  5 * time.Minute,
		"2hours30minutes":       150 * time.Minute,
		"30m1h":                 90 * time.Minute,
		"0.0000000004s":         0,
		"0.0000000005s":         1,
		"9223372036.854775807s": math.MaxInt64,
	} {
		if got, ok := ParseCompact(word); !ok || got != want {
			t.Errorf("ParseCompact(%q) = %d, %v; want %d", word, got, ok, want)
		}
	}
	for _, word := range []string{"", "5", "s", "h1", "1h30", "1 h", "-1s", "+1s", "1e3s", "1_0s",
		"1.s", ".s", "1..5s",
		"1.2.3s", "1S", "1h-30m", "5parsecs", "0x5s", "٣s", "9223372036.854775808s",
		"999999999999999999999999w"} {
		if got, ok := ParseCompact(word); ok {
			t.Errorf("ParseCompact(%q) = %d, want none", word, got)
		}
	}
	if !LooksCompact("99999999999w") || LooksCompact("5parsecs") {
		t.Error("LooksCompact")
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		word  string
		count int
		ok    bool
		f     float64
	}{
		{"0", 0, true, 0}, {"5", 5, true, 5}, {"007", 7, true, 7},
		{"9223372036854775807", math.MaxInt, true, 9223372036854775807},
		{"9223372036854775808", 0, false, 9223372036854775808}, {"1.0", 0, false, 1},
		{"2.718", 0, false, 2.718},
	} {
		n, ok := ParseNumber(c.word)
		if !ok {
			t.Fatalf("ParseNumber(%q) failed", c.word)
		}
		if got, ok := n.Count(); got != c.count || ok != c.ok {
			t.Errorf("%s: Count = %d, %v", c.word, got, ok)
		}
		if n.Float() != c.f {
			t.Errorf("%s: Float = %v", c.word, n.Float())
		}
	}
	if n, ok := ParseNumber(strings.Repeat("9", 400)); !ok || !math.IsInf(n.Float(), 1) {
		t.Error("400 nines")
	}
	for _, word := range []string{"", ".", "1.", "-1", "1e3", "x", "1x", " 1", "Inf", "NaN"} {
		if _, ok := ParseNumber(word); ok {
			t.Errorf("ParseNumber(%q) succeeded", word)
		}
	}
}

func TestTake(t *testing.T) {
	for _, c := range []struct {
		words string
		want  time.Duration
		used  int
	}{
		{"1|hour|30|minutes|5|times", 90 * time.Minute, 4},
		{"1|hour|5|times", time.Hour, 2},
		{"1|hour|30m", time.Hour, 2}, // the forms do not mix
		{"1h|30m|every|5s", 90 * time.Minute, 2},
		{"1h|30|minutes", time.Hour, 1},
		{"1.5|h", 90 * time.Minute, 2},
		{"5 minutes|30|s", 5 * time.Minute, 1}, // an expansion is a whole duration
		{" 1h30m ", 90 * time.Minute, 1},
	} {
		got, used, err := Take(strings.Split(c.words, "|"))
		if err != nil || got != c.want || used != c.used {
			t.Errorf("Take(%s) = %v, %d, %v", c.words, got, used, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		words string
		index int
		text  string
	}{
		{"", 0, `expected a duration such as 90s or 5 minutes, found nothing`},
		{"soon", 0, `expected a duration such as 90s or 5 minutes, found "soon"`},
		{"5", 1, `expected a unit of time (ms, s, m, h, d or w), found nothing`},
		{"5|parsecs", 1, `expected a unit of time (ms, s, m, h, d or w), found "parsecs"`},
		{"5|minutes|later", 2, `expected the end of the duration, found "later"`},
		{"5|minutes|6", 2, `expected the end of the duration, found "6"`},
		{"1|s|99999999|weeks", 2, `expected a duration below 292 years, found "99999999"`},
		{"1h|99999w", 1, `expected a duration below 292 years, found "99999w"`},
		{"5 parsecs|7", 0, `expected a duration such as 90s or 5 minutes, found "5 parsecs"`},
		{"99999 weeks|7", 0, `expected a duration below 292 years, found "99999 weeks"`},
	} {
		var words []string
		if c.words != "" {
			words = strings.Split(c.words, "|")
		}
		_, err := Parse(words...)
		e, ok := err.(*Error)
		if !ok || e.Error() != c.text || e.Index != c.index {
			t.Errorf("Parse(%s) = %v, want index %d %s", c.words, err, c.index, c.text)
		}
	}
}

func TestFormat(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                       "0s",
		1:                       "0.000001ms",
		250 * time.Millisecond:  "250ms",
		1500 * time.Millisecond: "1.5s",
		90 * time.Second:        "1m30s",
		90 * time.Minute:        "1h30m",
		49 * time.Hour:          "2d1h",
		-time.Second:            "-1s",
		math.MaxInt64:           "15250w1d23h47m16.854775807s",
		math.MinInt64:           "-15250w1d23h47m16.854775808s",
	} {
		if got := Format(d); got != want {
			t.Errorf("Format(%d) = %s, want %s", d, got, want)
		}
	}
}

func TestHuman(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                          "0 seconds",
		1500:                       "0.0015 ms",
		340 * time.Millisecond:     "340 ms",
		999600 * time.Microsecond:  "1 second",
		12345 * time.Millisecond:   "12.3 seconds",
		59960 * time.Millisecond:   "1 minute",
		90 * time.Second:           "1 minute 30 seconds",
		125 * time.Minute:          "2 hours 5 minutes",
		3599600 * time.Millisecond: "1 hour",
		49 * time.Hour:             "2 days 1 hour",
		math.MaxInt64:              "15250 weeks 1 day",
		math.MinInt64:              "-15250 weeks 1 day",
		-time.Minute:               "-1 minute",
	} {
		if got := Human(d); got != want {
			t.Errorf("Human(%d) = %s, want %s", d, got, want)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, d := range []int64{0, 1, 999, 1e6, 1e9, 5_400_000_000_000, math.MaxInt64} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		d := time.Duration(n)
		if d < 0 {
			_ = Human(d)
			return
		}
		if got, ok := ParseCompact(Format(d)); !ok || got != d {
			t.Errorf("%d printed as %s read as %d, %v", d, Format(d), got, ok)
		}
		if _, err := Parse(Human(d)); err != nil {
			t.Errorf("%d for people is %s: %v", d, Human(d), err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1 hour 30 minutes", "90s", "1h 30m", "1.5h", "5 parsecs", "....",
		"1w1w"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err == nil && d < 0 {
			t.Errorf("Parse(%q) = %d", s, d)
		}
		if e, ok := err.(*Error); err != nil && (!ok || e.Index > len(strings.Fields(s))) {
			t.Errorf("Parse(%q): %v", s, err)
		}
	})
}
