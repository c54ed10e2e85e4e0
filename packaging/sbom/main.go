// Sbom writes what a program of Go is built of to standard output: its modules, and the checksums
// of their sources, as the linker has noted them in it. The form is CycloneDX's (an SBOM,
// https://cyclonedx.org/docs/1.6/json/). The same program gives the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 3 {
		fail(errors.New("expected a version and a program"))
	}
	bom, err := read(os.Args[1], os.Args[2])
	if err != nil {
		fail(err)
	}
	encoder := cyclonedx.NewBOMEncoder(os.Stdout, cyclonedx.BOMFileFormatJSON)
	if err := encoder.SetPretty(true).SetEscapeHTML(false).Encode(bom); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "sbom:", err)
	os.Exit(1)
}

// read returns what the program file, of this version, is built of.
func read(version, file string) (*cyclonedx.BOM, error) {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(content)
	program := cyclonedx.Component{
		Type:       cyclonedx.ComponentTypeApplication,
		Name:       filepath.Base(file),
		Version:    version,
		Hashes:     checksum(digest[:]),
		PackageURL: packageURL(info.Main.Path, version) + "#" + within(info.Path, info.Main.Path),
	}
	program.BOMRef = program.PackageURL

	library := module(&debug.Module{Path: "std", Version: "v" + strings.TrimPrefix(info.GoVersion, "go")})
	parts := []cyclonedx.Component{library}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		part := module(dep)
		if part.Hashes, err = checksumOf(dep.Sum); err != nil {
			return nil, fmt.Errorf("%s: module %s: %w", file, dep.Path, err)
		}
		parts = append(parts, part)
	}

	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &program, Properties: settings(info)}
	bom.Components = &parts
	bom.Dependencies = needs(program, parts)
	return bom, nil
}

func module(m *debug.Module) cyclonedx.Component {
	url := packageURL(m.Path, m.Version)
	return cyclonedx.Component{
		BOMRef:     url,
		Type:       cyclonedx.ComponentTypeLibrary,
		Name:       m.Path,
		Version:    m.Version,
		Scope:      cyclonedx.ScopeRequired,
		PackageURL: url,
	}
}

// packageURL names a module as vulnerability databases do (https://github.com/package-url).
func packageURL(path, version string) string {
	return "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B") + "?type=module"
}

// within returns a package's path below that of its module.
func within(pkg, module string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
}

// checksumOf reads a sum of go.sum: "h1:" and a SHA-256 in base64.
func checksumOf(sum string) (*[]cyclonedx.Hash, error) {
	text, ok := strings.CutPrefix(sum, "h1:")
	if !ok {
		return nil, fmt.Errorf("found the sum %q, expected h1: and its digits", sum)
	}
	digest, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return checksum(digest), nil
}

func checksum(digest []byte) *[]cyclonedx.Hash {
	return &[]cyclonedx.Hash{{
		Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(digest),
	}}
}

// settings are the compiler and the switches with which the program was built.
func settings(info *debug.BuildInfo) *[]cyclonedx.Property {
	list := []cyclonedx.Property{{Name: "go:version", Value: info.GoVersion}}
	for _, s := range info.Settings {
		list = append(list, cyclonedx.Property{Name: "go:build:" + s.Key, Value: s.Value})
	}
	return &list
}

// needs says that the program needs all parts. Which part needs which is not noted in it.
func needs(program cyclonedx.Component, parts []cyclonedx.Component) *[]cyclonedx.Dependency {
	var refs []string
	for _, part := range parts {
		refs = append(refs, part.BOMRef)
	}
	return &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
}
