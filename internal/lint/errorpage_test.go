package lint

import "testing"

func TestErrorPage(t *testing.T) {
	const message = "the block never sees an error of the server (404, 503), which curl takes for an answer: " +
		"write curl -fsS"
	runRule(t, HiddenFailure, []ruleCase{
		{"try 3 times\n curl -s \"$url\" >f\nend", []string{"2:2 " + message}},
		{"try 3 times\n cd d\n sudo curl --silent http://h/ -o f\nend", []string{"3:7 " + message}},
		{"forany h in a b\n curl -o f http://$h/f\nend", []string{"2:2 " + message}},
		{"try 3 times\n cd d && curl http://h/\nend", []string{"2:10 " + message}},
		{"try 3 times\n curl -sf \"$url\"\nend", nil},
		{"try 3 times\n curl --fail-with-body \"$url\"\nend", nil},
		{"try 3 times\n curl -s -o f -w '%{http_code}' \"$url\"\nend", nil},
		{"try 3 times\n curl -sI \"$url\"\nend", nil},
		{"try 3 times\n curl -s \"$url\" -o f\n verify f\nend", nil}, // a later command decides
		{"try 3 times\n curl -s \"$url\" | grep -q ok\nend", nil},
		{"try 3 times\n if curl -s \"$url\"; then :; fi\nend", nil},
		{"try 3 times\n curl $options \"$url\"\nend", nil},
		{"try 3 times\n curl \"$@\"\nend", nil},
		{"try 3 times\n curl -s file:///f -o g\nend", nil},
		{"try 3 times\n a\ncatch\n curl -s \"$url\"\nend", nil},
		{"curl() { :; }\ntry 3 times\n curl \"$url\"\nend", nil},
		{"curl -s \"$url\"", nil},
	})
}
