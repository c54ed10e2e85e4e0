package lint

import "testing"

func TestRetryWithoutLimit(t *testing.T) {
	runRule(t, RetryWithoutLimit, []ruleCase{
		{"try forever\n a\nend", []string{"1:1 nothing ends this: give it a time limit"}},
		{"f() {\n try forever on 75\n  a\n end\n}", []string{"2:2 nothing ends this"}},
		{"try for 1 hour\n try forever\n  a\n end\nend", nil},
		{"try forever backoff ethernet\n a\nend", nil},
		{"try forever backoff ethernet\n a\nsense\n b\nend", []string{"1:1 nothing ends this"}},
		{"try for 1 h\n a\nsense\n until curl $u; do sleep 1; done\nend", nil},
		{"try 3 times\n a\nend\ntry for 1 h\n b\nend\ntry\n c\nend", nil},
		{"until curl $u; do\n sleep 5\ndone",
			[]string{"1:1 this loop never ends if curl never works: write try for 1 " +
				"hour every 10 seconds; curl $u; end"}},
		{"while ! ssh h true; do echo waiting; sleep 1; done",
			[]string{"1:1 this loop never ends if ssh never works"}},
		{"while curl $u; do sleep 1; done", nil},
		{"until [ -e f ]; do sleep 1; done", nil},
		{"until kill -0 $p; do sleep 1; done", nil},
		{"until curl $u; do i=$((i+1)); [ $i -lt 5 ] || exit; sleep 1; done", nil},
		{"try for 1 hour\n until curl $u; do sleep 1; done\nend", nil},
		{"f() { :; }\nuntil f; do sleep 1; done", nil},
	})
}

func TestRetryWithoutDelay(t *testing.T) {
	runRule(t, RetryWithoutDelay, []ruleCase{
		{"try for 1 hour every 0s\n a\nend",
			[]string{"1:22 attempts follow one another without a pause"}},
		{"try forever every 0 seconds\n a\nend", []string{"1:19 attempts follow"}},
		{"try 3 times every 0s\n a\nend", nil},
		{"try 3 times or 1 h every 0s\n a\nsense\n b\nend", []string{"1:26 attempts follow"}},
		{"try for 1 h every 1s\n a\nend\ntry for 1 h every $d\n a\nend", nil},
		{"while ! curl $u; do :; done", []string{"1:1 this loop calls curl again as fast as it fails"}},
		{"until curl $u; do echo again; done", []string{"1:1 this loop calls curl"}},
		{"until curl $u; do wait_a_bit; done", nil},
	})
}
