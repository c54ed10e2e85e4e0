package lint

import "testing"

func TestUnreachableCatch(t *testing.T) {
	runRule(t, UnreachableCatch, []ruleCase{
		{"try forever\n a\ncatch\n b\nend",
			[]string{"3:1 this catch list runs only if a command is not found"}},
		{"try 3 times\n a || true\n x=1\ncatch\n b\nend",
			[]string{"4:1 nothing in the body can fail"}},
		{"try forever on 75\n a\ncatch\n b\nend", nil},
		{"try forever\n a\nsense\n s\ncatch\n b\nend", nil},
		{"try forever backoff ethernet\n a\ncatch\n b\nend", nil},
		{"try forever\n a || abort\ncatch\n b\nend", nil},
		{"f() { abort; }\ntry forever\n f\ncatch\n b\nend", nil},
		{". ./lib\ntry forever\n f\ncatch\n b\nend", nil},
		{"try forever every $d\n a\ncatch\n b\nend", nil},
		{"try for 1 hour\n a || true\ncatch\n b\nend", nil},
		{"try 3 times\n a\ncatch\n b\nend", nil},
		{"try 3 times\n x=$(a)\ncatch\n b\nend", nil},
		{"try forever\n \"$@\"\ncatch\n b\nend", nil},
	})
}
