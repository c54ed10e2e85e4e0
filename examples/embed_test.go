//go:build linux

package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The first lines in docs/guides/embedding.md are the body of a function that compiles.
func TestEmbedFirstLines(t *testing.T) {
	page, err := os.ReadFile("../docs/guides/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(page), "```go\n")
	lines, _, _ = strings.Cut(lines, "```\n")
	file := filepath.Join(t.TempDir(), "first.go")
	program := `package main

import ("bytes"; "context"; "fmt"; "os"; "ftsh/interp")

func main() { fmt.Println(first(context.Background())) }

func first(ctx context.Context) error {
` + lines + `
	fmt.Println(status, out.String())
	return err
}
`
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// The programs and their output in docs/guides/embedding.md are up to date.
func TestEmbed(t *testing.T) {
	page, err := os.ReadFile("../docs/guides/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"embed": `line 6: try: block failed (times)
  2 attempts: line 7: cat "$1" 2>/dev/null has status 1
status 1, error <nil>, output "got no.such.file at the third attempt\n"
status 0, output "still without no.such.file\n"
cancelled: true
`,
		"hooks": `letter:4:1: rm: not in here
rm: 126
host.example
status 0, error <nil>, answer "DEAR ANNE, host.example"
closed: status 3, error <nil>, /mem/letter is "DEAR ANNE\n"

letter:4:1: rm: not in here
rm: 126
host.example
status 0, error <nil>, answer "DEAR BOB, host.example"
closed: status 3, error <nil>, /mem/letter is "DEAR BOB\n"
`,
	} {
		out, err := exec.Command("go", "run", "./"+name).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		program, err := os.ReadFile(name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(program), "package main\n")
		for what, text := range map[string]string{"program": "package main\n" + code,
			"output": want} {
			if !strings.Contains(string(page), "\n"+text+"```\n") {
				t.Errorf("docs/guides/embedding.md has not this %s:\n%s", what, text)
			}
		}
	}
}
