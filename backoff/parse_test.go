package backoff_test

import (
	"strings"
	"testing"
	"time"

	. "ftsh/backoff"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Spec{
		"":                              {"ftsh", sec, time.Hour, 2, Jitter{}},
		"ftsh":                          {"ftsh", sec, time.Hour, 2, Jitter{}},
		"from 5 s":                      {"ftsh", 5 * sec, time.Hour, 2, Jitter{}},
		"from 1 minute 30 s to 2 hours": {"ftsh", 90 * sec, 2 * time.Hour, 2, Jitter{}},
		"jitter full factor 1.5 to 1h30m": {"ftsh", sec, 90 * time.Minute, 1.5,
			Jitter{Kind: JitterFull}},
		"jitter 0.5":        {"ftsh", sec, time.Hour, 2, Jitter{JitterFraction, 0.5}},
		"thain jitter none": {"thain", sec, time.Hour, 2, Jitter{Kind: JitterNone}},
		"gauss": {"gauss", 100 * ms, 5 * time.Minute, 2.718281828459045,
			Jitter{JitterFraction, 0.1}},
		"gauss jitter none": {"gauss", 100 * ms, 5 * time.Minute, 2.718281828459045,
			Jitter{JitterFraction, 0}},
		"google-http factor 2": {"google-http", 500 * ms, time.Minute, 2,
			Jitter{JitterFraction, 0.5}},
		"ethernet from 51.2ms": {"ethernet", 51200 * time.Microsecond, 0, 0, Jitter{}},
		"fixed from 30s jitter 0.1": {"fixed", 30 * sec, time.Hour, 0,
			Jitter{JitterFraction, 0.1}},
		"ftsh jitter decorrelated to 1m": {"ftsh", sec, time.Minute, 2,
			Jitter{Kind: JitterDecorrelated}},
		"factor 1": {"ftsh", sec, time.Hour, 1, Jitter{}},
	} {
		got, err := ParseText(text, Default())
		if err != nil || got != want {
			t.Errorf("%q = %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestParseModifiesBase(t *testing.T) {
	for _, c := range []struct{ base, clause, want string }{
		{"gauss to 1m", "from 1s", "gauss from 1s to 1m"},
		{"gauss to 1m", "ftsh from 2s", "ftsh from 2s"},
		{"gauss to 1m", "", "gauss to 1m"},
		{"ftsh factor 3", "jitter decorrelated", "ftsh jitter decorrelated"},
		{"ftsh jitter decorrelated", "to 1m", "ftsh to 1m jitter decorrelated"},
		{"ftsh jitter none", "jitter full", "ftsh jitter full"},
		{"fixed", "from 10 minutes", "fixed from 10m"},
	} {
		base := mustSpec(t, c.base)
		got, err := ParseText(c.clause, base)
		if err != nil || got.String() != c.want {
			t.Errorf("%q on %q = %v, %v; want %s", c.clause, c.base, got, err, c.want)
		}
	}
	if _, err := ParseText("factor 3", mustSpec(t, "fixed")); err == nil {
		t.Error("factor on an inherited fixed policy")
	}
}

func TestParseExpandedWord(t *testing.T) {
	got, err := Parse([]string{"from", "5 minutes", "to", "1 hour 30 minutes"}, Default())
	if err != nil || got.From != 5*time.Minute || got.To != 90*time.Minute {
		t.Error(got, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		index int
		want  string
	}{
		{"fthain", 0, `expected a backoff policy (ftsh, thain, ethernet, gauss, google-http, ` +
			`google-drive, aws-simpledb, aws-api, full, equal, decorrelated, fixed, linear or ` +
			`fibonacci), from, to, factor or jitter, found "fthain"`},
		{"ftsh 5s", 1, `expected from, to, factor, jitter or the end of the backoff clause, ` +
			`found "5s"`},
		{"from", 1, `expected a duration such as 90s or 5 minutes, found nothing`},
		{"thain from soon", 2, `expected a duration such as 90s or 5 minutes, found "soon"`},
		{"from 5 to 7", 2, `expected a unit of time (ms, s, m, h, d or w), found "to"`},
		{"from 5s to 7", 4, `expected a unit of time (ms, s, m, h, d or w), found nothing`},
		{"factor", 1, `expected a factor such as 2 or 1.5, found nothing`},
		{"factor two", 1, `expected a factor such as 2 or 1.5, found "two"`},
		{"factor -2", 1, `expected a factor such as 2 or 1.5, found "-2"`},
		{"factor 0.5", 1, `expected a factor of 1 or more, since a smaller one makes delays ` +
			`shorter with every failure, found "0.5"`},
		{"fixed from 0s", 2, `expected a delay above 0 (for attempts without a pause, write ` +
			`every 0s), found "0s"`},
		{"full to 0 minutes", 2, `expected a delay above 0 (for attempts without a pause, ` +
			`write every 0s), found "0"`},
		{"jitter lots", 1, `expected none, full, equal, decorrelated or a fraction from 0 to 1, ` +
			`found "lots"`},
		{"jitter 1.5", 1, `expected none, full, equal, decorrelated or a fraction from 0 to 1, ` +
			`found "1.5"`},
		{"from 5s from 6s", 2, `expected each of from, to, factor and jitter once, found "from"`},
		{"ethernet to 5s", 1, `expected only from for the policy ethernet, found "to"`},
		{"aws-simpledb from 5s", 1,
			`expected no clause, since the policy aws-simpledb has nothing to set, found "from"`},
		{"fixed from 5s factor 3", 3,
			`expected only from, to and jitter for the policy fixed, found "factor"`},
		{"full jitter none", 1,
			`expected only from, to and factor for the policy full, found "jitter"`},
		{"ftsh factor 3 jitter decorrelated", 1,
			`expected only from, to and jitter for the policy ftsh with jitter decorrelated, ` +
				`found "factor"`},
		{"fixed jitter decorrelated", 2,
			`expected none, full, equal or a fraction from 0 to 1 as the jitter of fixed, found ` +
				`"decorrelated"`},
		{"gauss jitter full", 2,
			`expected none or a fraction from 0 to 1 as the jitter of gauss, found "full"`},
		{"from 99999w", 1, `expected a duration below 292 years, found "99999w"`},
	} {
		_, err := ParseText(c.text, Default())
		e, ok := err.(*Error)
		if !ok || e.Error() != c.want || e.Index != c.index {
			t.Errorf("%q: %v, want word %d: %s", c.text, err, c.index, c.want)
		}
	}
}

func TestFromEnv(t *testing.T) {
	for _, c := range []struct{ env, want string }{
		{"", "ftsh"},
		{"FTSH_BACKOFF=", "ftsh"},
		{"FTSH_BACKOFF=gauss to 1m", "gauss to 1m"},
		{"FTSH_BACKOFF=from 2s", "ftsh from 2s"},
		{"FTSH_BACKOFF=full,FTSH_EXPMIN=9", "full"},
		{"FTSH_EXPMIN=0.5,FTSH_EXPMAX=60,FTSH_EXPFACTOR=3", "ftsh from 500ms to 1m factor 3"},
		{"FTSH_EXPRAND=0", "ftsh jitter none"},
		{"FTSH_EXPRAND=1,FTSH_EXPMIN=", "ftsh"},
		{"FTSH_EXPMAX=99999999999999999999", "ftsh to 15250w1d23h47m16.854775807s"},
		{"FTSH_BACKOFF=nonsense", `FTSH_BACKOFF: expected a backoff policy (ftsh, thain, ethernet, ` +
			`gauss, google-http, google-drive, aws-simpledb, aws-api, full, equal, decorrelated, ` +
			`fixed, linear or fibonacci), from, to, factor or jitter, found "nonsense"`},
		{"FTSH_EXPMIN=1s",
			`FTSH_EXPMIN: expected a number of seconds such as 1 or 0.5, found "1s"`},
		{"FTSH_EXPMAX=-1",
			`FTSH_EXPMAX: expected a number of seconds such as 1 or 0.5, found "-1"`},
		{"FTSH_EXPFACTOR=x", `FTSH_EXPFACTOR: expected a factor such as 2 or 1.5, found "x"`},
		{"FTSH_EXPMIN=0", `FTSH_EXPMIN: expected a delay above 0 (for attempts without a pause, ` +
			`write every 0s), found "0"`},
		{"FTSH_EXPFACTOR=0.9", `FTSH_EXPFACTOR: expected a factor of 1 or more, since a smaller ` +
			`one makes delays shorter with every failure, found "0.9"`},
		{"FTSH_EXPRAND=yes", `FTSH_EXPRAND: expected 0 or 1, found "yes"`},
	} {
		env := map[string]string{}
		for _, pair := range strings.Split(c.env, ",") {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		s, err := FromEnv(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
		got := s.String()
		if err != nil {
			got = err.Error()
			if s != Default() {
				t.Errorf("%s: the policy with an error is %v", c.env, s)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, name := range Names() {
		s, ok := Named(name)
		if !ok || s.String() != name {
			t.Errorf("%s prints as %s", name, s)
		}
		if _, stops := s.Policy().(Stop); stops {
			t.Errorf("%s has no policy", name)
		}
	}
	if _, ok := Named("from"); ok {
		t.Error("a policy named from")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "ftsh from 1s to 15m", "gauss factor 2.7 jitter 0.1",
		"ethernet from 51ms", "jitter decorrelated",
		"thain from 1 hour 30 minutes to 2h factor 1.0001", "google-http jitter none",
		"fixed factor 3", "jitter full to 5s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseText(text, Default())
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Index > len(strings.Fields(text)) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, base := range []Spec{Default(), {Name: "gauss"}} {
			if again, err := ParseText(s.String(), base); err != nil || again != s {
				t.Fatalf("%q is %+v, printed %q, read %+v, %v", text, s, s, again, err)
			}
		}
		p := s.Policy()
		for _, n := range []int{0, 1, 20, 1 << 30} {
			if d, _ := p.Next(n, sec, fixedRand{f: almostOne, norm: 3}); d < 0 {
				t.Fatalf("%q: delay %d is %d", text, n, d)
			}
		}
	})
}
