package view

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"strings"
	"time"

	"ftsh/internal/tracefile"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var body string

// Page writes the view as one page of HTML without any other file. Its policy
// (Content-Security-Policy) forbids to load anything, and allows only its own script and style, by
// their checksums.
func (v *View) Page(w io.Writer) error {
	data, err := json.Marshal(v.data()) // < is \u003c in it: no text can end the element
	if err != nil {
		return err
	}
	var text bytes.Buffer
	v.Text(&text, Terminal{Width: 100, Rows: firstRows})
	page := strings.NewReplacer(
		"{{policy}}", "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"+
			checksum(style)+"'; script-src 'sha256-"+checksum(script)+"'",
		"{{title}}", html.EscapeString(v.title()),
		"{{sentence}}", html.EscapeString(v.Sentence),
		"{{facts}}", html.EscapeString(v.facts()),
		"{{text}}", html.EscapeString(text.String()),
		"{{style}}", style, "{{script}}", script, "{{data}}", string(data))
	_, err = page.WriteString(w, body)
	return err
}

func checksum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// title names the run.
func (v *View) title() string { return cutAt(v.Rows[0].Label, 60) + " – ftsh-view" }

// facts identifies the run. Its name is in the sentence, and its arguments are in the first row.
func (v *View) facts() string {
	names := []string{v.Run.Begin.Format("2006-01-02 15:04:05 -0700"), count(v.Spans, "span")}
	if v.Run.Torn > 0 {
		names = append(names, count(v.Run.Torn, "line")+" of the trace cannot be read")
	}
	return strings.Join(names, " · ")
}

// A table is the rows as the page's script reads them: a list for each column, in the order of
// drawing. Texts are numbers of Texts, times are microseconds.
type table struct {
	Total   int64
	Begin   int64 // milliseconds since 1970
	Texts   []string
	States  []string
	Depth   []int
	Kind    []int
	State   []int
	Label   []int
	Error   []int
	Note    []int
	Line    []int // in the script; 0: none
	From    []int64
	To      []int64
	Open    []int
	Waits   map[int][][3]int64 // the row's waits: 0 a delay, 1 a queue; begin, end
	Limits  map[int]int64
	Details [][]int // name and text in turn
	Shares  []int   // the row with the largest part of each of the costs in the root's details

	numbers map[string]int
	rows    map[*tracefile.Node]int
}

// data returns the table of the view.
func (v *View) data() *table {
	t := &table{Total: micro(v.Total), Begin: v.Run.Begin.UnixMilli(), States: stateNames[:],
		Waits: map[int][][3]int64{}, Limits: map[int]int64{}, numbers: map[string]int{},
		rows: map[*tracefile.Node]int{}}
	t.text("")
	for _, c := range v.largest() {
		t.rows[c.at] = 0
	}
	for _, r := range v.Rows {
		t.add(v, r, 0)
	}
	for _, c := range v.largest() {
		t.Shares = append(t.Shares, t.rows[c.at])
	}
	return t
}

func micro(d time.Duration) int64 { return d.Microseconds() }

// text returns the number of a text.
func (t *table) text(s string) int {
	n, ok := t.numbers[s]
	if !ok {
		n = len(t.Texts)
		t.numbers[s] = n
		t.Texts = append(t.Texts, s)
	}
	return n
}

// found notes the row of nodes that Shares is about.
func (t *table) found(row int, nodes ...*tracefile.Node) {
	for _, n := range nodes {
		if _, ok := t.rows[n]; ok {
			t.rows[n] = row
		}
	}
}

// add adds a row and those below it.
func (t *table) add(v *View, r *Row, depth int) {
	i := len(t.Depth)
	t.found(i, r.Node, r.Process, r.Shell)
	t.Depth = append(t.Depth, depth)
	t.Kind = append(t.Kind, int(r.Kind))
	t.State = append(t.State, int(r.State))
	t.Label = append(t.Label, t.text(r.Label))
	t.Error = append(t.Error, t.text(r.Error))
	t.Note = append(t.Note, t.text(r.Note))
	line := 0
	if r.Kind == Block || r.Kind == Command {
		line = r.Node.Place.Line
	}
	t.Line = append(t.Line, line)
	t.From = append(t.From, micro(r.Begin))
	t.To = append(t.To, micro(r.End))
	if r.Open {
		t.Open = append(t.Open, i)
	}
	for _, w := range r.Waits {
		t.found(i, w.Node)
		kind := int64(0)
		if w.queue() {
			kind = 1
		}
		t.Waits[i] = append(t.Waits[i], [3]int64{kind, micro(w.Begin), micro(w.End)})
	}
	if r.Limit > 0 && r.Limit <= v.Total {
		t.Limits[i] = micro(r.Limit)
	}
	var details []int
	for _, d := range v.Details(r) {
		details = append(details, t.text(d.Name), t.text(d.Text))
	}
	t.Details = append(t.Details, details)
	for _, c := range r.Children {
		t.add(v, c, depth+1)
	}
}
