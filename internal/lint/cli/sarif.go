package cli

import (
	"io"
	"net/url"
	"path/filepath"
	"unicode/utf8"

	"ftsh/internal/lint"
	"ftsh/parser/ast"
)

// The objects of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), as far as used.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string             `json:"id"`
		Short   sarifText          `json:"shortDescription"`
		Default sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level lint.Level `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     lint.Level      `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   uint32 `json:"startLine"`
		StartColumn int    `json:"startColumn"`
		EndLine     uint32 `json:"endLine"`
		EndColumn   int    `json:"endColumn"`
	}
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

func writeSARIF(out io.Writer, results []result) {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver.Name = "ftsh-lint"
	index := map[string]int{}
	for i, r := range lint.Rules() {
		index[r.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules,
			sarifRule{r.Name, sarifText{r.Summary}, sarifConfiguration{r.Level}})
	}
	for _, r := range results {
		for _, f := range r.findings {
			region := sarifRegion{f.Pos.Line, column(r.text, f.Pos), f.End.Line,
				column(r.text, f.End)}
			at := sarifLocation{sarifPhysical{sarifArtifact{uri(r.file)}, region}}
			run.Results = append(run.Results, sarifResult{f.Rule, index[f.Rule], f.Level,
				sarifText{f.Message}, []sarifLocation{at}})
		}
	}
	encode(out, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// uri returns a file's name in the form of SARIF: a relative one unchanged, an absolute one with
// its scheme.
func uri(file string) string {
	if file == stdin {
		return "stdin"
	}
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

// column returns the column of a position in characters, as promised by columnKind. A byte outside
// of any character counts as one.
func column(text string, at ast.Pos) int {
	to := min(int(at.Offset), len(text))
	from := max(to-int(at.Col-1), 0)
	return utf8.RuneCountInString(text[from:to]) + 1
}
