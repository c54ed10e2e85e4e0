package main

import (
	"encoding/base64"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// Of the test's own program: the library is in it, with the checksum of go.sum.
func TestRead(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bom, err := read("v1.2.3", self)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bom.Metadata.Component.PackageURL,
		"@v1.2.3?type=module#packaging/sbom"; !strings.HasSuffix(got, want) {
		t.Errorf("the program is %s, want one that ends with %s", got, want)
	}
	const library = "github.com/CycloneDX/cyclonedx-go"
	for _, part := range *bom.Components {
		if part.Name == library {
			if want := sumOf(t, library, part.Version); (*part.Hashes)[0].Value != want {
				t.Errorf("the checksum is %s, want %s", (*part.Hashes)[0].Value, want)
			}
			return
		}
	}
	t.Errorf("%s is not among %+v", library, *bom.Components)
}

// sumOf returns the checksum of go.sum, in hexadecimal.
func sumOf(t *testing.T, path, version string) string {
	t.Helper()
	text, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if sum, ok := strings.CutPrefix(line, path+" "+version+" h1:"); ok {
			digest, err := base64.StdEncoding.DecodeString(strings.TrimSpace(sum))
			if err != nil {
				t.Fatal(err)
			}
			return hex.EncodeToString(digest)
		}
	}
	t.Fatalf("go.sum has no %s %s", path, version)
	return ""
}

func TestReadOfAnotherFile(t *testing.T) {
	if _, err := read("v1", "main.go"); err == nil {
		t.Error("a list was made of a text")
	}
}
