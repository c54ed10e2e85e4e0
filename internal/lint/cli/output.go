package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// formats returns the writer of a format, nil for an unknown name.
func formats(name string) func(io.Writer, []result) {
	switch name {
	case "gcc":
		return writeGCC
	case "json":
		return writeJSON
	case "sarif":
		return writeSARIF
	}
	return nil
}

// writeGCC writes a line for each finding, in the form of compilers, for editors.
func writeGCC(out io.Writer, results []result) {
	for _, r := range results {
		for _, f := range r.findings {
			fmt.Fprintf(out, "%s:%d:%d: %s: %s [%s]\n", visible(r.file), f.Pos.Line, f.Pos.Col,
				f.Level, visible(f.Message), f.Rule)
		}
	}
}

// visible makes control characters visible: a script's text does nothing to a terminal, and a
// finding is one line.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

// A jsonFinding is an element of the array written by -f json. Lines and columns count from 1,
// columns in bytes.
type jsonFinding struct {
	File      string `json:"file"`
	Line      uint32 `json:"line"`
	Column    uint32 `json:"column"`
	EndLine   uint32 `json:"endLine"`
	EndColumn uint32 `json:"endColumn"`
	Level     string `json:"level"`
	Rule      string `json:"rule"`
	Message   string `json:"message"`
}

func writeJSON(out io.Writer, results []result) {
	list := []jsonFinding{}
	for _, r := range results {
		for _, f := range r.findings {
			list = append(list, jsonFinding{r.file, f.Pos.Line, f.Pos.Col, f.End.Line, f.End.Col,
				string(f.Level), f.Rule, f.Message})
		}
	}
	encode(out, list)
}

func encode(out io.Writer, v any) {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // to memory, of types with an encoding
}
