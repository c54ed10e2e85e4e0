package journal

import (
	"encoding/json"
	"strings"
	"testing"
)

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a\"b\\c\n\r\t\x00\x1f\x7f", "\xff", "é\u2028<&>", `,"size":`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := appendText(nil, []byte(s))
		var text Text
		if err := json.Unmarshal(p, &text); err != nil || string(text) != s {
			t.Errorf("%s: %q, %v", p, string(text), err)
		}
		line, err := appendLine([]byte("x"), &Record{Kind: Succeeded, Word: Text(s), Error: Text(s),
			Output: &Output{Size: int64(len(s)), text: strings.NewReader(s)}})
		if err != nil || line[0] != 'x' || line[len(line)-1] != '\n' {
			t.Fatalf("%q, %v", line, err)
		}
		line = line[1 : len(line)-1]
		r, err := decode(line)
		if err != nil || string(r.Word) != s || string(r.Error) != s ||
			r.Output.Size != int64(len(s)) {
			t.Fatalf("%q, %v", line, err)
		}
		from, to, ok := textIn(line)
		if text = ""; !ok || text.UnmarshalJSON(line[from:to]) != nil || string(text) != s {
			t.Errorf("%q: %q", line, string(text))
		}
	})
}
