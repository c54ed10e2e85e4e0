package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ftsh/internal/lint"
)

// run runs ftsh-lint.
func run(in string, args ...string) (out, errs string, status int) {
	var o, e bytes.Buffer
	status = Main(args, strings.NewReader(in), &o, &e)
	return o.String(), e.String(), status
}

const faulty = "é=\nrm \"é\" $1\n"

func TestGCC(t *testing.T) {
	for _, c := range []struct {
		in, args, out, errs string
		status              int
	}{
		{faulty, "", "<standard input>:2:9: warning: rm gets as many words as $1 happens to " +
			"have: write \"$1\" [unquoted-destructive]\n", "", 1},
		{"if\n", "-f gcc -", "<standard input>:2:1: error: expected a command, found end of file " +
			"(\"if\" opened at line 1) [syntax-error]\n", "", 1},
		{"a\n", "", "", "", 0},
		{"", "", "", "", 0},
		{"", "-f xml", "", "ftsh-lint: -f xml: expected gcc, json or sarif\n" + usage, 2},
		{"", "--nope", "", "ftsh-lint: flag provided but not defined: -nope\n" + usage, 2},
		{"", "-rules x", "", "ftsh-lint: -rules takes no files\n" + usage, 2},
		{"", "--help", usage, "", 0},
		{"#!/usr/bin/env python3\n", "", "",
			"ftsh-lint: <standard input>: no shell script: its first line names python3\n", 2},
		{"\x7fELF\x00\n", "", "",
			"ftsh-lint: <standard input>: no script: there are NUL bytes in its first line\n", 2},
		{"rm $\x1b[2J\n[ a == b ] # \x1b\nrm ${\x1b}\n", "",
			"<standard input>:2:5: warning: == is bash's: write = [bashism]\n" +
				"<standard input>:3:4: warning: ${?} is none of ftsh's: it is an error when it " +
				"is expanded [bashism]\n" +
				"<standard input>:3:4: warning: rm gets as many words as ${?} happens to have: " +
				"write \"${?}\" [unquoted-destructive]\n", "", 1},
	} {
		out, errs, status := run(c.in, strings.Fields(c.args)...)
		if out != c.out || errs != c.errs || status != c.status {
			t.Errorf("%q %s: status %d\n%s\n%s", c.in, c.args, status, out, errs)
		}
	}
}

// An unreadable file keeps no other from being looked at.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	bad, none := filepath.Join(dir, "bad"), filepath.Join(dir, "none")
	if err := os.WriteFile(bad, []byte(faulty), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, status := run("", none, dir, bad)
	if out != bad+":2:9: warning: rm gets as many words as $1 happens to have: write \"$1\" "+
		"[unquoted-destructive]\n" ||
		errs != "ftsh-lint: stat "+none+": no such file or directory\nftsh-lint: "+dir+
			": a directory\n" || status != 2 {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

func TestRules(t *testing.T) {
	out, _, status := run("", "-rules")
	if status != 0 || !strings.Contains(out,
		"\nguard-ends-list       a [ … ] && guard that ends the list of a block, or a brittle "+
			"script\n") || strings.Count(out, "\n") != 21 {
		t.Errorf("%d\n%s", status, out)
	}
}

func TestJSON(t *testing.T) {
	out, _, status := run(faulty, "-f", "json")
	want := `[
  {
    "file": "<standard input>",
    "line": 2,
    "column": 9,
    "endLine": 2,
    "endColumn": 11,
    "level": "warning",
    "rule": "unquoted-destructive",
    "message": "rm gets as many words as $1 happens to have: write \"$1\""
  }
]
`
	if out != want || status != 1 {
		t.Errorf("%d\n%s", status, out)
	}
	if out, _, status := run("a\n", "-f", "json"); out != "[]\n" || status != 0 {
		t.Errorf("%d\n%s", status, out)
	}
}

// The properties of a log, its runs, rules and results required by SARIF 2.1.0 (sections 3.13,
// 3.14, 3.19, 3.27, 3.30).
func TestSARIF(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a script")
	if err := os.WriteFile(name, []byte(faulty+"if\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _, status := run("", "-f", "sarif", name)
	var log map[string]any
	if err := json.Unmarshal([]byte(out), &log); err != nil || status != 1 {
		t.Fatal(status, err)
	}
	if log["version"] != "2.1.0" ||
		log["$schema"] != "https://json.schemastore.org/sarif-2.1.0.json" || len(log) != 3 {
		t.Error(log)
	}
	run := log["runs"].([]any)[0].(map[string]any)
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	rules := driver["rules"].([]any)
	if driver["name"] != "ftsh-lint" || len(rules) != len(lint.Rules()) ||
		run["columnKind"] != "unicodeCodePoints" {
		t.Error(driver["name"], len(rules), run["columnKind"])
	}
	ids := map[string]bool{}
	for _, r := range rules {
		rule := r.(map[string]any)
		if ids[rule["id"].(string)] || rule["shortDescription"].(map[string]any)["text"] == "" ||
			!level(rule["defaultConfiguration"].(map[string]any)["level"]) {
			t.Error(rule)
		}
		ids[rule["id"].(string)] = true
	}
	results := run["results"].([]any)
	if len(results) != 2 {
		t.Fatal(results...)
	}
	for _, r := range results {
		result := r.(map[string]any)
		index := int(result["ruleIndex"].(float64))
		if rules[index].(map[string]any)["id"] != result["ruleId"] || !level(result["level"]) ||
			result["message"].(map[string]any)["text"] == "" {
			t.Error(result)
		}
		at := result["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
		if uri := at["artifactLocation"].(map[string]any)["uri"]; uri != "file://"+dir+
			"/a%20script" {
			t.Error(uri)
		}
	}
	// Columns are characters: the é is one.
	region := results[0].(map[string]any)["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)["region"].(map[string]any)
	for key, want := range map[string]float64{"startLine": 2, "startColumn": 8, "endLine": 2,
		"endColumn": 10} {
		if region[key] != want {
			t.Errorf("%s %v, want %v", key, region[key], want)
		}
	}
}

func level(v any) bool {
	return v == "error" || v == "warning" || v == "note" || v == "none"
}

func TestNoFindingsInSARIF(t *testing.T) {
	out, _, status := run("a\n", "-f", "sarif")
	if !strings.Contains(out, `"results": []`) || status != 0 {
		t.Errorf("%d\n%s", status, out)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestAFullDisk(t *testing.T) {
	var errs bytes.Buffer
	if status := Main(nil, strings.NewReader(faulty), full{}, &errs); status != 2 ||
		errs.String() != "ftsh-lint: standard output: full\n" {
		t.Errorf("%d %s", status, errs.String())
	}
}
