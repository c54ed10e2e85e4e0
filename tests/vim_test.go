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
	vim := func(name, text, want string) {
		t.Helper()
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		ask := regexp.MustCompile(`(?m)^\d+:\w+:\d+`).FindAllString(want, -1)
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
	const posix = `ftsh
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
	const bash = `ftsh
2:try:1 ftshTry
2:hour:1 ftshUnit
3:if:1 shConditional
3:n:1 shTestOpr
3:then:1 shConditional
4:i:1 shDblParen
6:for:1 shLoop
7:list:1 
7:BASH_VERSION:1 shDerefSimple
7:abort:1 ftshBuiltin
9:declare:1 shStatement
10:list:1 shDerefVar
10:RANDOM:1 shDerefSimple
11:mapfile:1 shStatement
11:sort:1 bashStatement
12:catch:1 ftshPart
13:failure:1 ftshBuiltin
14:end:1 ftshEnd
15:function:1 shFunctionKey
15:f:1 shFunction
16:shopt:1 shStatement
17:forall:1 ftshEach
17:jobs:1 ftshClause
17:in:1 ftshIn
17:hosts:1 shDerefVar
17:end:1 ftshEnd
19:select:1 shConditional
20:try:1 ftshTry
20:times:1 ftshUnit
21:coproc:1 ftshBuiltin
22:end:1 ftshEnd
23:done:1 shConditional
`
	text := func(file string) string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, name := range []string{"script.ftsh", "script"} {
		vim(name, text("testdata/vim.ftsh"), posix)
		vim(name, text("testdata/vimbash.ftsh"), bash)
	}
	_, rest, _ := strings.Cut(text("testdata/vimbash.ftsh"), "\n")
	vim("script.ftsh", "#!/bin/bash\n"+rest, bash)
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
