package inject

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A Plan has the faults of a run.
type Plan struct {
	Script string `json:"script"` // its path, as the shell has it
	Shown  string `json:"shown"`  // as places show it
	Seed   uint64 `json:"seed"`   // of delays and random order
	Most   int    `json:"most"`   // reached commands before the run counts as stuck; 0: any number
	Faults []Spot `json:"faults"`
}

// A Spot is a fault at an address.
type Spot struct {
	Address
	Fault Fault `json:"fault"`
}

// String returns the spot as --only takes it: script:line:col#nth=fault.
func (s Spot) String() string { return s.Address.String() + "=" + string(s.Fault) }

// ParseSpot reads the text of String.
func ParseSpot(text string) (Spot, error) {
	at, fault, ok := strings.Cut(text, "=")
	f := Fault(fault)
	if !ok || !f.Known() {
		return Spot{}, fmt.Errorf("expected PLACE=FAULT, found %q", text)
	}
	a := Address{Place: at, Nth: 1}
	if place, n, ok := strings.Cut(at, "#"); ok {
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 {
			return Spot{}, fmt.Errorf("expected a number after #, found %q", n)
		}
		a = Address{place, i}
	}
	return Spot{a, f}, nil
}

// An Address is a command of a run.
type Address struct {
	Place string `json:"place"` // script:line:col
	Nth   int    `json:"nth"`   // how often the run has reached the place, from 1
}

// String returns the place, with the number if it is not the first time.
func (a Address) String() string {
	if a.Nth == 1 {
		return a.Place
	}
	return a.Place + "#" + strconv.Itoa(a.Nth)
}

// Write writes the plan into the directory of a run.
func (p *Plan) Write(dir string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, PlanFile), text, 0o600)
}

func readPlan(dir string) (*Plan, error) {
	text, err := os.ReadFile(filepath.Join(dir, PlanFile))
	if err != nil {
		return nil, err
	}
	p := new(Plan)
	return p, json.Unmarshal(text, p)
}
