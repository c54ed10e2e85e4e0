package lint

import "testing"

// No text makes Script panic, and findings lie within the text.
func FuzzScript(f *testing.F) {
	for _, s := range []string{"try forever\na || true\n[ a ] && b\ncatch\nend", "rm -rf $x -- ",
		"sudo -u", "curl -u", "a -> b", "trap", "read", "a &>f", "((a))", "git clone",
		"try 3 times\nmkdir\nln --\nx=$x\necho >>f\nb\nend", "{a,b} {1..",
		"# ftsh-lint disable=\nx", "alias a='b\nc'\na", "#!/bin/bash", "env A=b sshpass -p"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, found := range Script(text) {
			if !Known(found.Rule) || found.Message == "" || found.Pos.Line == 0 ||
				found.End.Line == 0 || int(found.Pos.Offset) > len(text) {
				t.Errorf("%q: %+v", text, found)
			}
		}
	})
}
