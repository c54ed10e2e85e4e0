package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Texts written by package json, before outputs were left out of memory, are read back unchanged.
func TestOldTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(path, []byte(strings.TrimPrefix(oldJournal, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := Open(System(), path, "old", "forall")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	st := j.State()
	for word, want := range map[string]string{
		"1": "a\"b\\c\n\t\x01\b\f<&>\u2028é,\"size\":", "2": "\xffx", "3": "",
		`"output":{"text":"`: "4",
	} {
		got := ""
		if err := j.Give(st.Branches[Branch{word, 1}].Success.Output, func(p []byte) error {
			got += string(p)
			return nil
		}); got != want || err != nil {
			t.Errorf("%s: %q, %v", word, got, err)
		}
	}
}

const oldJournal = `
{"sum":"d0fe907a","n":0,"since":0,"kind":"journal","at":"2026-11-23T23:24:32.01939206Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578411573639,"format":1,"name":"old","block":"forall","status":0}
{"sum":"e5929bb0","n":1,"since":0,"kind":"opened","at":"2026-11-23T23:24:32.01939206Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578411573639,"mark":"/j/.run-18ead028145b75c4-26192","pid":26192,"place":"night.ftsh:1:1","hash":"3b537ddc619e78ab674e08255692179e","status":0}
{"sum":"ea895ce4","n":2,"since":0,"kind":"started","at":"2026-11-23T23:24:32.01939206Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578411573639,"id":"ftshbf4de11013ad9a1a-2","hash":"3b537ddc619e78ab674e08255692179e","status":0}
{"sum":"c6a14840","n":3,"since":3,"kind":"begun","at":"2026-11-23T23:24:32.058657155Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578450841377,"attempt":1,"word":"1","occurrence":1,"status":0}
{"sum":"b8906151","n":4,"since":4,"kind":"succeeded","at":"2026-11-23T23:24:32.059332715Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578451514214,"attempt":1,"word":"1","occurrence":1,"status":0,"start":"2026-11-23T23:24:32.058639229Z","duration":690652,"output":{"text":"a\"b\\c\n\t\u0001\b\f<&>\u2028é,\"size\":","size":26}}
{"sum":"4e41b914","n":5,"since":5,"kind":"begun","at":"2026-11-23T23:24:32.059887337Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578452068895,"attempt":1,"word":"2","occurrence":1,"status":0}
{"sum":"ce4081eb","n":6,"since":6,"kind":"succeeded","at":"2026-11-23T23:24:32.060197756Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578452379164,"attempt":1,"word":"2","occurrence":1,"status":0,"start":"2026-11-23T23:24:32.059875459Z","duration":321075,"output":{"text":{"base64":"/3g="},"size":2}}
{"sum":"475a18cb","n":7,"since":7,"kind":"begun","at":"2026-11-23T23:24:32.060602486Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578452784094,"attempt":1,"word":"3","occurrence":1,"status":0}
{"sum":"25693456","n":8,"since":8,"kind":"succeeded","at":"2026-11-23T23:24:32.060871584Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578453052802,"attempt":1,"word":"3","occurrence":1,"status":0,"start":"2026-11-23T23:24:32.060593291Z","duration":277071,"output":{"size":0}}
{"sum":"0ebae639","n":9,"since":9,"kind":"begun","at":"2026-11-23T23:24:32.061145109Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578453326517,"attempt":1,"word":"\"output\":{\"text\":\"","occurrence":1,"status":0}
{"sum":"8faca595","n":10,"since":10,"kind":"succeeded","at":"2026-11-23T23:24:32.061441428Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578453622626,"attempt":1,"word":"\"output\":{\"text\":\"","occurrence":1,"status":0,"start":"2026-11-23T23:24:32.061136576Z","duration":303620,"output":{"text":"4","size":1}}
{"sum":"591be1e3","n":11,"since":11,"kind":"ended","at":"2026-11-23T23:24:32.061828291Z","boot":"989f190a-d272-45d8-80cb-093d3c19ac8d","up":3578454009619,"status":0}
`
