package view

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// Any file is drawn or refused, and what is drawn as text has no control character but line feeds.
func FuzzView(f *testing.F) {
	for _, tr := range []*trace{mirrors(), hostile(), large(30)} {
		path := filepath.Join(f.TempDir(), "trace")
		w, err := tracefile.Open(path, true)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range tr.spans {
			begun := s
			begun.End = time.Time{}
			w.Span(begun)
			w.Span(s)
		}
		w.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		run, err := tracefile.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, all := range []bool{false, true} {
			v := Of(run, all)
			var page, plain bytes.Buffer
			if err := v.Page(&page); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(page.String(), "</script>"); n != 2 {
				t.Errorf("%d ends of scripts", n)
			}
			if err := v.Text(&plain, Terminal{Width: 80}); err != nil {
				t.Fatal(err)
			}
			for _, c := range plain.Bytes() {
				if c < ' ' && c != '\n' || c == 0x7f {
					t.Fatalf("%q", plain.String())
				}
			}
		}
	})
}

// The times of a trace may contradict each other, and its tree may be as deep as it likes.
func TestOddTraces(t *testing.T) {
	tr := &trace{}
	sh := tr.add(event.SpanShell, 0, 0, 50, 40)
	b := tr.add(event.SpanBlock, sh, 1, 20, 10, block("try", 1, 0, 0, ""))
	tr.add(event.SpanDelay, b, 1, 30, 5, attempt(1, ""))
	tr.add(event.SpanAttempt, b, 1, 60, 2, attempt(1, event.Failed))
	deep := &trace{}
	up := deep.add(event.SpanShell, 0, 0, 0, 1000)
	for range 20000 {
		up = deep.add(event.SpanCommand, up, 1, 1, 999, source("f"))
	}
	for _, run := range []*tracefile.Run{tr.run(t), deep.nodes()} {
		for _, all := range []bool{false, true} {
			v := Of(run, all)
			for _, r := range v.Rows {
				r.each(func(r *Row) {
					if r.Begin < 0 || r.End < r.Begin || r.End > v.Total {
						t.Errorf("%s from %v to %v of %v", r.Label, r.Begin, r.End, v.Total)
					}
				})
			}
			var page, text bytes.Buffer
			if err := v.Page(&page); err != nil {
				t.Fatal(err)
			}
			if err := v.Text(&text, Terminal{Width: 80, Rows: 100}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
