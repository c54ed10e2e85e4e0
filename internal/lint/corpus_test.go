package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ftsh/internal/transcript"
)

// The scripts of this repository: findings in them are turned off in place, with the reason.
func TestOurScripts(t *testing.T) {
	scripts := 0
	for _, dir := range []string{"../../examples", "../../bench", "../../tests",
		"../../internal/sim"} {
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil || !isOurs(p, text) {
				return err
			}
			scripts++
			for _, f := range Script(string(text)) {
				t.Errorf("%s:%d:%d: %s [%s]", p, f.Pos.Line, f.Pos.Col, f.Message, f.Rule)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if scripts < 10 {
		t.Errorf("only %d scripts", scripts)
	}
}

// isOurs reports whether a file is a script for ftsh or sh.
func isOurs(path string, text []byte) bool {
	line, _, _ := strings.Cut(string(text), "\n")
	switch interpreter(line) {
	case "sh", "dash", "ftsh":
		return true
	}
	return strings.HasSuffix(path, ".ftsh")
}

// Transcripts show behaviour, good or bad: these rules find the mistakes shown there. The others
// find nothing, and an exception no longer needed is an error.
func TestTranscripts(t *testing.T) {
	exceptions := map[string]string{
		SyntaxError:       "cases of syntax errors",
		RetryWithoutLimit: "cases of deadlines and signals, which end what would not end",
		RetryWithoutDelay: "cases of many attempts, which are not to take long",
		WaitWithoutLimit:  "waits for an event of the case, which the test's own limit ends",
		HiddenFailure:     "cases of what || does",
		LostStatus:        "cases of what goes on",
		LostAssignment:    "cases of what a branch's environment is",
		NotIdempotent:     "cases of what stays behind an attempt",
		MisusedScratch:    "a case of a result of the wrong kind",
		SubmitsTwice:      "a stand-in's submission, for which it does not matter",
		UnreachableCatch:  "cases of what leads to a catch list",
		GuardEndsList:     "cases of guards, and tests of values by a command that says so",
		BlockWord:         "cases of what opens no block",
		Bashism:           "cases of bad substitutions, and of scripts for bash",
		Original:          "cases of scripts of the original",
	}
	needed := map[string]bool{}
	names, err := filepath.Glob("../../spec/*/*.t")
	if err != nil || len(names) < 50 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := transcript.Parse(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Cases {
			for _, f := range Script(c.Script) {
				if needed[f.Rule] = true; exceptions[f.Rule] == "" {
					t.Errorf("%s/%s:%d:%d: %s [%s]", name, c.Name, f.Pos.Line, f.Pos.Col, f.Message,
						f.Rule)
				}
			}
		}
	}
	for rule := range exceptions {
		if !needed[rule] {
			t.Errorf("the exception for %s is not needed", rule)
		}
	}
}

// Debian's scripts are seldom wrong: a rule with findings in many of them would be wrong.
func TestDebian(t *testing.T) {
	scripts, with := 0, 0
	count := map[string]int{}
	for _, pattern := range []string{"/usr/bin/*", "/usr/sbin/*", "/var/lib/dpkg/info/*inst",
		"/var/lib/dpkg/info/*rm", "/etc/init.d/*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() ||
				info.Size() > 1<<20 {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil || !isOurs("", text) {
				continue
			}
			scripts++
			found := Script(string(text))
			if len(found) > 0 {
				with++
			}
			for _, f := range found {
				count[f.Rule]++
				t.Logf("%s:%d:%d: %s [%s]", name, f.Pos.Line, f.Pos.Col, f.Message, f.Rule)
			}
		}
	}
	if scripts < 10 {
		t.Skip("no Debian scripts are installed")
	}
	t.Logf("%d of %d scripts, %v", with, scripts, count)
	if with*10 > scripts || count[SyntaxError] > 0 {
		t.Errorf("%d of %d scripts have findings: %v", with, scripts, count)
	}
}
