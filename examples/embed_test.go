//go:build linux

package examples_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The program that docs/embedding.md shows, and what it says of its output.
func TestEmbed(t *testing.T) {
	out, err := exec.Command("go", "run", "./embed").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	page, err := os.ReadFile("../docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("embed/main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(program), "package main\n")
	for what, text := range map[string]string{"program": "package main\n" + code, "output": string(out)} {
		if !strings.Contains(string(page), "\n"+text+"```\n") {
			t.Errorf("docs/embedding.md has not this %s:\n%s", what, text)
		}
	}
}
