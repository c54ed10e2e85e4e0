package rehearse

import (
	"encoding/json"
	"io"
)

// A jsonReport is the report of --json.
type jsonReport struct {
	Script   string        `json:"script"`
	Runs     int           `json:"runs"`
	More     int           `json:"more,omitempty"` // runs beyond the budget
	Seed     uint64        `json:"seed"`
	Findings []jsonFinding `json:"findings"`
	Commands []jsonCommand `json:"commands"`
	Stderr   string        `json:"stderr,omitempty"` // its last line, without a fault
}

type jsonFinding struct {
	Place   string   `json:"place"`
	Command string   `json:"command"`
	Fault   string   `json:"fault"`
	Faults  []string `json:"faults"` // PLACE=FAULT, all of the run
	Text    string   `json:"text"`
	Repeat  string   `json:"repeat"` // the command line
}

type jsonCommand struct {
	Place   string            `json:"place"`
	Command string            `json:"command"`
	Faults  map[string]string `json:"faults"` // survived or found
}

// reportJSON writes the findings as an object of JSON.
func (r *rehearsal) reportJSON(out io.Writer) (found bool, err error) {
	o := jsonReport{Script: r.job.Shown, Runs: len(r.todo), More: r.rest, Seed: r.job.Seed,
		Findings: []jsonFinding{}, Commands: []jsonCommand{}, Stderr: r.base.stderr}
	for _, f := range r.findings() {
		last := f.trial.last()
		var spots []string
		for _, s := range f.trial.faults {
			spots = append(spots, s.String())
		}
		o.Findings = append(o.Findings, jsonFinding{last.Place, r.shown(last.Address), string(last.Fault),
			spots, f.text, r.repeat(f.trial)})
	}
	for _, row := range r.rows() {
		c := jsonCommand{row.place, row.shown, map[string]string{}}
		for f, mark := range row.marks {
			c.Faults[string(f)] = map[byte]string{'X': "found", '.': "survived"}[mark]
		}
		o.Commands = append(o.Commands, c)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return len(o.Findings) > 0, e.Encode(&o)
}
