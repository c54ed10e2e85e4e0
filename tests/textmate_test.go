//go:build linux

package tests

import (
	"os/exec"
	"testing"
)

// The TextMate grammar gives the words of a script the scopes in the script's comments.
func TestTextMateGrammar(t *testing.T) {
	if _, err := exec.LookPath("vscode-tmgrammar-test"); err != nil {
		t.Skipf("%v (npm install --global vscode-tmgrammar-test@0.1.3)", err)
	}
	cmd := exec.Command("vscode-tmgrammar-test", "-g", "ftsh.tmLanguage.json", "test.ftsh")
	cmd.Dir = "../packaging/textmate"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
