//go:build linux

package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Vim's view of a script: its type, by the name or by the first line, and the words of blocks.
func TestVimSyntax(t *testing.T) {
	t.Parallel()
	need(t, "vim")
	if out, _ := exec.Command("vim", "--version").Output(); !bytes.Contains(out,
		[]byte("+syntax")) {
		t.Skip("this vim has no syntax")
	}
	runtime, err := filepath.Abs("../packaging/vim")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/vim.ftsh")
	if err != nil {
		t.Fatal(err)
	}
	const want = `ftsh
2:try:1 ftshTry
2:for:1 ftshClause
2:1:1 ftshNumber
2:hour:1 ftshUnit
2:times:1 ftshUnit
2:backoff:1 ftshClause
2:gauss:1 ftshPolicy
2:until:1 shComment
3:forany:1 ftshEach
3:timeout:1 ftshClause
3:in:1 ftshIn
4:try:1 shDoubleQuote
4:abort:1 ftshBuiltin
5:end:1 ftshEnd
6:sense:1 ftshPart
7:sense:1 shEcho
8:check:1 ftshPart
9:try:1 shVariable
10:catch:1 ftshPart
11:failure:1 ftshBuiltin
12:end:1 ftshEnd
14:forall:1 ftshEach
14:jobs:1 ftshClause
14:contained:1 ftshClause
14:try:1 shEcho
14:end:1 ftshEnd
17:try:1 ftshTry
19:end:1 ftshEnd
21:try:1 
22:end:1 shEcho
`
	ask := regexp.MustCompile(`(?m)^\d+:\w+:\d+`).FindAllString(want, -1)
	for _, name := range []string{"script.ftsh", "script"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es",
			"--cmd", "set runtimepath^="+runtime, "-c", "filetype on", "-c", "syntax on", "-c",
			"edit "+name, "-S", mustAbs(t, "testdata/vim.script"))
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8",
			"ASK=" + strings.Join(ask, " "), "OUT=" + filepath.Join(dir, "out")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		got, err := os.ReadFile(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
