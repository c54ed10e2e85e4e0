package retry

import (
	"math/rand/v2"
	"testing"
	"time"

	"ftsh/backoff"
	"ftsh/internal/flow"
	"ftsh/internal/known"
	"ftsh/internal/pattern"
)

// on, except and what is known of a failure change verdicts, in this order: the script's patterns,
// its statuses, the table.
func TestRevise(t *testing.T) {
	own := func(v known.Verdict) Finding { return Finding{Verdict: v, own: true} }
	table := func(v known.Verdict) Finding { return Finding{Verdict: v} }
	for _, c := range []struct {
		on, except string
		verdict    Verdict
		status     int
		found      Finding
		want       Verdict
		counts     bool // the finding counts
	}{
		{"", "", Succeeded, 0, Finding{}, Succeeded, false},
		{"", "", FailedOnce, 1, Finding{}, FailedOnce, false},
		{"", "", TimedOut, 124, Finding{}, TimedOut, false},
		{"7", "", FailedOnce, 7, Finding{}, FailedOnce, false},
		{"7", "", FailedOnce, 8, Finding{}, FailedForGood, false},
		{"7", "", TimedOut, 124, Finding{}, FailedForGood, false},
		{"", "7", FailedOnce, 7, Finding{}, FailedForGood, false},
		{"", "7", FailedOnce, 8, Finding{}, FailedOnce, false},
		{"", "124", TimedOut, 124, Finding{}, FailedForGood, false},
		{"", "", Mistaken, 127, Finding{}, Mistaken, false},
		{"7", "", Mistaken, 127, Finding{}, Mistaken, false},
		{"127", "", Mistaken, 127, Finding{}, FailedOnce, false},
		{"7", "", Cancelled, 8, Finding{}, Cancelled, false},
		{"7", "", Overdue, 8, Finding{}, Overdue, false},

		{"", "", FailedOnce, 1, table(known.Permanent), FailedForGood, true},
		{"", "", FailedOnce, 1, table(known.Transient), FailedOnce, true},
		{"7", "", FailedOnce, 7, table(known.Permanent), FailedForGood, true},
		{"7", "", FailedOnce, 8, table(known.Transient), FailedForGood, false},
		{"", "7", FailedOnce, 7, table(known.Transient), FailedForGood, false},
		{"7", "", FailedOnce, 8, own(known.Transient), FailedOnce, true},
		{"7", "", FailedOnce, 7, own(known.Permanent), FailedForGood, true},
	} {
		var s Schedule
		s.On, s.Except = statuses(t, c.on), statuses(t, c.except)
		found := c.found
		if v := s.Revise(c.verdict, c.status, &found); v != c.want {
			t.Errorf("%+v: verdict %d", c, v)
		}
		if counts := found.Verdict != known.Unknown; counts != c.counts {
			t.Errorf("%+v: the finding counts: %v", c, counts)
		}
	}
}

func statuses(t *testing.T, text string) (s flow.Statuses) {
	t.Helper()
	if text == "" {
		return s
	}
	s, ok := flow.ParseStatuses(text)
	if !ok {
		t.Fatal(text)
	}
	return s
}

// A breaker opens for the delays of the policy, without its end, or for every.
func TestOpenings(t *testing.T) {
	s := Schedule{Policy: policy(t, "aws-api")}
	r := rand.New(rand.NewPCG(1, 2))
	delays, most := s.Openings(r)
	if d := delays(3, 0); d != 800*time.Millisecond || most != time.Hour {
		t.Errorf("aws-api: %v, at most %v", d, most)
	}
	s = Schedule{Policy: policy(t, "aws-simpledb")}
	if delays, _ = s.Openings(r); delays(5, 3*time.Second) != 3*time.Second {
		t.Errorf("a policy that has stopped: %v", delays(5, 3*time.Second))
	}
	every := time.Minute
	s.Every = &every
	if delays, most = s.Openings(r); delays(9, 0) != time.Minute || most != time.Minute {
		t.Errorf("every: %v, at most %v", delays(9, 0), most)
	}
}

func policy(t *testing.T, text string) backoff.Spec {
	t.Helper()
	spec, err := backoff.ParseText(text, backoff.Default())
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// The script's patterns for permanent failures come before those for transient ones.
func TestFind(t *testing.T) {
	pat := func(text string) Pattern { return Pattern{pattern.Compile(text), "'" + text + "'"} }
	k := &Knowledge{Permanent: []Pattern{pat("*no such host*")},
		Transient: []Pattern{pat("*busy*"), pat("*host*")}}
	for said, want := range map[string]string{
		"no such host":    "permanent: '*no such host*'",
		"server busy":     "transient: '*busy*'",
		"a\nhost is gone": "transient: '*host*'",
		"something else":  "",
		"":                "",
	} {
		if found := k.Find(known.NewText(said)); found.String() != want {
			t.Errorf("%q: %s, want %s", said, found.String(), want)
		}
	}
}

func TestFromTable(t *testing.T) {
	found := FromTable(known.Finding{Entry: &known.Entry{Verdict: known.Transient,
		Meaning: "it is busy"}, Program: "curl", Asked: true, After: time.Minute})
	if found.String() != "transient: curl: it is busy" || found.After != (After{time.Minute, true}) {
		t.Errorf("%+v", found)
	}
}

// A forany fails for good only if all its alternatives do. It waits no longer than one of them.
func TestCombine(t *testing.T) {
	permanent := Finding{Verdict: known.Permanent, which: "p"}
	transient := Finding{Verdict: known.Transient, which: "t"}
	after := func(d time.Duration) Finding {
		return Finding{Verdict: known.Transient, After: After{d, true}}
	}
	var nothing Finding
	for _, c := range []struct {
		alternatives []Finding
		want         Finding
	}{
		{nil, nothing},
		{[]Finding{permanent}, permanent},
		{[]Finding{permanent, permanent}, permanent},
		{[]Finding{permanent, transient}, transient},
		{[]Finding{transient, permanent}, transient},
		{[]Finding{permanent, nothing}, nothing},
		{[]Finding{nothing, transient}, nothing},
		{[]Finding{transient, nothing, transient}, nothing},
		{[]Finding{after(3), after(2), after(4)}, after(2)},
		{[]Finding{after(3), transient}, transient},
		{[]Finding{transient, after(3)}, transient},
		{[]Finding{permanent, after(3), permanent}, after(3)},
	} {
		if got := Combine(c.alternatives); got != c.want {
			t.Errorf("%+v: %+v", c.alternatives, got)
		}
	}
}
