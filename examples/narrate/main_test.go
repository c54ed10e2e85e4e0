package main

import (
	"strings"
	"testing"
)

func TestStory(t *testing.T) {
	const at = `{"time":"2026-11-23T15:41:`
	for _, c := range []struct{ input, want string }{
		{ // a failed round, then a successful one
			at + `49.6Z","msg":"attempt begins","block":"try"}` + "\n" +
				at + `49.6Z","msg":"block begins","block":"forany"}` + "\n" +
				at + `49.6Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:1"}` + "\n" +
				"failed: Connection refused.\n" +
				at + `49.7Z","msg":"attempt failed","block":"forany",` +
				`"word":"127.0.0.1:1","status":4,"errors":[{"args":["wget","-nv"]}]}` + "\n" +
				at + `49.7Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:2"}` + "\n" +
				"half a line" + at + `51.7Z","msg":"attempt failed","block":"forany",` +
				`"status":124,"errors":[{"args":["wget"],"cut":true}]}` + "\n" +
				at + `51.7Z","msg":"waiting","block":"try","delay":1.26}` + "\n" +
				at + `53.0Z","msg":"attempt begins","block":"try"}` + "\n" +
				at + `53.0Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:1"}` + "\n" +
				at + `53.1Z","msg":"attempt failed","block":"forany",` +
				`"status":8,"errors":[{"args":["wget"]}]}` + "\n" +
				at + `53.1Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:1"}` + "\n" +
				at + `53.2Z","msg":"attempt failed","block":"forany",` +
				`"status":1,"errors":[{"args":["sha256sum"]}]}` + "\n" +
				at + `53.2Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:2"}` + "\n" +
				at + `53.3Z","msg":"command ended","args":["wget"]}` + "\n" +
				"file: fetched from 127.0.0.1:2, verified\n",
			`   0.0 s  round 1: the mirrors in random order
   0.1 s      one       connection refused
   2.1 s      two       no answer in time: wget ended
   2.1 s  none had it: waiting 1.3 s
   3.4 s  round 2: the mirrors in random order
   3.5 s      one       503, service unavailable
   3.6 s      one       an old file: the checksum is wrong
   3.7 s      two       the file, whole and right

file: fetched from two, verified
rounds: 2, with 1.3 s of waiting between them
failures of mirrors: one 3, two 1
`},
		{ // an unforeseen failure, and the script gives up
			at + `49.6Z","msg":"attempt begins","block":"try"}` + "\n" +
				at + `49.6Z","msg":"attempt begins","block":"forany","word":"127.0.0.1:1"}` + "\n" +
				at + `49.6Z","msg":"attempt failed","block":"forany",` +
				`"status":3,"errors":[{"args":["wget"]}]}` + "\n" +
				"file: gave up\n\n",
			`   0.0 s  round 1: the mirrors in random order
   0.0 s      one       wget failed with status 3

file: gave up
rounds: 1, with 0.0 s of waiting between them
failures of mirrors: one 1
`},
		{ // nothing worked at all
			"ftsh: no such script\n",
			`
ftsh: no such script
rounds: 0, with 0.0 s of waiting between them
failures of mirrors: none
`},
	} {
		var out strings.Builder
		if err := run([]string{"one=127.0.0.1:1", "two=127.0.0.1:2"}, strings.NewReader(c.input),
			&out); err != nil || out.String() != c.want {
			t.Errorf("%v\n%s\nwant\n%s", err, out.String(), c.want)
		}
	}
	if err := run([]string{"one"}, strings.NewReader(""), &strings.Builder{}); err == nil ||
		err.Error() != `expected NAME=HOST:PORT, found "one"` {
		t.Error(err)
	}
}
